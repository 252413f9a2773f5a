// The exact numbers of long and short crossings of each action of a user, in a realm that has just started.

import type { Cast } from './cast.ts'
import { distantRequests } from './distant-requests.ts'
import { get } from './requests.ts'

export type Crossings = { long: number; short: number }

/** Returns how many calls of each action wait for each other: those of the Worker, and those beside the realm. */
export async function crossingsOf(cast: Cast): Promise<Record<string, Crossings>> {
  const counted: Record<string, Crossings> = {}
  for (const [name, requestOf] of Object.entries(await distantRequests(cast))) {
    const request = requestOf(0)
    await cast.ringNow()
    await cast.die()
    await cast.hold(true)
    await cast.json(get('/bench/crossings?on=1'))
    await cast.succeed(request)
    counted[name] = await cast.json<Crossings>(get('/bench/crossings?on=0'))
    await cast.hold(false)
  }
  return counted
}
