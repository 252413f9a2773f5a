// npm run world -- --seed 7 --days 3
//
// Lets an organization live in the world. A failure prints the program that shows it again.

import process from 'node:process'
import { parseArgs } from 'node:util'
import { loadServer, type Bundle } from '../bundle.ts'
import { Crossings } from '../crossings.ts'
import { placesOutside, writeRecorded } from '../awaits/recorded.ts'
import { Points } from '../points.ts'
import { MIXES } from './mixes.ts'
import { Ran } from './ran.ts'
import type { Program } from './program.ts'
import { reportOfPoints } from './report-of-points.ts'
import { runProgram } from './run-program.ts'
import { smallSizes } from './small-sizes.ts'
import { shrink } from './shrink.ts'
import { loadRelease } from './stored-copy.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    people: { type: 'string', default: '40' },
    actions: { type: 'string', default: '8' },
    faults: { type: 'string', default: '0.0005' },
    hours: { type: 'string', default: '22' },
    /** The release whose copy the organization continues. */
    from: { type: 'string' },
    /** How many queues the realm serves before it has gateways. */
    queues: { type: 'string' },
    /** From how many bytes on a realm continues in another database. */
    bytes: { type: 'string' },
    /** The server compares its answers, and its lists of recipients, with what they should be. */
    checks: { type: 'boolean', default: false },
    /** For how many runs a failure is made smaller. */
    shrink: { type: 'string', default: '40' },
    replay: { type: 'string' },
    /** What the organization does mostly: `mixes.ts`. */
    mix: { type: 'string' },
    /** With the sizes of `small-sizes.ts`. */
    small: { type: 'boolean', default: false },
    points: { type: 'boolean', default: false },
    /** Notes the awaits: `npm test` compares the source with them. Without `--points`, nothing else happens. */
    write: { type: 'boolean', default: false },
    /** Counts the long crossings of each action of distant members. */
    crossings: { type: 'boolean', default: false },
  },
})

const changes = values.small ? smallSizes() : []
const bundle = await loadServer('current', { marksAwaits: values.points || values.write, changes })
if (values.write) {
  writeRecorded(placesOutside(bundle.awaits))
  if (!values.points) process.exit()
}
const points = new Points(bundle)
const crossings = values.crossings ? new Crossings() : undefined
const ran = values.points ? new Ran() : undefined
await ran?.begin()
let release: Bundle | undefined
const first = Number(values.seed)
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const program: Program = values.replay
    ? JSON.parse(values.replay)
    : {
        seed,
        days: Number(values.days),
        people: Number(values.people),
        perMember: Number(values.actions),
        faultRate: Number(values.faults),
        hours: Number(values.hours),
        ...(values.mix === undefined ? {} : { ...MIXES[values.mix]?.program, mix: values.mix }),
        ...(values.from === undefined ? {} : { from: values.from }),
        ...(values.queues === undefined ? {} : { queuesOfRealm: Number(values.queues) }),
        ...(values.checks ? { checks: true } : {}),
        ...(values.bytes === undefined ? {} : { bytesPerDatabase: Number(values.bytes) }),
      }
  release ??= program.from === undefined ? bundle : await loadRelease(program.from)
  const cpu = process.cpuUsage()
  const outcome = await runProgram(program, bundle, release, crossings)
  points.add(outcome.points)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (user + system) / 1e6
  console.log(
    `seed ${program.seed}: ${outcome.actions} actions, ${outcome.faults.length} faults, ${outcome.turns} turns, ${outcome.registrations} registrations, ${outcome.kept} kept messages compared, ${seconds.toFixed(1)} s of CPU, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB, ${outcome.fingerprint.slice(0, 16)}`,
  )
  if (outcome.failure === undefined) continue
  const smallest = await shrink(program, outcome, { bundle, release, runs: Number(values.shrink) })
  console.log(
    smallest.outcome.lines
      .filter((line) => !line.endsWith('starts'))
      .slice(-40)
      .join('\n'),
  )
  console.log(`FAILED: ${smallest.outcome.failure}`)
  console.log(
    `The smallest program, with ${smallest.outcome.actions} actions and ${smallest.outcome.faults.length} faults:`,
  )
  console.log(`npm run world -- --replay '${JSON.stringify(smallest.program)}'`)
  process.exitCode = 1
  break
}
console.log(
  `${points.all.size} awaits, ${points.reached.size} waited for something outside, ${points.interrupted.size} of these interrupted`,
)
if (crossings) show(crossings.report())
if (ran) show(reportOfPoints(bundle, points, await ran.end(bundle)))

function show({ text, problems }: { text: string; problems: readonly string[] }): void {
  console.log(text)
  for (const problem of problems) console.log(`FAILED: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}
