// npm run mutants                    breaks each guarded line of the server once and expects a test to fail
// npm run mutants -- files queues    only mutants of these areas, or whose area, file or reason contains one of these words
// npm run mutants -- --jobs 2        two at a time
// npm run mutants -- --check         only checks that each mutant still fits the source; takes half a second
// npm run mutants -- --types         only checks that each mutant fits and compiles; takes ten seconds
//
// A mutant survives if no test fails: its line has no test. The list is in test/mutants/.
// Changes are made in temporary copies of the project. Ctrl-C ends all processes and removes the copies.

import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { complaintsAbout, readMutants, type NumberedMutant } from './mutants/list.ts'
import type { Answer } from './mutants/test-requests.ts'
import { Tester } from './mutants/tester.ts'
import { typeErrors } from './mutants/types.ts'

const SECONDS_PER_MUTANT = 300
const SECONDS_UNCHANGED = 3600

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
  },
})

type Verdict = 'killed' | 'SURVIVED' | 'UNUSABLE'
type Result = { mutant: NumberedMutant; answer: Answer; verdict: Verdict }

const testers: Tester[] = []
process.on('exit', () => testers.forEach((tester) => tester.end()))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

const all = await readMutants(root)
const areas = new Set(all.map(({ area }) => area))
const chosen = all.filter((mutant) => positionals.length === 0 || positionals.some((word) => fits(mutant, word)))
const unfit = chosen.flatMap((mutant) => complaintsAbout(root, mutant).map((complaint) => ({ mutant, complaint })))
for (const { mutant, complaint } of unfit) console.error(`${nameOf(mutant)}\n    ${complaint}`)
if (unfit.length > 0) console.error('\nA mutant whose line was rewritten needs another search text, in test/mutants/.')
if (chosen.length === 0) console.error('No mutant fits these words.')

if (unfit.length > 0 || chosen.length === 0) process.exitCode = 1
else if (values.check) console.log(`${chosen.length} mutants fit the source.`)
else if (areAllPrograms() && !values.types && (await passesUnchanged())) await tryAll()
process.exit()

/** Returns whether the mutant is in the area `word`; if no area has this name, whether its texts contain it. */
function fits({ area, file, reason }: NumberedMutant, word: string) {
  return areas.has(word) ? area === word : `${area} ${file} ${reason}`.includes(word)
}

function areAllPrograms() {
  console.log(`${chosen.length} mutants must type-check ...`)
  const errors = typeErrors(root, chosen)
  for (const mutant of chosen)
    if (errors.has(mutant.number)) console.error(`${nameOf(mutant)}\n    ${errors.get(mutant.number)}`)
  if (errors.size > 0) process.exitCode = 1
  return errors.size === 0
}

/** Runs the tests without a mutant. A test that fails anyway would seem to kill every mutant. */
async function passesUnchanged() {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
  console.log(`${tests.length} test files must pass before anything is changed ...`)
  const run = () => testerNumber(0).run({ tests, bail: 0 }, SECONDS_UNCHANGED)
  let answer = await run()
  // On a busy machine a test may fail once.
  if (answer.state === 'failed') answer = await run()
  if (answer.state === 'passed') return true
  console.error(`They do not (${answer.state}): ${answer.message}`)
  for (const test of answer.tests) console.error(`    ${test}`)
  process.exitCode = 1
  return false
}

async function tryAll() {
  const waiting = [...chosen]
  const results: Result[] = []
  const work = async (_: unknown, number: number) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const began = Date.now()
      const tryOut = () => testerNumber(number).tryOut(mutant, SECONDS_PER_MUTANT)
      let answer = await tryOut()
      // The machine may have run out of memory.
      if (answer.state === 'died') answer = await tryOut()
      results.push({ mutant, answer, verdict: verdictOn(answer) })
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      console.log(`${results.length}/${chosen.length} ${verdictOn(answer)} (${seconds} s): ${nameOf(mutant)}`)
      if (verdictOn(answer) === 'killed') console.log(`    by: ${answer.tests[0] ?? answer.state}`)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs) || 1) }, work))
  summarize(results)
}

function testerNumber(number: number) {
  return (testers[number] ??= new Tester(root))
}

/** Tests that hang kill the mutant too. If a file cannot be loaded, the mutant is unusable. */
function verdictOn({ state }: Answer): Verdict {
  if (state === 'failed' || state === 'hung') return 'killed'
  return state === 'passed' ? 'SURVIVED' : 'UNUSABLE'
}

function summarize(results: readonly Result[]) {
  const count = (area: string, verdict: Verdict) =>
    results.filter((result) => result.mutant.area === area && result.verdict === verdict).length
  console.log(`\n${'area'.padEnd(24)}  killed  survived  unusable`)
  for (const area of new Set(chosen.map(({ area }) => area)))
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
    console.error(`\n${verdict}: ${nameOf(mutant)}\n    ${mutant.search}\n    became\n    ${mutant.replace}`)
    console.error(
      `    ${mutant.tests.join(' ')}${answer.message === '' ? '' : `\n    ${answer.state}: ${answer.message}`}`,
    )
  }
  console.log(`\n${results.length - others.length} of ${results.length} mutants were killed.`)
  if (others.length > 0) process.exitCode = 1
}

function nameOf({ area, file, reason }: NumberedMutant) {
  return `${area}: ${reason} (${file})`
}
