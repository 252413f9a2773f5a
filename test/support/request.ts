import { exports } from 'cloudflare:workers'
import { checkSpellingOfResponse } from './spelling'

/** Sends a request to the Worker. Checks the spelling of the names in the answer. */
export async function send(request: Request): Promise<Response> {
  const response = await exports.default.fetch(request)
  await whileTimersFire()
  return checkSpellingOfResponse(response, request.headers)
}

/** All runs in one process, and its timers fire only while it is idle. The realm delivers events after a timer. */
const whileTimersFire = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 0)
  })
