// What the bench measures.

import type { Crossings } from './counted-crossings.ts'
import type { Counted, countLater } from './counts.ts'
import type { Listened } from './listeners.ts'
import type { readLongHistory } from './long-reads.ts'
import type { Loaded, Pair } from './ratios.ts'
import type { registerAfterWaking, Restarted, Woken } from './waking.ts'

export type Read = Loaded & { bytes: number; read: number; crossings: number }
/** `Rows`: the floor writes as many rows as the server. Otherwise it writes one. */
export type Load = 'saturated' | 'single' | 'moderate' | 'saturatedRows' | 'singleRows'
export type LongReads = Awaited<ReturnType<typeof readLongHistory>>

export type Results = {
  sending: Counted[]
  later: Awaited<ReturnType<typeof countLater>>
  loads: Record<Load, Pair<Loaded>[]>
  day: Pair<Loaded>[]
  listened: Listened
  reads: Record<string, Read>
  woken: Woken[]
  restarted: Restarted
  registered: Awaited<ReturnType<typeof registerAfterWaking>>
  crossings: Record<string, Crossings>
  long: LongReads
}
