// npm run mutants                    breaks each guarded line of the server once and expects a test to fail. It tries an area at a
//                                    time, and writes docs/mutants.md. An interrupted run continues, if it is repeated
// npm run mutants -- files queues    only mutants of these areas, or whose area, file or reason contains one of these words
// npm run mutants -- --changed       those that the changes since .ci/base concern, for two minutes, the most important ones first
// npm run mutants -- --jobs 2        two at a time
// npm run mutants -- --check         only checks that each mutant still fits the source; takes half a second
// npm run mutants -- --types         only checks that each mutant fits and compiles; takes ten seconds
// npm run mutants -- --page          only writes docs/mutants.md again
//
// A mutant survives if no test fails: its line has no test. The list is in test/mutants/.
// Changes are made in temporary copies of the project. Ctrl-C ends all processes and removes the copies.

import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { changeSinceBase, mutantsOfChange } from './mutants/changed.ts'
import { complaintsAbout, readMutants, type NumberedMutant } from './mutants/list.ts'
import { commitOf, complaintAboutPage, readLastRun, recordArea, recordSome, writePage } from './mutants/record.ts'
import { nameOf, Trial, type Outcome, type Verdict } from './mutants/trial.ts'
import { typeErrors } from './mutants/types.ts'

const SECONDS_FOR_CHANGES = 120

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
  },
})

const trial = new Trial(root, Math.max(1, Number(values.jobs) || 1))
process.on('exit', () => trial.end())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

const all = await readMutants(root)
const areas = new Set(all.map(({ area }) => area))
const named = all.filter((mutant) => positionals.length === 0 || positionals.some((word) => fits(mutant, word)))
const chosen = values.changed ? mutantsOfChange(named, changeSinceBase(root)) : named

if (values.page) writePage(root)
else if (named.length === 0) fail('No mutant fits these words.')
else if (!areFit()) fail('\nA mutant whose line was rewritten needs another search text, in test/mutants/.')
else if (values.check) check()
else if (chosen.length === 0) console.log('No mutant is in a changed file.')
else if (areAllPrograms() && !values.types) await (values.changed ? tryChanged() : tryAreas())
process.exit()

/** Returns whether the mutant is in the area `word`; if no area has this name, whether its texts contain it. */
function fits({ area, file, reason }: NumberedMutant, word: string) {
  return areas.has(word) ? area === word : `${area} ${file} ${reason}`.includes(word)
}

function fail(text: string) {
  console.error(text)
  process.exitCode = 1
}

function areFit() {
  const unfit = chosen.flatMap((mutant) => complaintsAbout(root, mutant).map((complaint) => ({ mutant, complaint })))
  for (const { mutant, complaint } of unfit) console.error(`${nameOf(mutant)}\n    ${complaint}`)
  return unfit.length === 0
}

function check() {
  const complaint = complaintAboutPage(root)
  if (complaint !== undefined) fail(complaint)
  console.log(`${chosen.length} mutants fit the source.`)
}

function areAllPrograms() {
  console.log(`${chosen.length} mutants must type-check ...`)
  const errors = typeErrors(root, chosen)
  for (const mutant of chosen)
    if (errors.has(mutant.number)) fail(`${nameOf(mutant)}\n    ${errors.get(mutant.number)}`)
  return errors.size === 0
}

/** The tests passed without a mutant before, in `.ci/run`. */
async function tryChanged() {
  await trial.start()
  const outcome = await trial.tryAll(chosen, Date.now() + SECONDS_FOR_CHANGES * 1000)
  summarize(outcome)
  const { results, leftOut } = outcome
  if (leftOut.length === 0) return
  if (results.length === 0) fail('The machine is too slow: not one mutant was tried.')
  console.log(`\n${leftOut.length} mutants of changed files were left out after ${SECONDS_FOR_CHANGES} s:`)
  for (const [file, mutants] of Map.groupBy(leftOut, ({ file: of }) => of))
    console.log(`    ${mutants.length} of ${file}`)
}

/** Tries the areas that this commit did not run, those first whose last run is the oldest. */
async function tryAreas() {
  const last = readLastRun(root)
  const commit = commitOf(root)
  const outcome: Outcome = { results: [], leftOut: [] }
  const byArea = [...Map.groupBy(chosen, ({ area }) => area)]
    .filter(([area]) => positionals.length > 0 || last[area]?.commit !== commit)
    .sort(([a], [b]) => ((last[a]?.date ?? '') < (last[b]?.date ?? '') ? -1 : 1))
  for (const [area, mutants] of byArea) {
    console.log(`\n${area}`)
    if (!(await trial.passUnchanged(mutants))) {
      process.exitCode = 1
      continue
    }
    const { results } = await trial.tryAll(mutants)
    outcome.results.push(...results)
    if (mutants.length === all.filter((mutant) => mutant.area === area).length) recordArea(root, area, results, commit)
    else recordSome(root, area, results)
  }
  summarize(outcome)
}

function summarize({ results }: Outcome) {
  const count = (area: string, verdict: Verdict) =>
    results.filter((result) => result.mutant.area === area && result.verdict === verdict).length
  console.log(`\n${'area'.padEnd(24)}  killed  survived  unusable`)
  for (const area of new Set(results.map(({ mutant }) => mutant.area)))
    console.log(
      [
        area.padEnd(24),
        String(count(area, 'killed')).padStart(6),
        String(count(area, 'SURVIVED')).padStart(8),
        String(count(area, 'UNUSABLE')).padStart(8),
      ].join('  '),
    )
  const others = results.filter(({ verdict }) => verdict !== 'killed')
  for (const { mutant, answer, verdict } of others) {
    fail(`\n${verdict}: ${nameOf(mutant)}\n    ${mutant.search}\n    became\n    ${mutant.replace}`)
    console.error(
      `    ${mutant.tests.join(' ')}${answer.message === '' ? '' : `\n    ${answer.state}: ${answer.message}`}`,
    )
  }
  console.log(`\n${results.length - others.length} of ${results.length} mutants were killed.`)
}
