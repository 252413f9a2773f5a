// Builds the Worker and the web client as they would be deployed, and prints their sizes and the CPU time of the Worker's start.
// Run it with `npm run bundle`: npm puts wrangler and Node 22 on the PATH.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { messageOf } from '../conversion/failure.ts'
import { hashOfBundle } from './deploy/bundle.ts'

const MAX_GZIP_BYTES = 3 * 1024 * 1024 // the limit of the platform's smallest plan
// The script and the styles up to the first conversation.
const MAX_CLIENT_GZIP_BYTES = { '.js': 57.25 * 1024, '.css': 15 * 1024 }
// What a view fetches when it is first shown, and all scripts together. A user fetches at most one language besides English.
const MAX_LATER_GZIP_BYTES = 40.25 * 1024
const MAX_ALL_SCRIPTS_GZIP_BYTES = 314 * 1024
const MAX_LANGUAGE_GZIP_BYTES = 45.25 * 1024
const MAX_LANGUAGE_FIRST_GZIP_BYTES = 6 * 1024
// They load with the first emoji that a user looks for.
const MAX_EMOJI_NAMES_GZIP_BYTES = 50 * 1024
/** What V8 sampled. */
type Profile = {
  nodes: { id: number; callFrame: { functionName: string } }[]
  samples: number[]
  timeDeltas: number[]
}

const OUT = 'dist'
const CLIENT = 'web/dist'

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
console.log(`Hash of this build: ${hashOfBundle(OUT)}`)

if (gzipped > MAX_GZIP_BYTES) {
  console.error('The Worker is too big to deploy.')
  process.exitCode = 1
}

const first = filesOfFirstView()
for (const [extension, most] of Object.entries(MAX_CLIENT_GZIP_BYTES))
  limit(`Web client, ${extension}`, total(first.filter((name) => name.endsWith(extension)).map(gzipOf)), most)
const allScripts = readdirSync(join(CLIENT, 'assets')).filter((name) => name.endsWith('.js'))
const scripts = allScripts.filter((name) => !name.startsWith('words-'))
const languages = Map.groupBy(
  allScripts.filter((name) => name.startsWith('words-')),
  (name) => /^words-(.+)-(?:first|rest|emoji)-/.exec(name)?.[1] ?? '',
)
const later = scripts.filter((name) => !first.includes(name)).map((name) => gzipOf(name).byteLength)
limit('Web client, largest later script', Math.max(0, ...later), MAX_LATER_GZIP_BYTES)
limit('Web client, all scripts', total(scripts.map(gzipOf)), MAX_ALL_SCRIPTS_GZIP_BYTES)
for (const [language, files] of languages) {
  const first = files.filter((name) => name.includes('-first-'))
  limit(`Web client, first texts in ${language}`, total(first.map(gzipOf)), MAX_LANGUAGE_FIRST_GZIP_BYTES)
  const emoji = files.filter((name) => name.includes('-emoji-'))
  // The English refusals of the server, by which those in another language are found.
  const english = language === 'en' ? [] : (languages.get('en') ?? [])
  const texts = [...files.filter((name) => !name.includes('-emoji-')), ...english]
  limit(`Web client, all texts in ${language}`, total(texts.map(gzipOf)), MAX_LANGUAGE_GZIP_BYTES)
  limit(`Web client, names of emoji in ${language}`, total(emoji.map(gzipOf)), MAX_EMOJI_NAMES_GZIP_BYTES)
}

function limit(name: string, size: number, most: number) {
  console.log(`${name}: ${kib(size)} gzip (at most ${kib(most)} gzip)`)
  if (size <= most) return
  console.error('The web client loads too much.')
  process.exitCode = 1
}

/** Returns the files that the page names, and those that they import at once. */
function filesOfFirstView() {
  const names = new Set<string>()
  const add = (text: string, pattern: RegExp) => {
    for (const [, name = ''] of text.matchAll(pattern)) {
      if (names.has(name)) continue
      names.add(name)
      if (name.endsWith('.js'))
        add(readFileSync(join(CLIENT, 'assets', name), 'utf8'), /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)
    }
  }
  add(readFileSync(join(CLIENT, 'index.html'), 'utf8'), /\/assets\/([\w.-]+\.(?:js|css))/g)
  return [...names]
}

function gzipOf(name: string) {
  return gzipSync(readFileSync(join(CLIENT, 'assets', name)))
}

// Printed only, because the profile has a sample every few milliseconds, and other programs disturb it.
function startUp() {
  const profile = join(OUT, 'startup.cpuprofile')
  try {
    mkdirSync(OUT, { recursive: true })
    wrangler('check', 'startup', '--outfile', profile)
    const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(profile, 'utf8'))
    const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
    const busy = timeDeltas.reduce((sum, delta, at) => (idle.has(samples[at] ?? 0) ? sum : sum + delta), 0)
    return `about ${Math.round(busy / 1000)} ms of CPU here (sampled once)`
  } catch (error) {
    return `not measured: ${messageOf(error)}`
  }
}

function wrangler(...args: string[]) {
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  try {
    execFileSync('wrangler', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    // The output matters only after a failure.
    for (const output of ['stdout', 'stderr']) process.stderr.write(String(Reflect.get(Object(error), output) ?? ''))
    throw new Error(`wrangler ${args.slice(0, 2).join(' ')} failed`)
  }
}

function total(buffers: readonly { byteLength: number }[]) {
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

function kib(bytes: number) {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
