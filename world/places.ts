import type { Random } from './random.ts'

/**
 * How far places are from each other, in milliseconds one way: a third more than light in glass needs, as measured between data
 * centres (https://www.cloudping.co). A call inside of one place takes a fraction of a millisecond.
 */
const ONE_WAY: Readonly<Record<string, number>> = {
  'Frankfurt Nairobi': 82,
  'Frankfurt Sydney': 142,
  'Frankfurt São Paulo': 102,
  'Nairobi Sydney': 165,
  'Nairobi São Paulo': 175,
  'Sydney São Paulo': 160,
}

export const PLACES = ['Frankfurt', 'Nairobi', 'Sydney', 'São Paulo'] as const
export const HOME = 'Frankfurt'

/** A crossing between places that are far from each other. */
const LONG_MILLISECONDS = 20

export class Places {
  /** The long crossings so far. Each call has two: there and back. */
  longCrossings = 0

  readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  /** Returns how long a call is on its way. Now and then one is ten times slower. */
  delay(from: string, to: string, kind: string): number {
    const far = from === to ? 0 : (ONE_WAY[`${from} ${to}`] ?? ONE_WAY[`${to} ${from}`] ?? 0)
    if (far > LONG_MILLISECONDS) this.longCrossings++
    const near = (kind === 'd1' || kind === 'r2' ? 2 : 0.3) * (0.5 + this.random.next())
    return far * (1 + this.random.next() / 10) + near * (this.random.chance(0.01) ? 10 : 1)
  }
}
