// A QR code in byte mode with error correction of level L, for the addresses of one-time codes. ISO/IEC 18004.

/** For each version from 1 on: the bytes of correction for each block, and the bytes of data in each block. */
const BLOCKS: [correction: number, data: number[]][] = [
  [7, [19]],
  [10, [34]],
  [15, [55]],
  [20, [80]],
  [26, [108]],
  [18, [68, 68]],
  [20, [78, 78]],
  [24, [97, 97]],
  [30, [116, 116]],
  [18, [68, 68, 69, 69]],
]
const ALIGNMENTS = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

type Grid = (boolean | undefined)[][]

/** Returns the modules of the code: true is dark. Throws if the text is longer than about 270 bytes. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = BLOCKS.findIndex(([, data], at) => sum(data) >= bytes.length + (at < 9 ? 2 : 3)) + 1
  if (version === 0) throw new Error('The text is too long for a QR code.')
  const codewords = codewordsOf(bytes, version)
  const size = 17 + 4 * version
  const empty = functionModules(version)
  const candidates = Array.from({ length: 8 }, (_, mask) => {
    const grid = empty.map((row) => [...row])
    place(grid, codewords, mask)
    addFormat(grid, mask)
    return grid.map((row) => row.map((module) => module === true))
  })
  return candidates.reduce((best, other) => (penalty(other, size) < penalty(best, size) ? other : best))
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function codewordsOf(bytes: Uint8Array, version: number): number[] {
  const [correction, lengths] = BLOCKS[version - 1]!
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1)
  }
  push(0b0100, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  const capacity = sum(lengths) * 8
  push(0, Math.min(4, capacity - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    Number.parseInt(bits.slice(8 * at, 8 * at + 8).join(''), 2),
  )
  for (let pad = 0; data.length < capacity / 8; pad++) data.push(pad % 2 === 0 ? 0xec : 0x11)
  let start = 0
  const blocks = lengths.map((length) => data.slice(start, (start += length)))
  const corrections = blocks.map((block) => remainderOf(block, correction))
  const columns = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, at) =>
      rows.flatMap((row) => row[at] ?? []),
    ).flat()
  return [...columns(blocks), ...columns(corrections)]
}

/** Multiplies in the field of 256 elements of the standard. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

/** Returns the bytes of Reed-Solomon correction of a block. */
export function remainderOf(data: readonly number[], length: number): number[] {
  let divisor = [1]
  for (let root = 1, at = 0; at < length; at++, root = multiply(root, 2)) {
    const scaled = [...divisor.map((factor) => multiply(factor, root)), 0]
    divisor = [...divisor, 0].map((factor, index) => factor ^ (index === 0 ? 0 : (scaled[index - 1] ?? 0)))
  }
  const result = Array.from({ length }, () => 0)
  for (const byte of data) {
    const factor = byte ^ result.shift()!
    result.push(0)
    for (let at = 0; at < length; at++) result[at]! ^= multiply(divisor[at + 1]!, factor)
  }
  return result
}

/** Returns the grid with the patterns of the version. Undefined modules are for data. */
function functionModules(version: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined))
  for (let at = 0; at < size; at++) {
    grid[6]![at] = at % 2 === 0
    grid[at]![6] = at % 2 === 0
  }
  const square = (row: number, column: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++)
        if (
          grid[row + y]?.[column + x] !== undefined ||
          (row + y >= 0 && row + y < size && column + x >= 0 && column + x < size)
        )
          grid[row + y]![column + x] = isDark(Math.max(Math.abs(x), Math.abs(y)))
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, (distance) => distance !== 2 && distance !== 4)
  const centers = ALIGNMENTS[version - 1]!
  const last = centers.at(-1)
  for (const row of centers)
    for (const column of centers) {
      const isCorner = (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6)
      if (!isCorner) square(row, column, 2, (distance) => distance !== 1)
    }
  // The places of the format, which `addFormat` fills.
  for (const [row, column] of [...formatPlaces(size, 0), ...formatPlaces(size, 1)]) grid[row]![column] = false
  grid[size - 8]![8] = true
  if (version >= 7) addVersion(grid, version)
  return grid
}

function addVersion(grid: Grid, version: number) {
  const size = grid.length
  const bits = (version << 12) | remainder(version << 12, 0x1f25, 12)
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >> at) & 1) === 1
    const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)]
    grid[b]![a] = isDark
    grid[a]![b] = isDark
  }
}

/** Returns the remainder of a division of polynomials of bits. */
function remainder(value: number, divisor: number, degree: number): number {
  let rest = value
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= divisor << (bit - degree)
  return rest
}

/** Returns the 15 places of a copy of the format, from the lowest bit on. */
function formatPlaces(size: number, copy: 0 | 1): [row: number, column: number][] {
  return Array.from({ length: 15 }, (_, at): [number, number] => {
    if (copy === 1) return at < 8 ? [8, size - 1 - at] : [size - 15 + at, 8]
    if (at < 6) return [at, 8]
    if (at < 8) return [at + 1, 8]
    return [8, at === 8 ? 7 : 14 - at]
  })
}

/** Returns the 15 bits that name the level L and the mask. */
export const formatBits = (mask: number): number => {
  const data = (0b01 << 3) | mask
  return ((data << 10) | remainder(data << 10, 0x537, 10)) ^ 0x5412
}

function addFormat(grid: Grid, mask: number) {
  const bits = formatBits(mask)
  for (const copy of [0, 1] as const)
    for (const [at, [row, column]] of formatPlaces(grid.length, copy).entries())
      grid[row]![column] = ((bits >> at) & 1) === 1
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** Returns the places for data, in the order of the bits: two columns at a time, upwards and downwards. */
export function dataPlaces(version: number): [row: number, column: number][] {
  const grid = functionModules(version)
  const size = grid.length
  const places: [number, number][] = []
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const column of [right, right - 1]) {
        const row = isUp ? size - 1 - step : step
        if (grid[row]![column] === undefined) places.push([row, column])
      }
  }
  return places
}

export const isMasked = (mask: number, row: number, column: number): boolean => MASKS[mask]!(row, column)

function place(grid: Grid, codewords: number[], mask: number) {
  for (const [at, [row, column]] of dataPlaces((grid.length - 17) / 4).entries()) {
    const bit = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    grid[row]![column] = (bit === 1) !== isMasked(mask, row, column)
  }
}

/** Rates how hard a code is to scan: long runs, squares and an uneven share of dark modules. */
function penalty(code: boolean[][], size: number): number {
  let points = 0
  const columns = code.map((_, at) => code.map((row) => row[at]!))
  for (const line of [...code, ...columns])
    for (const run of line
      .map(Number)
      .join('')
      .match(/0{5,}|1{5,}/g) ?? [])
      points += run.length - 2
  for (let row = 1; row < size; row++)
    for (let column = 1; column < size; column++) {
      const module = code[row]![column]
      if (
        code[row - 1]![column] === module &&
        code[row]![column - 1] === module &&
        code[row - 1]![column - 1] === module
      )
        points += 3
    }
  const dark = code.flat().filter(Boolean).length / size ** 2
  return points + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
