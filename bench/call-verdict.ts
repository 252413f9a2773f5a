// Who receives whom in a call, for how long not, and whether that is as it must be.

import type { Arrived } from './call-pages.ts'
import { number } from './table.ts'

/** The longest time in which one page received nothing of a user. */
type Gap = { milliseconds: number; listener: number; speaker: number }

/** Returns the longest gap of each page. */
export const longestOf = (all: readonly Arrived[]): Gap[] =>
  all.map(({ gaps }, listener) => {
    const [speaker, milliseconds] = gaps.toSorted(([, a], [, b]) => b - a)[0] ?? [0, 0]
    return { milliseconds, listener, speaker }
  })

/** Prints which page receives which users, and returns whether all receive all. The page with a number has the user at the same place. */
export function printMatrix(users: readonly number[], last: readonly Arrived[]): boolean {
  console.log('\nwho receives whom in the last second (rows receive columns)')
  console.log(`        ${users.map((_, nth) => String(nth).padStart(3)).join('')}`)
  let isComplete = true
  for (const [nth, { voices }] of last.entries()) {
    const cells = users.map((id, place) => (place === nth ? '  ·' : voices.includes(id) ? '  x' : '  -'))
    isComplete &&= cells.every((cell) => cell !== '  -')
    console.log(`page ${String(nth).padStart(2)} ${cells.join('')}`)
  }
  return isComplete
}

/** Prints the gaps, and returns the longest. */
export function printGaps(users: readonly number[], gaps: readonly Gap[]): number {
  const worst = gaps.toSorted((a, b) => b.milliseconds - a.milliseconds)[0]
  if (worst === undefined) return 0
  const { milliseconds, listener, speaker } = worst
  const all = gaps.map((each) => number(each.milliseconds, '')).join(' ')
  const whose = `page ${listener} without page ${users.indexOf(speaker)}`
  console.log(`the longest gap                     ${number(milliseconds, 'ms')}: ${whose}`)
  console.log(`the longest gap of each page        ${all} ms`)
  return milliseconds
}

/** Prints one line for each statement, and returns whether all hold. */
export function printVerdict(statements: readonly (readonly [boolean, string])[]): boolean {
  console.log()
  for (const [holds, statement] of statements) console.log(`${holds ? 'holds ' : 'BROKEN'}  ${statement}`)
  const isGood = statements.every(([holds]) => holds)
  console.log(isGood ? '\nAll receive all.' : '\nSomething is wrong.')
  return isGood
}
