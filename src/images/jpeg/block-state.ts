import type { BitReader, CodeTable } from './bits'
import type { Component } from './frame'

/** A component in a scan, with its codes and the last value of its average. */
export type ScanComponent = { component: Component; dc: CodeTable | undefined; ac: CodeTable | undefined; last: number }

export type Scan = {
  components: ScanComponent[]
  /** Which coefficients of each block the scan has, and which of their bits. */
  from: number
  to: number
  high: number
  low: number
  restartInterval: number
}

/** What reading a block needs and changes. */
export type BlockState = {
  reader: BitReader
  scan: Scan
  places: Int8Array
  /** How many more blocks have no coefficients in this scan. */
  emptyBlocks: number
}
