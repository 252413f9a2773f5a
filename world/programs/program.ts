import type { FaultKind } from '../faults.ts'

/** Which call a fault struck, in the order of all calls, and how. */
export type StruckFault = readonly [call: number, kind: FaultKind]

export type Program = {
  seed: number
  days: number
  people: number
  /** How many actions a member does on an average day. */
  perMember: number
  /** The share of calls that a fault strikes. */
  faultRate: number
  /** For how many hours of a day the organization lives. Undefined: 22, and the rest is for the comparison. */
  hours?: number
  /** How many days pass from the beginning of one day to that of the next. Undefined: one. */
  daysApart?: number
  /** The release whose copy the organization continues. Its code runs on the first day, and the present code from then on. */
  from?: string
  /** How many queues a realm serves itself. Undefined: all. */
  queuesOfRealm?: number
  /** Whether the server compares its answers, and its lists of recipients, with what they should be: as in tests. */
  checks?: boolean
  /** How large a database may become before the realm continues in another one. Undefined: as large as production lets it be. */
  bytesPerDatabase?: number
  /** How many events the log of a realm, or of a gateway, may have. Undefined: as many as production lets it have. */
  eventsInLog?: number
  /** The name of what the organization does mostly: `mixes.ts`. */
  mix?: string
  /**
   * Whether queues are compared with what their clients have. That brings them into memory, and so changes what follows. Undefined: in
   * lives with a mix.
   */
  comparesQueues?: boolean
  /** False: no member keeps the history in a browser. */
  browsers?: boolean
  /** Steps that are left out, and faults that do not strike: to find the smallest program that fails. */
  withoutSteps?: readonly string[]
  onlyFaults?: readonly StruckFault[]
}
