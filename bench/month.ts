// Computes what a month of an organization takes and costs, from what each action takes.

import { bill, type Used } from './prices.ts'
import { keysOf, mapKeys } from './records.ts'
import {
  DUE_WORK_SECONDS,
  EVENTS_RECEIVED,
  HEARTBEAT_SECONDS,
  HOURS,
  KEYS_IN_USE,
  PRESENT,
  RECONNECTS,
  ROWS_OF_DUE_WORK,
  ACTIONS,
  TIMES,
  WORKING_DAYS,
  type ByAction,
} from './working-day.ts'

/** The ways to listen. */
export const WAYS = { polls: 'long polls', sockets: 'WebSockets' }

export type Way = keyof typeof WAYS

/** What the realm and D1 do for something. */
export type RealmWork = {
  realmRequests: number
  written: number
  writtenLater: number
  read: number
  d1Calls: number
  d1Read: number
  d1Written: number
}

/** What one action takes: counts, bytes and milliseconds. */
export type ActionFigures = RealmWork & { asks: number; answers: number; cpuMs: number }
export type Actions = ByAction<ActionFigures>

const SECONDS_A_DAY = HOURS * 3600
const REALM_GB = 0.128
// Waiting costs nothing. Answering a poll takes some CPU in the Worker.
export const CPU_MS_PER_POLL = 0.3
// The busiest hour has this many times the average.
const PEAK = 2

export const monthOf = (actions: Actions, people: number, way: Way) => monthOfDay(dayOf(actions, way), people)

/** Returns what one user takes in a day, in the model of a client. */
function dayOf(actions: Actions, way: Way): Used {
  const perDay = listeningOf(way)
  // The realm writes the use of a key once an hour.
  perDay.realmRowsWritten += HOURS * KEYS_IN_USE
  for (const name of ACTIONS) addAction(perDay, actions[name], TIMES[name])
  return perDay
}

/** Adds what an action takes, as often as it happens, to what is used. */
export function addAction(used: Used, one: Omit<ActionFigures, 'd1Calls' | 'asks' | 'answers'>, times: number): void {
  used.workerRequests += times
  used.workerCpuMs += times * one.cpuMs
  used.realmRequests += times * one.realmRequests
  used.realmRowsWritten += times * (one.written + one.writtenLater)
  used.realmRowsRead += times * one.read
  used.d1RowsRead += times * one.d1Read
  used.d1RowsWritten += times * one.d1Written
}

/** Returns the month of an organization from what one of its users takes in a day. */
export function monthOfDay(perDay: Used, people: number) {
  const personDays = people * PRESENT * WORKING_DAYS
  const used = mapKeys(keysOf(perDay), (name) => perDay[name] * personDays)
  used.realmGbSeconds = AWAKE_GB_SECONDS
  used.realmRowsWritten = used.realmRowsWritten + (AWAKE_SECONDS / DUE_WORK_SECONDS) * ROWS_OF_DUE_WORK
  return { people, used, busiest: busiestOf(perDay.realmRequests, people), ...bill(used) }
}

/** An object is awake during working hours, and hibernates at night. */
const AWAKE_SECONDS = WORKING_DAYS * SECONDS_A_DAY * 1.5
export const AWAKE_GB_SECONDS = AWAKE_SECONDS * REALM_GB

/** Returns the requests per second on average, from those of one user in a day. */
export const averageOf = (requests: number, people: number) => (requests * people * PRESENT) / SECONDS_A_DAY

/** Returns the requests per second in the busiest hour, from those of one user in a day. */
export const busiestOf = (requests: number, people: number) => PEAK * averageOf(requests, people)

// A poll is one request for each event, and one for each heartbeat. A socket is one request while it lasts, and its frames
// cost nothing.
export function listeningOf(way: Way): Used {
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
