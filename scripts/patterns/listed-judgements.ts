// scripts/patterns/judgements.json lists how the time of each regular expression grows: to judge all takes two minutes of CPU.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { JUDGE, type Judgements } from './growth.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIST = 'scripts/patterns/judgements.json'

type List = { judge: string; judgements: Judgements }

/** Returns the judgements of a list. Those of another judge do not count. */
function judgementsIn(text: string): Judgements {
  const { judge, judgements }: List = JSON.parse(text)
  return judge === JUDGE ? judgements : {}
}

export const listedJudgements = (): Judgements => judgementsIn(readFileSync(join(ROOT, LIST), 'utf8'))

/** Returns the judgements that the list of the commit in .ci/base has too, or undefined if that commit or its list is missing. */
export function mergedJudgements(): Judgements | undefined {
  const base = readFileSync(join(ROOT, '.ci/base'), 'utf8').trim()
  try {
    return judgementsIn(
      execFileSync('git', ['show', `${base}:${LIST}`], {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
  } catch {
    return undefined
  }
}

/**
 * Returns the judgements that need no second look: those that are merged. A check judges all others itself, so each judgement of a
 * merged list was found by a check.
 */
export const believedJudgements = (listed: Judgements, merged: Judgements | undefined): Judgements =>
  merged === undefined ? listed : Object.fromEntries(Object.entries(listed).filter(([key, was]) => merged[key] === was))

/** Returns what the list says wrongly, and how many expressions it lacks. */
export function compareJudgements(listed: Judgements, found: Judgements) {
  const judged = Object.entries(found)
  return {
    wrong: judged.flatMap(([key, growth]) =>
      key in listed && listed[key] !== growth ? [`${LIST} says of ${key}: ${listed[key] ?? 'linear'}.`] : [],
    ),
    missing: judged.filter(([key]) => !(key in listed)).length,
  }
}

export function writeJudgements(found: Judgements): void {
  const judgements = Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(join(ROOT, LIST), `${JSON.stringify({ judge: JUDGE, judgements }, null, 2)}\n`)
}
