import type { Bitmap } from './bitmap'
import { shrinkingOf, type Shrinking, type Target } from './sizes'

/**
 * Makes a smaller picture from the rows of a larger one: each new pixel is the average of the pixels in its place. It keeps one
 * row of sums, so the memory depends on the new size only. A transparent pixel has no colour that counts.
 */
export class Shrinker {
  readonly bitmap: Bitmap
  readonly #across: Spans
  readonly #rowSums: Float64Array
  readonly #sums: Float64Array
  readonly #area: number
  readonly #rowHeight: number
  #hasSums = false
  #y = 0
  #target = 0

  constructor(readonly shrinking: Shrinking) {
    const { kept, result, left } = shrinking
    this.bitmap = { ...result, data: new Uint8ClampedArray(result.width * result.height * 4) }
    this.#across = spans(left, kept.width, result.width)
    this.#rowSums = new Float64Array(result.width * 4)
    this.#sums = new Float64Array(result.width * 4)
    this.#rowHeight = kept.height / result.height
    this.#area = (kept.width / result.width) * this.#rowHeight
  }

  /** Adds the next row of the larger picture. `isSame`: it is equal to the row before it, whose sums count again. */
  add(row: Uint8Array | Uint8ClampedArray, isSame = false): void {
    const { top, kept } = this.shrinking
    const from = Math.max(this.#y, top)
    const to = Math.min(this.#y + 1, top + kept.height)
    this.#y++
    if (to - from <= ROUNDING) return
    if (!isSame || !this.#hasSums) this.#sumAcross(row)
    this.#hasSums = true
    for (let at = from; to - at > ROUNDING && this.#target < this.bitmap.height;) {
      const bottom = top + (this.#target + 1) * this.#rowHeight
      const end = Math.min(to, bottom)
      const weight = end - at
      for (let index = 0; index < this.#sums.length; index++) this.#sums[index]! += this.#rowSums[index]! * weight
      if (bottom - end <= ROUNDING) this.#finishRow()
      at = Math.max(end, at + ROUNDING)
    }
  }

  /** Returns whether all rows that count are there. */
  get isComplete(): boolean {
    return this.#target === this.bitmap.height
  }

  #sumAcross(row: Uint8Array | Uint8ClampedArray): void {
    const { first, last, firstWeight, lastWeight } = this.#across
    const sums = this.#rowSums
    for (let column = 0; column < first.length; column++) {
      const start = first[column]!
      const end = last[column]!
      const startWeight = firstWeight[column]!
      const endWeight = lastWeight[column]!
      let red = 0
      let green = 0
      let blue = 0
      let opacity = 0
      for (let x = start; x <= end; x++) {
        const at = x * 4
        const share = x === start ? startWeight : x === end ? endWeight : 1
        const weight = share * row[at + 3]!
        red += row[at]! * weight
        green += row[at + 1]! * weight
        blue += row[at + 2]! * weight
        opacity += weight
      }
      sums[column * 4] = red
      sums[column * 4 + 1] = green
      sums[column * 4 + 2] = blue
      sums[column * 4 + 3] = opacity
    }
  }

  #finishRow(): void {
    const { data, width } = this.bitmap
    const sums = this.#sums
    for (let column = 0, at = this.#target * width * 4; column < width; column++, at += 4) {
      const opacity = sums[column * 4 + 3]!
      for (let colour = 0; colour < 3; colour++)
        data[at + colour] = opacity === 0 ? 0 : sums[column * 4 + colour]! / opacity
      data[at + 3] = opacity / this.#area
    }
    sums.fill(0)
    this.#target++
  }
}

const ROUNDING = 1e-6

/** Returns a smaller picture of a picture that is small already. */
export function shrinkBitmap({ width, height, data }: Bitmap, target: Target): Bitmap {
  const shrinker = new Shrinker(shrinkingOf({ width, height }, target))
  for (let y = 0; y < height; y++) shrinker.add(data.subarray(y * width * 4, (y + 1) * width * 4))
  return shrinker.bitmap
}

/** For each new column: the first and the last column that it covers, and how much of them. */
type Spans = { first: Int32Array; last: Int32Array; firstWeight: Float64Array; lastWeight: Float64Array }

function spans(from: number, length: number, count: number): Spans {
  const all: Spans = {
    first: new Int32Array(count),
    last: new Int32Array(count),
    firstWeight: new Float64Array(count),
    lastWeight: new Float64Array(count),
  }
  const step = length / count
  for (let index = 0; index < count; index++) {
    const start = from + index * step
    const end = Math.min(from + length, start + step)
    const first = Math.floor(start + ROUNDING)
    const last = Math.max(first, Math.ceil(end - ROUNDING) - 1)
    all.first[index] = first
    all.last[index] = last
    all.firstWeight[index] = Math.min(end, first + 1) - start
    all.lastWeight[index] = end - last
  }
  return all
}
