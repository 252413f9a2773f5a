import { exports } from 'cloudflare:workers'
import { contractFor } from '../contracts/check'
import { declaredErrorsFor } from '../contracts/declared-errors'
import { checkSpellingOfResponse } from './spelling'

/** Sends a request to the Worker. Checks the names in the answer, that other programs can read it, and that its error is declared. */
export async function send(request: Request): Promise<Response> {
  const checkContract = await contractFor(request)
  const checkError = declaredErrorsFor(request)
  const response = await exports.default.fetch(request)
  await whileTimersFire()
  await checkContract(response)
  await checkError(response)
  return checkSpellingOfResponse(response, request.headers)
}

/** All runs in one process, and its timers fire only while it is idle. The realm delivers events after a timer. */
const whileTimersFire = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 0)
  })
