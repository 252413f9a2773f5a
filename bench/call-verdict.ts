// Who receives whom in a call, for how long not, and whether that is as it must be.

import type { Arrived } from './call-pages.ts'
import { number } from './table.ts'

/** The longest time in which one page received nothing of another user. */
type Gap = { milliseconds: number; listener: number; speaker: number; second: number }

export type Voices = ReturnType<typeof watchVoices>

/** Notes the longest gaps of each page. The page with a number has the user at the same place. */
export function watchVoices(users: readonly number[]) {
  const began = performance.now()
  const longest = users.map((): Gap => ({ milliseconds: 0, listener: 0, speaker: 0, second: 0 }))
  return {
    longest,
    note(all: readonly Arrived[]): void {
      const now = performance.now()
      for (const [listener, { gaps }] of all.entries())
        for (const [speaker, milliseconds] of gaps)
          if (milliseconds > (longest[listener]?.milliseconds ?? 0))
            longest[listener] = { milliseconds, listener, speaker, second: (now - began) / 1000 }
    },
  }
}

/** Prints which page receives which users, and returns whether all receive all. */
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

export function printLongest(users: readonly number[], longest: readonly Gap[]): number {
  const worst = longest.toSorted((a, b) => b.milliseconds - a.milliseconds)[0]
  if (worst === undefined) return 0
  const { milliseconds, listener, speaker, second } = worst
  console.log(
    `the longest gap                     ${number(milliseconds, 'ms')}: page ${listener} without page ${users.indexOf(speaker)}, at ${number(second, 's')}`,
  )
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
