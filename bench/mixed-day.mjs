// The requests of a working day, mixed as users mix them (working-day.mjs), at a fixed rate.

import { actionsIn } from './actions.mjs'
import { load } from './ratios.mjs'
import { openLoop } from './load.mjs'
import { send } from './cast.mjs'
import { TIMES } from './working-day.mjs'

// A login costs a password hash, and the day has one in a month.
const { 'log in': _, ...MIXED } = TIMES
const SENDERS = 100
const MESSAGES = 400

/** Sends the mix to a realm. Returns the times of the requests, and how many of them there were of each kind. */
export async function mixedDay(server, cast, channel, { perSecond, seconds }) {
  const people = cast.people.slice(0, SENDERS)
  const sent = []
  for (let nth = 0; nth < MESSAGES; nth++)
    sent.push((await cast.json(send(people[nth % SENDERS], channel, `topic ${nth % 8}`))).id)
  const sequence = mixed(perSecond * seconds)
  const counts = {}
  let next = 0
  const requestOf = () => {
    const nth = next++
    const action = sequence[nth % sequence.length]
    counts[action] = (counts[action] ?? 0) + 1
    // Each request is by another user. Some actions are for the author of a message only.
    const isByAuthor = action === 'edit a message' || action === 'react to a message'
    const actor = isByAuthor ? counts[action] % SENDERS : nth % SENDERS
    const actors = [people[actor], people[(actor + 1) % SENDERS]]
    const own = sent.filter((_id, index) => index % SENDERS === actor)
    const ids = isByAuthor ? own : sent
    return actionsIn({ owner: cast.owner, people: actors, channel, sent: ids })[action](
      isByAuthor ? Math.floor(counts[action] / SENDERS) % own.length : counts[action] % (MESSAGES / 20),
    )
  }
  return { ...(await load(openLoop, server, { perSecond, seconds, requestOf })), counts }
}

/** Returns this many actions, in the shares of the day, spread evenly. */
function mixed(count) {
  const total = Object.values(MIXED).reduce((sum, times) => sum + times, 0)
  const owed = Object.fromEntries(Object.keys(MIXED).map((action) => [action, 0]))
  return Array.from({ length: count }, () => {
    for (const [action, times] of Object.entries(MIXED)) owed[action] = (owed[action] ?? 0) + times / total
    const [[action, most] = ['', 0]] = Object.entries(owed).toSorted(([, a], [, b]) => b - a)
    owed[action] = most - 1
    return action
  })
}
