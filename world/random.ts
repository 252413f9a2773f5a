/** Numbers that follow from a seed alone. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  fill(bytes: Uint8Array): void
}

/** Returns the numbers of a name: those of one name do not depend on how many were taken of another. */
export function randomOf(seed: number, name: string): Random {
  const next = sfc32(seed, name)
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick')
      return item
    },
    fill(bytes) {
      for (let at = 0; at < bytes.length; at++) bytes[at] = below(256)
    },
  }
}

/** Chris Doty-Humphrey's small fast counter, which passes PractRand. The name is mixed in by FNV-1a. */
function sfc32(seed: number, name: string): () => number {
  let hash = 0x811c9dc5
  for (const unit of `${seed}/${name}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  let [a, b, c, counter] = [hash | 0, seed | 0, (seed / 2 ** 32) | 0, 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 12; round++) next()
  return next
}
