// Builds the Worker as it would be deployed and says how big it is and what starting it costs.
// Run it with `npm run bundle`, which puts wrangler and a new enough Node on the PATH.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const MAX_GZIP_BYTES = 3 * 1024 * 1024 // what the platform's smallest plan accepts
const OUT = 'dist'

// An old build's files would be counted with the new one's.
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

// Reported, never failing: the profile is sampled every few milliseconds, and on a machine with other work.
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
    // What wrangler says is read only when it failed.
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
