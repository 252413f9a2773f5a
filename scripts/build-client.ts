// Builds the web client into web/dist, if its sources have changed since the last build. wrangler runs this before
// `wrangler dev` and `wrangler deploy` ([build] in wrangler.toml), and vitest runs it before the tests.

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { moveFiles, removeOldFiles, versionIn } from './built-files.ts'
import { translationFiles } from './words/translation-files.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = ['web', 'client-state', 'conversion', 'scripts/words', 'src/pages/words']
/** The rules of the server that the client uses too. */
const RULES =
  /\/(?:permission-rules|ranking-rules|match-rules|digest-rules|channels\/access-rules|users\/user|system-groups|tokenizer\/(?:query|stem|tokens|word-boundaries)|html-text|void-tags)\.ts$/
const CLIENT = join(ROOT, 'web/dist')
/** A build makes `npm run dev` start anew, and what runs against it waits. So a change of tests or of types makes none. */
const OTHERS = new Set(['web/dist', 'web/test', 'client-state/wire.ts'])
/** A build begins here, because wrangler watches web/. It is on the same disk, so that files move. */
const WORK = join(ROOT, '.wrangler')
const WORK_PREFIX = 'client-'
const MAX_BUILD_MILLISECONDS = 3_600_000

/** Builds the client, and removes the files of earlier builds. */
export async function buildClient() {
  await addFilesOfClient()
  removeOldFilesOfClient()
}

/** `npm run dev` does this before its server runs, and builds add files meanwhile. */
export const removeOldFilesOfClient = () => removeOldFiles(CLIENT)

async function addFilesOfClient() {
  const version = hashOfSources()
  if (versionIn(CLIENT) === version) return
  const { buildForProduction } = await import('../web/build.ts')
  const outDir = newFolder()
  await buildForProduction({
    logLevel: 'warn',
    plugins: [translationFiles],
    build: { outDir, emptyOutDir: true },
  })
  // The page names the other files, and the service worker fetches them.
  moveFiles(outDir, CLIENT, { version, last: ['service-worker.js', 'index.html'] })
}

/** Returns a new folder. Those of builds that were ended before they moved their files are removed. */
function newFolder() {
  mkdirSync(WORK, { recursive: true })
  for (const name of readdirSync(WORK)) {
    const folder = join(WORK, name)
    if (name.startsWith(WORK_PREFIX) && Date.now() - statSync(folder).mtimeMs > MAX_BUILD_MILLISECONDS)
      rmSync(folder, { recursive: true, force: true })
  }
  return mkdtempSync(join(WORK, WORK_PREFIX))
}

function hashOfSources() {
  const hash = createHash('sha256')
  const rules = ['src/domain', 'src/tokenizer', 'src/markdown'].flatMap(filesIn).filter((file) => RULES.test(file))
  for (const file of [...SOURCES.flatMap(filesIn), ...rules])
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)))
  return hash.update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex')
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (OTHERS.has(file)) return []
    return entry.isDirectory() ? filesIn(file) : [file]
  })

// While wrangler serves the files, none is removed.
if (process.argv[1] === fileURLToPath(import.meta.url))
  await (process.env.WRANGLER_COMMAND === 'dev' ? addFilesOfClient() : buildClient())
