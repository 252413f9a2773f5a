// npm run world:mutants -- gateways restores
//
// Breaks one place of the server at a time, and lets small organizations live on it. It says which mutants the world finds alone,
// within a minute of CPU each. Words name areas of `test/mutants/`, or occur in the file or the reason of a mutant.

import process from 'node:process'
import { parseArgs } from 'node:util'
import { readMutants } from '../scripts/mutants/list.ts'
import { loadServer, type Bundle } from './bundle.ts'
import { runProgram, type Program } from './run-program.ts'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' } },
})

/** Short days in which everything happens at once, with many faults. Every second one has gateways. */
const intense = (seed: number): Program => ({
  seed,
  days: 2,
  people: 8,
  perMember: 30,
  hours: 1,
  faultRate: 0.004,
  ...(seed % 2 === 0 ? { queuesOfRealm: 3 } : {}),
})

const all = await readMutants(process.cwd())
const isArea = (word: string) => all.some(({ area }) => area === word)
const chosen = all.filter(
  ({ file, area, reason }) =>
    (file.startsWith('src/') || file.startsWith('web/replica/')) &&
    words.some((word) => (isArea(word) ? area === word : `${file} ${reason}`.includes(word))),
)
let found = 0
for (const mutant of chosen) {
  const { file, search, replace, imports = '', reason } = mutant
  const bundle = await loadServer('mutant', { mutant: { file, search, replace, imports } })
  const failure = await searched(bundle)
  if (failure !== undefined) found++
  console.log(`${failure === undefined ? 'NOT FOUND' : 'found    '} ${file}: ${reason} ${failure ?? ''}`)
}
console.log(`The world found ${found} of ${chosen.length} mutants.`)

async function searched(bundle: Bundle): Promise<string | undefined> {
  const start = process.cpuUsage()
  const seconds = () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  }
  for (let seed = 1; seconds() < Number(values.seconds); seed++) {
    const failure = await runProgram(intense(seed), bundle).then(
      (outcome) => outcome.failure,
      (error: unknown) => `The world stopped: ${error instanceof Error ? String(error.cause) : String(error)}`,
    )
    if (failure !== undefined) return `(seed ${seed}, ${seconds().toFixed(0)} s) ${failure.slice(0, 160)}`
  }
  return undefined
}
