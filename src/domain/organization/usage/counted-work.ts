/**
 * What each action takes in a realm of 1,000 users, and how often a person does it on a working day. `npm run cost -- write`
 * writes the table and docs/cost.md.
 */
export type CountedAction = {
  times: number
  realm_requests: number
  written: number
  written_later: number
  read: number
  d1_read: number
  d1_written: number
  cpu_ms: number
}

type Counts = [
  times: number,
  requests: number,
  written: number,
  later: number,
  read: number,
  d1_read: number,
  d1_written: number,
  cpu_ms: number,
]

const counted = ([times, realm_requests, written, written_later, read, d1_read, d1_written, cpu_ms]: Counts) =>
  ({ times, realm_requests, written, written_later, read, d1_read, d1_written, cpu_ms }) satisfies CountedAction

export const COUNTED_ACTIONS = {
  'register a queue': counted([4, 1, 2, 0, 67.11, 0, 0, 9.14]),
  'fetch 100 messages': counted([30, 1, 0, 0, 100, 0, 0, 5.73]),
  'send to a channel': counted([25, 1, 6, 1.05, 10.47, 6.42, 2.11, 1.78]),
  'send a direct message': counted([15, 1, 6, 1.05, 10.32, 6.42, 2.11, 1.54]),
  'mention a user': counted([3, 1, 8.16, 1.05, 34.05, 6.42, 2.11, 2.18]),
  'react to a message': counted([10, 1, 4, 0, 5, 0, 0, 1.51]),
  'mark 20 messages as read': counted([30, 1, 2, 0, 63.16, 0, 0, 1.7]),
  'send a typing notification': counted([40, 1, 0, 0, 0, 0, 0, 0.88]),
  'edit a message': counted([3, 1, 6, 2.11, 34.53, 8.53, 6.32, 2.37]),
  search: counted([3, 5, 0, 0, 471, 102, 0, 11.66]),
  'send a presence ping': counted([480, 1, 0, 0, 0, 0, 0, 0.8]),
  'log in': counted([1 / 22, 3, 15.05, 0, 94, 0, 0, 207]),
} satisfies Record<string, CountedAction>
