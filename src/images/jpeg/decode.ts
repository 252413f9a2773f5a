import { damaged, tooLarge, unsupported } from '../problem'
import { Shrinker } from '../shrinker'
import { shrinkingOf, type Target } from '../sizes'
import type { Bitmap } from '../bitmap'
import { codeTable, type CodeTable } from './bits'
import { type Frame, readFrame } from './frame'
import { isFrame } from './markers'
import type { Pace } from '../pace'
import { decodedRows } from './pixels'
import type { Scan } from './block-state'
import { readScan, type Source } from './scan'

/** A picture has up to 8 tables at once, and may define them again for each scan. */
const MAX_SEGMENTS = 2000
const MAX_CODE_TABLES = 200
/** A scan ends where its data ends. A file can have millions of escaped bytes behind it. */
const MAX_SKIPPED_MARKERS = 200_000

type Tables = {
  dc: (CodeTable | undefined)[]
  ac: (CodeTable | undefined)[]
  quantization: (Uint16Array | undefined)[]
  restartInterval: number
  adobeTransform: number | undefined
  codeTablesRead: number
}

/**
 * Returns a JPEG in the requested size. Of each block of 8 by 8 pixels it keeps only the coefficients that the size needs, so a
 * photo of 48 megapixels takes a few megabytes. Throws a `PictureProblem`.
 */
export async function decodeJpeg(bytes: Uint8Array, target: Target, pace: Pace): Promise<Bitmap> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const source: Source = { bytes, at: 2, blocksRead: 0, skipped: 0, pace }
  const tables: Tables = {
    dc: [],
    ac: [],
    quantization: [],
    restartInterval: 0,
    adobeTransform: undefined,
    codeTablesRead: 0,
  }
  let frame: Frame | undefined
  let hasScan = false
  for (let segments = 0; source.at + 4 <= bytes.length; segments++) {
    if (segments > MAX_SEGMENTS) throw tooLarge()
    const marker = await nextMarker(source)
    if (marker === undefined || marker.kind === 0xd9) break
    const start = marker.end + 2
    if (start > bytes.length) break
    const end = marker.end + view.getUint16(marker.end)
    if (end < start || end > bytes.length) throw damaged()
    const segment = new DataView(bytes.buffer, bytes.byteOffset + start, end - start)
    source.at = end
    if (marker.kind === 0xda) {
      if (frame === undefined) throw damaged()
      await readScan(frame, scanOf(segment, frame, tables), source)
      hasScan = true
    } else if (isFrame(marker.kind)) {
      if (frame !== undefined) throw damaged()
      frame = readFrame(marker.kind, segment, (width, height) => keptFor(width, height, target))
    } else readTables(marker.kind, segment, tables)
  }
  if (frame === undefined || !hasScan) throw damaged()
  return shrunk(frame, tables, { target, pace })
}

const SEARCHED_AT_ONCE = 64 * 1024
const STEPS_PER_SEARCHED_BYTE = 0.1

/** Searches in slices: a file can have many megabytes behind the data of its scan. */
async function nextMarker(source: Source): Promise<{ kind: number; end: number } | undefined> {
  const { bytes, pace } = source
  for (let from = source.at; from < bytes.length; from += SEARCHED_AT_ONCE) {
    const searched = bytes.subarray(from, from + SEARCHED_AT_ONCE)
    for (let at = searched.indexOf(0xff); at >= 0; at = searched.indexOf(0xff, at + 1)) {
      const kind = bytes[from + at + 1]
      if (kind === undefined) return undefined
      // Fill bytes, escaped bytes of data after a scan, and restarts have no length.
      if (kind !== 0 && kind !== 0xff && !(kind >= 0xd0 && kind <= 0xd8) && kind !== 1)
        return { kind, end: from + at + 2 }
      if (++source.skipped > MAX_SKIPPED_MARKERS) throw tooLarge()
    }
    await pace.after(searched.length * STEPS_PER_SEARCHED_BYTE)
  }
  return undefined
}

/** Returns the smallest number of coefficients that gives at least the requested size. */
function keptFor(width: number, height: number, target: Target): number {
  const { kept, result } = shrinkingOf({ width, height }, target)
  return (
    [1, 2, 4].find((count) => (kept.width * count) / 8 >= result.width && (kept.height * count) / 8 >= result.height) ??
    8
  )
}

function readTables(marker: number, segment: DataView, tables: Tables): void {
  if (marker === 0xdb) readQuantization(segment, tables)
  else if (marker === 0xc4) readCodes(segment, tables)
  else if (marker === 0xdd) tables.restartInterval = segment.getUint16(0)
  else if (marker === 0xee && segment.byteLength >= 12 && segment.getUint32(0) === 0x41_64_6f_62)
    tables.adobeTransform = segment.getUint8(11)
}

function readQuantization(segment: DataView, { quantization }: Tables): void {
  for (let at = 0; at < segment.byteLength;) {
    const kind = segment.getUint8(at++)
    const bytesEach = kind >> 4 === 0 ? 1 : 2
    if (at + 64 * bytesEach > segment.byteLength) throw damaged()
    const read = (index: number) => (bytesEach === 1 ? segment.getUint8(at + index) : segment.getUint16(at + index * 2))
    quantization[kind & 3] = Uint16Array.from({ length: 64 }, (_, index) => read(index))
    at += 64 * bytesEach
  }
}

function readCodes(segment: DataView, tables: Tables): void {
  for (let at = 0; at + 17 <= segment.byteLength;) {
    if (++tables.codeTablesRead > MAX_CODE_TABLES) throw tooLarge()
    const kind = segment.getUint8(at)
    const counts = new Uint8Array(segment.buffer, segment.byteOffset + at + 1, 16)
    const total = counts.reduce((sum, count) => sum + count, 0)
    if (total > 256 || at + 17 + total > segment.byteLength) throw damaged()
    const symbols = new Uint8Array(segment.buffer, segment.byteOffset + at + 17, total)
    const family = kind >> 4 === 0 ? tables.dc : tables.ac
    family[kind & 3] = codeTable(counts, symbols)
    at += 17 + total
  }
}

function scanOf(segment: DataView, frame: Frame, { dc, ac, restartInterval }: Tables): Scan {
  const count = segment.getUint8(0)
  if (count < 1 || count > frame.components.length) throw damaged()
  const components = Array.from({ length: count }, (_, index) => {
    const component = frame.components.find(({ id }) => id === segment.getUint8(1 + index * 2))
    if (component === undefined) throw damaged()
    const codes = segment.getUint8(2 + index * 2)
    return { component, dc: dc[(codes >> 4) & 3], ac: ac[codes & 3], last: 0 }
  })
  if (new Set(components.map(({ component }) => component)).size < count) throw damaged()
  const at = 1 + count * 2
  const [from, to, bits] = [segment.getUint8(at), segment.getUint8(at + 1), segment.getUint8(at + 2)]
  const [high, low] = [bits >> 4, bits & 15]
  if (frame.isProgressive && (from > to || to > 63 || low > 13 || (from > 0 && count > 1))) throw damaged()
  return { components, from, to, high, low, restartInterval }
}

type Shrinking = { target: Target; pace: Pace }

async function shrunk(
  frame: Frame,
  { quantization, adobeTransform }: Tables,
  { target, pace }: Shrinking,
): Promise<Bitmap> {
  const { width, height, kept, components } = frame
  const tables = components.map((component) => quantization[component.quantization])
  if (!tables.every((table) => table !== undefined)) throw damaged()
  const decoded = { width: Math.ceil((width * kept) / 8), height: Math.ceil((height * kept) / 8) }
  // The decoded picture is already smaller, and its last column may stand for fewer pixels: this is not visible.
  const { result } = shrinkingOf({ width, height }, target)
  const shrinker = new Shrinker({ ...shrinkingOf(decoded, target), result })
  const isRgb =
    adobeTransform === 0 || (components.length === 3 && components.map(({ id }) => id).join() === '82,71,66')
  const conversion = components.length === 1 ? 'grey' : isRgb ? 'rgb' : 'ycc'
  for (const { row, steps } of decodedRows(frame, tables, conversion)) {
    shrinker.add(row)
    await pace.after(steps)
  }
  if (!shrinker.isComplete) throw unsupported()
  return shrinker.bitmap
}
