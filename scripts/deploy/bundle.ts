// What a deployment runs: the code of the Worker, and the files of the client. Two builds of one version have the same bytes, in any
// folder, so their hash tells whether a deployment runs what this folder makes.

import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from './files.ts'
import type { Wrangler } from './wrangler.ts'

const CLIENT = join(ROOT, 'web/dist')

/** The variable in which the Worker keeps the hash, because no file has its own. */
export const BUNDLE_VARIABLE = 'BUNDLE_SHA256'

/** Builds the Worker and the client, and returns their hash. */
export async function hashOfBuild(wrangler: Wrangler): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bundle-'))
  try {
    await wrangler('deploy', '--dry-run', '--outdir', folder)
    return hashOfBundle(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the hash of a Worker that wrangler built in a folder, and of the client. */
export const hashOfBundle = (worker: string): string =>
  sha256([...linesOf('worker', worker), ...linesOf('client', CLIENT)].join(''))

/** Returns a line for each file, as `sha256sum` writes it. wrangler adds a note with the time, and maps of the source. */
const linesOf = (part: string, folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'README.md' && !/\.(?:map|cpuprofile)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${sha256(readFileSync(file))}  ${part}/${relative(folder, file)}\n`)
    .toSorted((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1))

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
