/** A row on its way to D1. */
export type OutboxRow = {
  seq: number
  target: string // the D1 table
  key: number // its id in the realm
  version: number // grows with every change of the same thing
  body: string // JSON: the row's columns
}
