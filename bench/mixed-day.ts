// The requests of a working day, mixed as users mix them (working-day.ts), at a fixed rate.

import { actionsIn } from './actions.ts'
import { load } from './ratios.ts'
import { openLoop } from './load.ts'
import { send, type Cast, type Sent } from './cast.ts'
import type { Program } from './runtime.ts'
import { keysOf, mapKeys } from './records.ts'
import { at } from './statistics.ts'
import { TIMES } from './working-day.ts'

// A login costs a password hash, and the day has one in a month.
const { 'log in': _, ...MIXED } = TIMES
const MIXED_ACTIONS = keysOf(MIXED)
const SENDERS = 100
const MESSAGES = 400

/** Sends the mix to a realm. Returns the times of the requests. */
export async function mixedDay(
  server: Program,
  cast: Cast,
  channel: number,
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  const people = cast.people.slice(0, SENDERS)
  const sent: number[] = []
  for (let nth = 0; nth < MESSAGES; nth++)
    sent.push((await cast.json<Sent>(send(at(people, nth % SENDERS), channel, `topic ${nth % 8}`))).id)
  const sequence = mixed(perSecond * seconds)
  const counts = mapKeys(MIXED_ACTIONS, () => 0)
  let next = 0
  const requestOf = () => {
    const nth = next++
    const action = at(sequence, nth % sequence.length)
    counts[action] += 1
    // Each request is by another user. Some actions are for the author of a message only.
    const isByAuthor = action === 'edit a message' || action === 'react to a message'
    const actor = isByAuthor ? counts[action] % SENDERS : nth % SENDERS
    const actors = [at(people, actor), at(people, (actor + 1) % SENDERS)]
    const own = sent.filter((_id, index) => index % SENDERS === actor)
    const ids = isByAuthor ? own : sent
    return actionsIn({ owner: cast.owner, people: actors, channel, sent: ids })[action](
      isByAuthor ? Math.floor(counts[action] / SENDERS) % own.length : counts[action] % (MESSAGES / 20),
    )
  }
  return load(openLoop, server, { perSecond, seconds, requestOf })
}

/** Returns this many actions, in the shares of the day, spread evenly. */
function mixed(count: number): (typeof MIXED_ACTIONS)[number][] {
  const total = Object.values(MIXED).reduce((sum, times) => sum + times, 0)
  const owed = mapKeys(MIXED_ACTIONS, () => 0)
  return Array.from({ length: count }, () => {
    for (const action of MIXED_ACTIONS) owed[action] += MIXED[action] / total
    const action = at(
      MIXED_ACTIONS.toSorted((a, b) => owed[b] - owed[a]),
      0,
    )
    owed[action] -= 1
    return action
  })
}
