import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Queue } from './fill.ts'
import type { People } from './people.ts'

/** The accounts of the realm, and the queues that wait. */
export type Notes = { people: People; queues: Queue[] }

/** Few queues are in the realm, and the others are in gateways: so a copy has both. */
export const QUEUES_OF_COPY = { QUEUES_PER_REALM: '2', QUEUES_PER_GATEWAY: '2' }

/** The copies of all releases: a folder for each, with the name of its version. */
const RELEASES = join(import.meta.dirname, '../../test/fixtures/releases')

/** What a copy has: the storage of a realm, the Worker that wrote it, and notes. */
const PARTS = { storage: 'storage.tar.br', worker: 'worker.tar.br' }
const BOTH = ['storage', 'worker'] as const
const NOTES = 'notes.json'

export const releases = () => (existsSync(RELEASES) ? readdirSync(RELEASES).toSorted() : [])

export function writeCopy(version: string, { notes, ...folders }: { storage: string; worker: string; notes: Notes }) {
  const folder = join(RELEASES, version)
  mkdirSync(folder, { recursive: true })
  for (const part of BOTH) writeFileSync(join(folder, PARTS[part]), packed(folders[part]))
  writeFileSync(join(folder, NOTES), `${JSON.stringify(notes, null, 2)}\n`)
  return folder
}

/** Unpacks the copy of a release into `folder`, and returns where its parts are. */
export function unpackCopy(version: string, folder: string) {
  const places = { storage: join(folder, 'storage'), worker: join(folder, 'worker') }
  for (const part of BOTH) {
    mkdirSync(places[part], { recursive: true })
    const input = brotliDecompressSync(readFileSync(join(RELEASES, version, PARTS[part])))
    execFileSync('tar', ['-xf', '-', '-C', places[part]], { input })
  }
  const notes: Notes = JSON.parse(readFileSync(join(RELEASES, version, NOTES), 'utf8'))
  return { ...places, ...notes }
}

function packed(folder: string) {
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
