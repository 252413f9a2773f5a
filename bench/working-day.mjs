// What people of an organization do on a working day, as the cost table takes it: a busy office, on the generous side.

export const WORKING_DAYS = 22
export const HOURS = 8
/** Of everyone in the organization, who is there on a given day. */
export const PRESENT = 0.6

/** Times a day for each person who is there, by the names of bench/actions.mjs. */
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
}

/** Events that reach each person in a day; several at once are one answer to a poll. */
export const EVENTS_RECEIVED = 600

/** A poll with nothing to tell is answered about this often. */
export const HEARTBEAT_SECONDS = 50
/** A socket that breaks and comes back. */
export const RECONNECTS = 20
