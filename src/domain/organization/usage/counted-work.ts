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
  'register a queue': counted([4, 1, 2, 0.16, 77.95, 0, 0, 7.46]),
  'fetch 100 messages': counted([30, 1, 0, 0.11, 331, 0, 0, 3.02]),
  'send to a channel': counted([25, 1, 6, 2.26, 11.47, 6.42, 2.11, 1.11]),
  'send a direct message': counted([15, 1, 6, 2.21, 13.16, 6.42, 2.11, 1.26]),
  'mention a user': counted([3, 1, 8.16, 2.26, 35.11, 6.42, 2.11, 1.57]),
  'react to a message': counted([10, 1, 4, 1.16, 17.05, 0, 0, 1.17]),
  'mark 20 messages as read': counted([30, 1, 2, 1.16, 82.21, 0, 0, 1.2]),
  'send a typing notification': counted([40, 1, 0, 0.11, 1.95, 0, 0, 0.79]),
  'edit a message': counted([3, 1, 7, 3.26, 43.26, 8.53, 4.21, 1.52]),
  search: counted([3, 5, 0, 0.11, 608, 102, 0, 7.88]),
  'send a presence ping': counted([480, 1, 0, 0.11, 1.95, 0, 0, 0.87]),
  'log in': counted([1 / 22, 3, 15.05, 0.11, 95.95, 0, 0, 76.33]),
} satisfies Record<string, CountedAction>
