import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Parts, rowsOf, writeMarker, type PartState } from '../../conversion/parts.ts'
import { persistently } from '../../conversion/persistently.ts'
import type { Show } from '../../conversion/storage.ts'
import { withoutEnvelope, type Ask } from '../api-client.ts'
import { bytesOf } from '../web-streams.ts'
import { FolderStorage } from '../import/folder-storage.ts'
import type { GetFile } from './server.ts'

const PROGRESS_FILE = 'progress.json'
const DOWNLOADS = 8

/** How far the copy is, in a file beside it. The lists are complete when nothing is after their last row. */
type Progress = {
  marker: Marker
  lists: Record<string, { state: PartState; after: number | string | null }>
}
type Marker = Parameters<typeof writeMarker>[1]

type Export = { ask: Ask; getFile: GetFile; folder: string; report: Show }
/** A list of rows: the path of its requests, and the field of the answers that has the rows. */
type RowList = { name: string; path: string; field: string }
type Lists = Record<string, Parts>
/** Rows, and the one after which the next page begins. */
type Page = { [field: string]: unknown; next: number | string | null }

export type CopyResult = {
  folder: string
  messages: number
  files: number
  missing_files: number
  is_consistent: boolean
}

/**
 * Writes a complete copy of a realm into a folder. An interrupted copy continues where it was. `getFile` requests a file by
 * its key, with headers.
 */
export async function exportCopy({ ask, getFile, folder, report }: Export): Promise<CopyResult> {
  const storage = new FolderStorage(folder)
  const kept = await storage.readText(PROGRESS_FILE)
  const progress: Progress =
    kept !== undefined
      ? JSON.parse(kept)
      : {
          marker: {
            copy_id: randomUUID(),
            exported_at: new Date().toISOString(),
            ...withoutEnvelope(await ask<Described>('GET /parley/copy')),
          },
          lists: {},
        }
  const save = () => storage.writeWhole(PROGRESS_FILE, JSON.stringify(progress))
  const lists: Lists = {}
  const copyList = async (name: string, path: string, field: string) => {
    const list = await copyRows({ ask, storage, report, progress, save }, { name, path, field })
    lists[name] = list
    return list
  }
  for (const { name } of progress.marker.tables) await copyList(`tables/${name}`, `/parley/copy/tables/${name}`, 'rows')
  const messages = await copyList('messages', '/parley/copy/messages', 'messages')
  await copyList('old_versions', '/parley/copy/old_versions', 'versions')
  const { list, missing } = await copyFiles({ getFile, storage, report, lists })
  lists.files = list
  const { last_event_id } = await ask<Described>('GET /parley/copy')
  // While users act, later pages are newer than earlier ones.
  const is_consistent = last_event_id === progress.marker.last_event_id
  const marker = { ...progress.marker, last_event_id, is_consistent }
  await writeMarker(storage, marker, lists)
  await storage.remove(PROGRESS_FILE)
  return { folder, messages: messages.rows, files: list.rows, missing_files: missing, is_consistent }
}

/** What the server says of the realm. */
type Described = Omit<Marker, 'copy_id' | 'exported_at'>

type Copying = { ask: Ask; storage: FolderStorage; report: Show; progress: Progress; save: () => Promise<void> }

async function copyRows(
  { ask, storage, report, progress, save }: Copying,
  { name, path, field }: RowList,
): Promise<Parts> {
  const kept = progress.lists[name]
  const parts = await new Parts(storage, name, kept?.state).continue()
  let after: string | number | null | undefined = kept?.after
  while (after !== null) {
    const fields = after === undefined ? {} : { after }
    const page: Page = await persistently(() => ask(`GET ${path}`, fields), report)
    parts.append(rowsIn(page[field]))
    after = page.next
    progress.lists[name] = { state: parts.state, after }
    await save()
    report(`${name}: ${parts.rows} rows`)
  }
  return parts
}

const rowsIn = (rows: unknown): object[] => (Array.isArray(rows) ? rows : [])

/** Copies the files that the rows name, and writes the list of them. A file that exists is not requested again. */
async function copyFiles({ lists, ...from }: Files & { lists: Lists }) {
  const { storage, report } = from
  // The list is short beside the files, so a continued copy writes it again.
  const list = await new Parts(storage, 'files').continue()
  let missing = 0
  let batch: string[] = []
  const copyBatch = async () => {
    const found = await Promise.all(batch.map((key) => copyFile(from, key)))
    missing += found.filter((file) => file === undefined).length
    list.append(found.filter((file) => file !== undefined))
    report(`files: ${list.rows}`)
    batch = []
  }
  for await (const key of keysOfFiles(storage, lists)) {
    batch.push(key)
    if (batch.length === DOWNLOADS) await copyBatch()
  }
  await copyBatch()
  return { list, missing }
}

type Files = { getFile: GetFile; storage: FolderStorage; report: Show }

/** The columns that name files, of several tables. */
type FileColumns = {
  key: string
  picture: string | null
  has_still: number
  avatar_source: string
  avatar_hash: string
}

/** Yields the keys of the files that rows of the copy name. */
async function* keysOfFiles(storage: FolderStorage, lists: Lists) {
  const rows = (table: string) => rowsOf<FileColumns>(storage, lists[`tables/${table}`] ?? { files: [] })
  for await (const { key } of rows('attachments')) yield key
  for await (const { picture, has_still } of rows('custom_emoji')) {
    yield `pictures/${picture}`
    if (has_still === 1) yield `pictures/${picture}-still`
  }
  for await (const { picture } of rows('realm_pictures')) if (picture !== null) yield `pictures/${picture}`
  for await (const { avatar_source, avatar_hash } of rows('users'))
    if (avatar_source === 'U') yield `pictures/${avatar_hash.slice(avatar_hash.lastIndexOf('/') + 1)}`
}

async function copyFile({ getFile, storage, report }: Files, key: string) {
  const name = `files/${key}`
  const path = storage.path(name)
  if (!existsSync(path)) {
    const isFound = await persistently(() => download(getFile, key, `${path}.part`), report)
    if (!isFound) return undefined
    renameSync(`${path}.part`, path)
  }
  return { key, name, ...(await storage.describe(name)) }
}

/** Continues a download that was interrupted. Returns false if the server does not have the file. */
async function download(getFile: GetFile, key: string, path: string): Promise<boolean> {
  const begun = existsSync(path) ? statSync(path).size : 0
  const response = await getFile(key, begun > 0 ? { range: `bytes=${begun}-` } : {})
  if (response.status === 416) return true
  if (response.status === 404 || response.status === 400) return false
  if (!response.ok) throw new TypeError(`The server answered ${response.status} for ${key}`)
  const flags = response.status === 206 ? 'a' : 'w'
  await pipeline(bytesOf(response.body), createWriteStream(path, { flags, mode: 0o600 }))
  return true
}
