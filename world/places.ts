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

const oneWay = (from: string, to: string): number =>
  from === to ? 0 : (ONE_WAY[`${from} ${to}`] ?? ONE_WAY[`${to} ${from}`] ?? 0)

/** Whether places are so far from each other that a user would notice. */
export const isLong = (from: string, to: string): boolean => oneWay(from, to) > LONG_MILLISECONDS

const LONG_MILLISECONDS = 20

export class Places {
  readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  /** Returns how long a call is on its way. Now and then one is ten times slower. */
  delay(from: string, to: string, kind: string): number {
    const near = (kind === 'd1' || kind === 'r2' ? 2 : 0.3) * (0.5 + this.random.next())
    return oneWay(from, to) * (1 + this.random.next() / 10) + near * (this.random.chance(0.01) ? 10 : 1)
  }
}
