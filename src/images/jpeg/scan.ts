import { damaged, tooLarge } from '../problem'
import { BitReader } from './bits'
import { readBlock } from './blocks'
import { readFirstAc, readFirstDc, refineAc, refineDc } from './progressive-blocks'
import type { Pace } from '../pace'
import type { BlockState, Scan, ScanComponent } from './block-state'
import type { Frame } from './frame'
import { keptPlaces } from './zigzag'

type ReadBlock = (state: BlockState, of: ScanComponent, block: number, valuesAt: number) => void

/** All scans together read at most so many blocks: a small file can have many scans of a large picture. */
const MAX_BLOCKS_READ = 30_000_000

/** Where the data of the scan begins, how many blocks earlier scans have read, and how many markers between them were skipped. */
export type Source = { bytes: Uint8Array; at: number; blocksRead: number; skipped: number; pace: Pace }

const [STEPS_PER_BLOCK, STEPS_PER_BYTE] = [6, 6]
const UNITS_AT_ONCE = 1000

/** Reads one scan into the coefficients, and moves the source behind it. */
export async function readScan(frame: Frame, scan: Scan, source: Source): Promise<void> {
  const reader = new BitReader(source.bytes, source.at)
  const state: BlockState = { reader, scan, places: keptPlaces(frame.kept), emptyBlocks: 0 }
  const read = reading(frame, scan)
  const valuesPerBlock = frame.kept ** 2
  const readAt = (of: ScanComponent, row: number, column: number) => {
    const block = row * of.component.paddedBlocksAcross + column
    read(state, of, block, block * valuesPerBlock)
  }
  const [first] = scan.components
  if (first === undefined) throw damaged()
  const isAlone = scan.components.length === 1
  const { blocksAcross, blocksDown } = first.component
  const [across, down] = isAlone ? [blocksAcross, blocksDown] : [frame.unitsAcross, frame.unitsDown]
  source.blocksRead += across * down * scan.components.length
  if (source.blocksRead > MAX_BLOCKS_READ) throw tooLarge()
  let paidTo = reader.at
  for (let unit = 0; unit < across * down; unit++) {
    if (unit % UNITS_AT_ONCE === 0) {
      const steps = UNITS_AT_ONCE * scan.components.length * STEPS_PER_BLOCK + (reader.at - paidTo) * STEPS_PER_BYTE
      paidTo = reader.at
      await source.pace.after(steps)
    }
    if (scan.restartInterval > 0 && unit > 0 && unit % scan.restartInterval === 0) restart(state)
    const [row, column] = [Math.floor(unit / across), unit % across]
    if (isAlone) readAt(first, row, column)
    else
      for (const of of scan.components) {
        const { across: inUnit, down: rows } = of.component
        for (let y = 0; y < rows; y++) for (let x = 0; x < inUnit; x++) readAt(of, row * rows + y, column * inUnit + x)
      }
  }
  source.at = reader.at
}

function restart(state: BlockState): void {
  state.reader.restart()
  state.emptyBlocks = 0
  for (const of of state.scan.components) of.last = 0
}

function reading({ isProgressive }: Frame, { from, high }: Scan): ReadBlock {
  if (!isProgressive) return readBlock
  if (from === 0) return high === 0 ? readFirstDc : refineDc
  return high === 0 ? readFirstAc : refineAc
}
