// Builds the Worker as it would be deployed, and prints its size and the CPU time of its start.
// Run it with `npm run bundle`: npm puts wrangler and Node 22 on the PATH.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const MAX_GZIP_BYTES = 3 * 1024 * 1024 // the limit of the platform's smallest plan
const OUT = 'dist'

// Otherwise the files of an old build would count too.
rmSync(OUT, { recursive: true, force: true })
wrangler('deploy', '--dry-run', '--outdir', OUT)
const files = readdirSync(OUT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && entry.name !== 'README.md')
  .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
const raw = total(files)
const gzipped = total(files.map((file) => gzipSync(file)))
console.log(`Worker bundle: ${kib(raw)} raw, ${kib(gzipped)} gzip (at most ${kib(MAX_GZIP_BYTES)} gzip)`)
console.log(`Worker start-up: ${startUp()}`)

if (gzipped > MAX_GZIP_BYTES) {
  console.error('The Worker is too big to deploy.')
  process.exitCode = 1
}

// Printed only, because the profile has a sample every few milliseconds, and other programs disturb it.
function startUp() {
  const profile = join(OUT, 'startup.cpuprofile')
  try {
    mkdirSync(OUT, { recursive: true })
    wrangler('check', 'startup', '--outfile', profile)
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(profile, 'utf8'))
    const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
    const busy = timeDeltas.reduce((sum, delta, at) => (idle.has(samples[at]) ? sum : sum + delta), 0)
    return `about ${Math.round(busy / 1000)} ms of CPU here (sampled once)`
  } catch (error) {
    return `not measured: ${error.message}`
  }
}

function wrangler(...args) {
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  try {
    execFileSync('wrangler', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    // The output matters only after a failure.
    process.stderr.write(error.stdout)
    process.stderr.write(error.stderr)
    throw new Error(`wrangler ${args.slice(0, 2).join(' ')} failed`)
  }
}

function total(buffers) {
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
