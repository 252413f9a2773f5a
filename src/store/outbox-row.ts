/** A row that is to be written to D1. */
export type OutboxRow = {
  seq: number
  target: string // the D1 table
  key: number // its id in the realm
  version: number // increases with each change of the same row
  body: string // JSON: the row's columns
}
