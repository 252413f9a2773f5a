import type { Component, Frame } from './frame'
import { ZIGZAG } from './zigzag'

type Conversion = 'grey' | 'rgb' | 'ycc'

/** A row, which the next one overwrites, and the steps that it took. */
type DecodedRow = { row: Uint8ClampedArray; steps: number }

const STEPS_PER_PIXEL = 2
/** A block of more coefficients takes longer. */
const STEPS_PER_BLOCK = [0, 3, 6, 0, 25, 0, 0, 0, 150]

/** Yields each row of the decoded picture. It has `kept` pixels for each 8 of the original. */
export function* decodedRows(
  frame: Frame,
  tables: readonly Uint16Array[],
  conversion: Conversion,
): Generator<DecodedRow, undefined> {
  const { kept, width, height, mostAcross, mostDown, components } = frame
  const [rowPixels, rows] = [Math.ceil((width * kept) / 8), Math.ceil((height * kept) / 8)]
  const strips = components.map((component, index) => new Strip(component, tables[index]!, frame))
  const columns = components.map(({ across }) =>
    Int32Array.from({ length: rowPixels }, (_, x) => Math.floor((x * across) / mostAcross)),
  )
  const row = new Uint8ClampedArray(rowPixels * 4).fill(255)
  const linesPerUnit = mostDown * kept
  for (let y = 0; y < rows; y++) {
    const line = y % linesPerUnit
    let steps = rowPixels * STEPS_PER_PIXEL
    if (line === 0)
      for (const strip of strips) steps += strip.decode(Math.floor(y / linesPerUnit)) * STEPS_PER_BLOCK[kept]!
    const lines = strips.map((strip, index) => strip.line(Math.floor((line * components[index]!.down) / mostDown)))
    if (conversion === 'grey') writeGrey(row, lines[0]!)
    else writeColours(row, lines, columns, conversion === 'ycc')
    yield { row, steps }
  }
  return undefined
}

function writeGrey(row: Uint8ClampedArray, line: Uint8ClampedArray): void {
  for (let x = 0, at = 0; at < row.length; x++, at += 4) row[at] = row[at + 1] = row[at + 2] = line[x]!
}

function writeColours(row: Uint8ClampedArray, lines: Uint8ClampedArray[], columns: Int32Array[], isYcc: boolean): void {
  const [one, two, three] = [lines[0]!, lines[1]!, lines[2]!]
  const [atOne, atTwo, atThree] = [columns[0]!, columns[1]!, columns[2]!]
  for (let x = 0, at = 0; at < row.length; x++, at += 4) {
    const [first, second, third] = [one[atOne[x]!]!, two[atTwo[x]!]!, three[atThree[x]!]!]
    row[at] = isYcc ? first + 1.402 * (third - 128) : first
    row[at + 1] = isYcc ? first - 0.344136 * (second - 128) - 0.714136 * (third - 128) : second
    row[at + 2] = isYcc ? first + 1.772 * (second - 128) : third
  }
}

/** The samples of one component for one row of units. */
class Strip {
  readonly #samples: Uint8ClampedArray
  readonly #width: number
  readonly #factors: Float32Array
  readonly #cosines: Float32Array
  readonly #between: Float32Array

  constructor(
    readonly component: Component,
    table: Uint16Array,
    readonly frame: Frame,
  ) {
    const { kept } = frame
    this.#width = component.paddedBlocksAcross * kept
    this.#samples = new Uint8ClampedArray(this.#width * component.down * kept)
    this.#factors = factorsOf(table, kept)
    this.#cosines = cosinesFor(kept)
    this.#between = new Float32Array(kept * kept)
  }

  line(index: number): Uint8ClampedArray {
    return this.#samples.subarray(index * this.#width, (index + 1) * this.#width)
  }

  /** Returns how many blocks it decoded. */
  decode(unitRow: number): number {
    const { kept } = this.frame
    const { down, paddedBlocksAcross } = this.component
    for (let row = 0; row < down; row++)
      for (let column = 0; column < paddedBlocksAcross; column++) {
        const block = (unitRow * down + row) * paddedBlocksAcross + column
        this.#decodeBlock(block * kept * kept, row * kept * this.#width + column * kept)
      }
    return down * paddedBlocksAcross
  }

  /** Turns frequencies into samples: first along the columns, then along the rows. */
  #decodeBlock(from: number, to: number): void {
    const { kept } = this.frame
    const { values } = this.component
    const [cosines, factors, between] = [this.#cosines, this.#factors, this.#between]
    for (let y = 0; y < kept; y++)
      for (let column = 0; column < kept; column++) {
        let sum = 0
        for (let row = 0; row < kept; row++) {
          const place = row * kept + column
          sum += values[from + place]! * factors[place]! * cosines[y * kept + row]!
        }
        between[y * kept + column] = sum
      }
    for (let y = 0; y < kept; y++)
      for (let x = 0; x < kept; x++) {
        let sum = 128
        for (let column = 0; column < kept; column++) sum += between[y * kept + column]! * cosines[x * kept + column]!
        this.#samples[to + y * this.#width + x] = sum
      }
  }
}

function factorsOf(table: Uint16Array, kept: number): Float32Array {
  const factors = new Float32Array(kept * kept)
  ZIGZAG.forEach((place, index) => {
    const [row, column] = [place >> 3, place & 7]
    if (row < kept && column < kept) factors[row * kept + column] = table[index]! / 4
  })
  return factors
}

/** Returns, for each sample and each frequency, the value of its wave. A block of fewer samples has fewer frequencies. */
function cosinesFor(kept: number): Float32Array {
  const cosines = new Float32Array(kept * kept)
  for (let sample = 0; sample < kept; sample++)
    for (let frequency = 0; frequency < kept; frequency++)
      cosines[sample * kept + frequency] =
        Math.cos(((2 * sample + 1) * frequency * Math.PI) / (2 * kept)) * (frequency === 0 ? Math.SQRT1_2 : 1)
  return cosines
}
