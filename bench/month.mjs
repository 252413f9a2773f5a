// From what each action takes, to what a month of an organization takes and costs.

import { bill } from './prices.mjs'
import { EVENTS_RECEIVED, HEARTBEAT_SECONDS, HOURS, PRESENT, RECONNECTS, TIMES, WORKING_DAYS } from './working-day.mjs'

/** The ways of listening. */
export const WAYS = { polls: 'long polls', sockets: 'WebSockets' }

const SECONDS_A_DAY = HOURS * 3600
const REALM_GB = 0.128
// Waiting costs nothing; answering a poll is a little work at the edge.
const CPU_MS_PER_POLL = 0.3
// The busiest hour of a day has this much more than its share.
const PEAK = 2

export function monthOf(actions, people, way) {
  const personDays = people * PRESENT * WORKING_DAYS
  const listening = listeningOf(way)
  const perDay = { ...listening }
  for (const [name, times] of Object.entries(TIMES)) {
    const one = actions[name]
    perDay.workerRequests += times
    perDay.workerCpuMs += times * one.cpuMs
    perDay.realmRequests += times * one.realmRequests
    perDay.realmRowsWritten += times * (one.written + one.writtenLater)
    perDay.realmRowsRead += times * one.read
    perDay.d1RowsRead += times * one.d1Read
    perDay.d1RowsWritten += times * one.d1Written
  }
  const used = Object.fromEntries(Object.entries(perDay).map(([name, each]) => [name, each * personDays]))
  // While anybody works the realm is awake; at night it sleeps.
  used.realmGbSeconds = WORKING_DAYS * SECONDS_A_DAY * 1.5 * REALM_GB
  const busiest = (perDay.realmRequests * people * PRESENT * PEAK) / SECONDS_A_DAY
  return { people, used, busiest, ...bill(used) }
}

// A poll is one request for each time that something is heard, and one whenever nothing was for a while. A socket is one
// request for as long as it lasts, and what it brings costs nothing.
function listeningOf(way) {
  const requests = way === 'polls' ? EVENTS_RECEIVED + SECONDS_A_DAY / HEARTBEAT_SECONDS : RECONNECTS
  return {
    workerRequests: requests,
    workerCpuMs: requests * CPU_MS_PER_POLL,
    realmRequests: requests,
    realmGbSeconds: 0,
    realmRowsWritten: 0,
    realmRowsRead: 0,
    d1RowsRead: 0,
    d1RowsWritten: 0,
  }
}
