// npm run world:mutants -- gateways restores
// npm run world:mutants -- planted
//
// Breaks one place of the server at a time, and lets small organizations live on it. It says which mutants the world finds alone,
// within a minute of CPU each. Words name areas of `test/mutants/`, or occur in the file or the reason of a mutant. `planted` stands for the
// faults of `planted.ts`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { readMutants } from '../../scripts/mutants/list.ts'
import { loadServer, type Bundle } from '../bundle.ts'
import { deployToCrowd } from '../life/crowd.ts'
import { PLANTED_FAULTS, type PlantedFault } from './planted.ts'
import { MIXES, MIXES_OF_AREA, mixesOf } from './mixes.ts'
import type { Program } from './program.ts'
import { runProgram } from './run-program.ts'
import { smallSizes } from './small-sizes.ts'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    /** How many to leave out, because an earlier run has tried them, and how many to try. */
    skip: { type: 'string', default: '0' },
    most: { type: 'string', default: '1000' },
    /** Only programs of this mix. */
    mix: { type: 'string' },
  },
})

const [MAX_GAP_MILLISECONDS, MAX_DELAY_MILLISECONDS] = [1000, 2000]

/** Short days in which everything happens at once, with many faults. Most have gateways, and every second one has small databases. */
const intense = (seed: number): Program => ({
  seed,
  days: 2,
  people: 8,
  perMember: 30,
  hours: 1,
  checks: true,
  faultRate: 0.004,
  ...(seed % 3 > 0 ? { queuesOfRealm: 3 } : {}),
  ...(seed % 2 > 0 ? { bytesPerDatabase: 97_000 } : {}),
})

type Broken = Pick<PlantedFault, 'changes' | 'reason' | 'deploys'> & { name: string; area?: string }

/** The programs that look for a fault: each mix of its area in turn, and a life in which everything happens. */
function programOf(seed: number, { area = '', name }: Broken): Program {
  const mixes = values.mix === undefined ? [...mixesOf(area, name), undefined] : [values.mix]
  const mix = mixes[(seed - 1) % mixes.length]
  return mix === undefined ? intense(seed) : { ...intense(seed), ...MIXES[mix]?.program, mix }
}

async function chosenMutants(): Promise<Broken[]> {
  const all = await readMutants(process.cwd())
  const isArea = (word: string) => all.some(({ area }) => area === word)
  return all
    .filter(
      ({ file, area, reason }) =>
        (file.startsWith('src/') || file.startsWith('web/replica/')) &&
        words.some((word) => (isArea(word) ? area === word : `${file} ${reason}`.includes(word))),
    )
    .map(({ file, search, replace, imports = '', reason, area }) => ({
      name: file,
      area,
      reason,
      changes: [{ file, search, replace, imports }],
    }))
}

const planted = (): Broken[] => PLANTED_FAULTS.map((fault) => ({ ...fault, name: fault.kind }))

let present: Bundle | undefined
const chosen = (words.includes('planted') ? planted() : await chosenMutants())
  .filter(({ name, reason }) => `${name}: ${reason}`.includes(values.only))
  .slice(Number(values.skip), Number(values.skip) + Number(values.most))
let found = 0
for (const broken of chosen) {
  const { name, reason, changes, deploys, area } = broken
  for (const { file, search } of changes)
    if (readFileSync(join(process.cwd(), file), 'utf8').split(search).length !== 2)
      throw new Error(`${file} does not have this text once: ${search}`)
  const sizes = area !== undefined && area in MIXES_OF_AREA ? smallSizes() : []
  const bundle = await loadServer('mutant', { changes: [...changes, ...sizes] })
  const failure = deploys ? await foundByDeploy(bundle, deploys) : await searched(bundle, broken)
  if (failure !== undefined) found++
  console.log(`${failure === undefined ? 'NOT FOUND' : 'found    '} ${name}: ${reason} ${failure ?? ''}`)
}
console.log(`The world found ${found} of ${chosen.length} mutants.`)
process.exitCode = found < chosen.length && words.includes('planted') ? 1 : 0

function secondsOfCpu(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  }
}

async function searched(bundle: Bundle, broken: Broken): Promise<string | undefined> {
  const seconds = secondsOfCpu()
  for (let seed = 1; seconds() < Number(values.seconds); seed++) {
    const program = programOf(seed, broken)
    const failure = await runProgram(program, bundle).then(
      (outcome) => outcome.failure,
      (error: unknown) => `The world stopped: ${error instanceof Error ? String(error.cause) : String(error)}`,
    )
    if (failure !== undefined)
      return `(${program.mix ?? 'all'}, seed ${seed}, ${seconds().toFixed(0)} s) ${failure.slice(0, 160)}`
  }
  return undefined
}

/** The code of the server becomes the broken one while a hundred listeners and their senders go on. */
async function foundByDeploy(broken: Bundle, order: NonNullable<Broken['deploys']>): Promise<string | undefined> {
  const seconds = secondsOfCpu()
  present ??= await loadServer('present')
  const crowd = { seed: 1, listeners: 100, seconds: 6, rate: 10, earlier: present, present: broken, order }
  const [problem] = await deployToCrowd(crowd).then(
    ({ problems, gaps, delays }) => [
      ...problems,
      ...(Math.max(...gaps) < MAX_GAP_MILLISECONDS
        ? []
        : ['A listener was without a connection for more than a second']),
      ...(Math.max(...delays) < MAX_DELAY_MILLISECONDS
        ? []
        : ['A message reached a listener after more than two seconds']),
    ],
    (error: unknown) => [`The world stopped: ${String(error)}`],
  )
  return problem && `(${seconds().toFixed(0)} s) ${problem.slice(0, 160)}`
}
