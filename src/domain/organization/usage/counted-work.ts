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
  'register a queue': counted([4, 1, 2, 0.21, 79.16, 0, 0, 6.8]),
  'fetch 100 messages': counted([30, 1, 0, 0.16, 332, 0, 0, 4.19]),
  'send to a channel': counted([25, 1, 6, 2.32, 15.84, 6.42, 2.11, 1.82]),
  'send a direct message': counted([15, 1, 6, 2.26, 17.53, 6.42, 2.11, 1.83]),
  'mention a user': counted([3, 1, 8.16, 2.32, 39.47, 6.42, 2.11, 2.06]),
  'react to a message': counted([10, 1, 4, 1.21, 18.26, 0, 0, 1.2]),
  'mark 20 messages as read': counted([30, 1, 2, 1.21, 83.42, 0, 0, 1.37]),
  'send a typing notification': counted([40, 1, 0, 0.16, 3.16, 0, 0, 1.11]),
  'edit a message': counted([3, 1, 7, 3.32, 53.79, 8.53, 6.32, 2.04]),
  search: counted([3, 5, 0, 0.16, 609, 102, 0, 24.19]),
  'send a presence ping': counted([480, 1, 0, 0.16, 3.16, 0, 0, 1]),
  'log in': counted([1 / 22, 3, 15.05, 0.16, 97.16, 0, 0, 199]),
} satisfies Record<string, CountedAction>
