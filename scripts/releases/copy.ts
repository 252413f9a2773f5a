import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/**
 * The accounts of the realm, and the queues that wait.
 * @typedef {{ people: import('./fill.ts').People, queues: { queue_id: string, last_event_id: number }[] }} Notes
 */

/** The copies of all releases: a folder for each, with the name of its version. */
const RELEASES = join(import.meta.dirname, '../../test/fixtures/releases')

/** What a copy has: the storage of a realm, the Worker that wrote it, and notes. */
const PARTS = { storage: 'storage.tar.br', worker: 'worker.tar.br' }
const NOTES = 'notes.json'

export const releases = () => (existsSync(RELEASES) ? readdirSync(RELEASES).toSorted() : [])

/**
 * @param {string} version
 * @param {{ storage: string, worker: string, notes: Notes }} contents
 */
export function writeCopy(version, { notes, ...folders }) {
  const folder = join(RELEASES, version)
  mkdirSync(folder, { recursive: true })
  for (const part of /** @type {const} */ (['storage', 'worker']))
    writeFileSync(join(folder, PARTS[part]), packed(folders[part]))
  writeFileSync(join(folder, NOTES), `${JSON.stringify(notes, null, 2)}\n`)
  return folder
}

/**
 * Unpacks the copy of a release into `folder`, and returns where its parts are.
 * @param {string} version
 * @param {string} folder
 */
export function unpackCopy(version, folder) {
  const places = { storage: join(folder, 'storage'), worker: join(folder, 'worker') }
  for (const part of /** @type {const} */ (['storage', 'worker'])) {
    mkdirSync(places[part], { recursive: true })
    const input = brotliDecompressSync(readFileSync(join(RELEASES, version, PARTS[part])))
    execFileSync('tar', ['-xf', '-', '-C', places[part]], { input })
  }
  /** @type {Notes} */
  const notes = JSON.parse(readFileSync(join(RELEASES, version, NOTES), 'utf8'))
  return { ...places, ...notes }
}

/** @param {string} folder */
function packed(folder) {
  const tar = execFileSync('tar', ['-cf', '-', '--sort=name', '--owner=0', '--group=0', '-C', folder, '.'], {
    maxBuffer: 2 ** 30,
  })
  return brotliCompressSync(tar, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
    },
  })
}
