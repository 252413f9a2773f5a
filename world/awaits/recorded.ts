import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Await } from './awaits.ts'

/** How many awaits of a file may wait for something outside, as an engineer noted it who looked at each. */
type Recorded = Readonly<Record<string, number>>

const FILE = join(import.meta.dirname, 'recorded.json')

export const readRecorded = (): Recorded => JSON.parse(readFileSync(FILE, 'utf8'))

/** Returns the places at which the server may wait for something outside, as the source says. */
export const placesOutside = (awaits: readonly Await[]): string[] =>
  [...new Set(awaits.flatMap(({ place, isOutside }) => (isOutside ? [place] : [])))].sort()

export const writeRecorded = (outside: readonly string[]): void =>
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(countsOf(outside)), null, 2)}\n`)

/**
 * Returns the files whose awaits have changed since the report of points was right. A new await in a file with others, or in a folder that
 * has a reason, was not looked at either.
 */
export function problemsOfRecord(outside: readonly string[], recorded: Recorded): string[] {
  const present = countsOf(outside)
  return [...new Set([...present.keys(), ...Object.keys(recorded)])].flatMap((file) => {
    const [now = 0, before = 0] = [present.get(file), recorded[file]]
    return now === before ? [] : `${file} has ${now} awaits for something outside, and had ${before}: ${REMEDY}`
  })
}

const REMEDY =
  'let the life of the world reach new ones, or say in awaits/unreached.ts why it cannot, and note them with `npm run world -- --write`'

const countsOf = (places: readonly string[]): Map<string, number> => {
  const byFile = Map.groupBy(places, (place) => place.slice(0, place.lastIndexOf(':')))
  return new Map([...byFile].map(([file, found]) => [file, found.length]))
}
