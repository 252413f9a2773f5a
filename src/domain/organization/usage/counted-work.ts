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
  'register a queue': counted([4, 1, 2, 0, 69.21, 0, 0, 6.6]),
  'fetch 100 messages': counted([30, 1, 0, 0, 100, 0, 0, 2.49]),
  'send to a channel': counted([25, 1, 6, 1.05, 8.42, 6.42, 2.11, 1.29]),
  'send a direct message': counted([15, 1, 6, 1.05, 8.37, 6.42, 2.11, 1.81]),
  'mention a user': counted([3, 1, 8.16, 1.05, 32, 6.42, 2.11, 1.9]),
  'react to a message': counted([10, 1, 4, 0, 3.05, 0, 0, 1.53]),
  'mark 20 messages as read': counted([30, 1, 2, 0, 61.21, 0, 0, 1.23]),
  'send a typing notification': counted([40, 1, 0, 0, 0, 0, 0, 1.08]),
  'edit a message': counted([3, 1, 6, 2.11, 34.58, 8.53, 6.32, 1.99]),
  search: counted([3, 3.16, 0, 0, 318, 102, 0, 9.72]),
  'send a presence ping': counted([480, 1, 0, 0, 0, 0, 0, 0.51]),
  'log in': counted([1 / 22, 4, 15.05, 0, 95, 0, 0, 143]),
} satisfies Record<string, CountedAction>
