// npm run world:deploys -- --listeners 10000 --old HEAD~50
//
// A deploy that no user notices: thousands of listeners, a hundred messages a second, and the code changes in the middle: once the Workers
// first, and once the objects first. So new Workers call old objects, and old Workers call new ones. Time is virtual: what the
// machine needs for ten thousand connections is measured by `npm run deploys`.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { loadServer, type Bundle } from '../bundle.ts'
import { deployToCrowd } from '../life/crowd.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    listeners: { type: 'string', default: '10000' },
    /** How long messages are sent, in seconds. */
    seconds: { type: 'string', default: '12' },
    rate: { type: 'string', default: '100' },
    /** The commit of the earlier version. Undefined: the same code under another name. */
    old: { type: 'string' },
  },
})
const MAX_GAP_MILLISECONDS = 1000

const present = await loadServer('present')
const earlier = values.old === undefined ? { ...present, version: 'earlier' } : await serverAt(values.old)
const problems: string[] = []
for (const order of [
  ['workers', 'objects'],
  ['objects', 'workers'],
] as const) {
  const [listeners, seconds, rate] = [Number(values.listeners), Number(values.seconds), Number(values.rate)]
  const seen = await deployToCrowd({ seed: Number(values.seed), listeners, seconds, rate, earlier, present, order })
  console.log(
    `${order[0]} first: ${listeners} listeners, ${seen.sent} messages, ${seen.gaps.length} connections cut, ${seen.anew} registered anew`,
  )
  console.log(`  without a connection: ${summaryOf(seen.gaps)}; from sender to listener: ${summaryOf(seen.delays)}`)
  problems.push(...seen.problems)
  if (quantile(seen.gaps, 0.99) > MAX_GAP_MILLISECONDS)
    problems.push('Listeners were without a connection for too long')
  globalThis.gc?.()
}
const { user, system } = process.cpuUsage()
console.log(`${((user + system) / 1e6).toFixed(0)} s of CPU, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`)
for (const problem of problems.slice(0, 10)) console.log(`FAILED: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)

/** Builds the server of another commit with the stand-ins of the present world. */
async function serverAt(commit: string): Promise<Bundle> {
  const root = join(import.meta.dirname, '../..')
  const folder = mkdtempSync(join(tmpdir(), 'parley-earlier-'))
  try {
    const parts = ['src', 'client-state', 'migrations', 'docs', 'package.json']
    const archive = execFileSync('git', ['archive', commit, ...parts], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x'], { cwd: folder, input: archive })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return await loadServer('earlier', { root: folder, shared: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function quantile(numbers: readonly number[], share: number): number {
  return Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0)
}

function summaryOf(numbers: readonly number[]): string {
  return `median ${quantile(numbers, 0.5)} ms, p99 ${quantile(numbers, 0.99)} ms, longest ${quantile(numbers, 1)} ms`
}
