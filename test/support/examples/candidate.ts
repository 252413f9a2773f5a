import type { Example } from '../../../src/api/documentation/examples'

/** An example from a test, and how well it suits the documentation. */
export type Candidate<Value> = {
  value: Value
  /** Whether the test belongs to the `describe` of the endpoint, or of an endpoint in the group of the event. */
  isInItsDescribe: boolean
  isLarge: boolean
  /** 0: the test file has the name of the concept. 1: it is in the folder of its wing. 2: it is elsewhere. */
  distance: 0 | 1 | 2
}

/** The best candidates of a file: endpoints by route, and events by the name of their kind. */
export type Candidates = {
  endpoints: Record<string, Candidate<Example>>
  events: Record<string, Candidate<object>>
}

/** Returns the better of two candidates. Of two equal ones the first stays, so the choice is the same in each run. */
export function better<Value>(first: Candidate<Value> | undefined, second: Candidate<Value>): Candidate<Value> {
  if (first === undefined || rankOf(second) < rankOf(first)) return second
  return first
}

const rankOf = ({ isInItsDescribe, isLarge, distance }: Candidate<unknown>) =>
  (isLarge ? 8 : 0) + (isInItsDescribe ? 0 : 4) + distance

/** Whether no other test of the same file can be better. */
export const isBest = (candidate: Candidate<unknown> | undefined): boolean =>
  candidate !== undefined && candidate.isInItsDescribe && !candidate.isLarge
