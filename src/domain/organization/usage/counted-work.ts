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
  'register a queue': counted([4, 1, 2, 0, 68.21, 0, 0, 4.9]),
  'fetch 100 messages': counted([30, 1, 0, 0, 100, 0, 0, 1.83]),
  'send to a channel': counted([25, 1, 6, 1.05, 8.42, 6.42, 2.11, 0.84]),
  'send a direct message': counted([15, 1, 6, 1.05, 8.37, 6.42, 2.11, 0.93]),
  'mention a user': counted([3, 1, 8.16, 1.05, 31, 6.42, 2.11, 1.01]),
  'react to a message': counted([10, 1, 5, 0, 5.05, 0, 0, 0.97]),
  'mark 20 messages as read': counted([30, 1, 2, 0, 41.21, 0, 0, 1]),
  'send a typing notification': counted([40, 1, 0, 0, 0, 0, 0, 0.48]),
  'edit a message': counted([3, 1, 7, 2.11, 42.58, 8.53, 6.32, 1.15]),
  search: counted([3, 3.16, 0, 0, 210, 102, 0, 5.75]),
  'send a presence ping': counted([480, 1, 0, 0, 0, 0, 0, 0.5]),
  'log in': counted([1 / 22, 4, 15.05, 0, 94.89, 0, 0, 142]),
} satisfies Record<string, CountedAction>
