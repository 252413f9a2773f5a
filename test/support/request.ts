import { exports } from 'cloudflare:workers'
import { contractFor } from '../contracts/check'
import { checkSpellingOfResponse } from './spelling'

/** Sends a request to the Worker. Checks the spelling of the names in the answer, and that other programs can read it. */
export async function send(request: Request): Promise<Response> {
  const checkContract = await contractFor(request)
  const response = await exports.default.fetch(request)
  await whileTimersFire()
  await checkContract(response)
  return checkSpellingOfResponse(response, request.headers)
}

/** All runs in one process, and its timers fire only while it is idle. The realm delivers events after a timer. */
const whileTimersFire = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 0)
  })
