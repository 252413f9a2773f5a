// What users of an organization do on a working day: a busy office, estimated generously.

import { keysOf } from './records.ts'

export const WORKING_DAYS = 22
export const HOURS = 8
/** The share of users who work on a given day. */
export const PRESENT = 0.6

/** How often each working user does an action in a day, by the names of bench/actions.ts. */
export const TIMES = {
  'register a queue': 4,
  'fetch 100 messages': 30,
  'send to a channel': 25,
  'send a direct message': 15,
  'mention a user': 3,
  'react to a message': 10,
  'mark 20 messages as read': 30,
  'send a typing notification': 40,
  'edit a message': 3,
  search: 3,
  'send a presence ping': HOURS * 60,
  // Once a month: clients keep their API key. It is the last action, as many logins delete the oldest key of the account.
  'log in': 1 / WORKING_DAYS,
}

export type Action = keyof typeof TIMES
/** What the bench keeps for each action. */
export type ByAction<T> = Record<Action, T>
export const ACTIONS: readonly Action[] = keysOf(TIMES)

/** How many API keys each user uses in each hour: one on a computer, one on a phone. */
export const KEYS_IN_USE = 2

/** Events that each user receives in a day. */
export const EVENTS_RECEIVED = 600

/** A poll without events ends after about this time. */
export const HEARTBEAT_SECONDS = 50
/** How often a socket reconnects in a day. */
export const RECONNECTS = 20

/** While people work, due work runs this often, and writes at most this many rows besides those of the actions, in a realm of any size. */
export const DUE_WORK_SECONDS = 2
export const ROWS_OF_DUE_WORK = 3
