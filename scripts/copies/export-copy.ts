import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Parts, rowsOf, writeMarker } from '../../conversion/parts.ts'
import { persistently } from '../../conversion/persistently.ts'
import { FolderStorage } from '../import/folder-storage.ts'

const PROGRESS_FILE = 'progress.json'
const DOWNLOADS = 8

/**
 * Writes a complete copy of a realm into a folder. An interrupted copy continues where it was. `getFile` requests a file by
 * its key, with headers.
 */
export async function exportCopy({ ask, getFile, folder, report }) {
  const storage = new FolderStorage(folder)
  const kept = await storage.readText(PROGRESS_FILE)
  const progress =
    kept !== undefined
      ? JSON.parse(kept)
      : {
          marker: {
            copy_id: randomUUID(),
            exported_at: new Date().toISOString(),
            ...(await askFields(ask, 'GET /parley/copy')),
          },
          lists: {},
        }
  const save = () => storage.writeWhole(PROGRESS_FILE, JSON.stringify(progress))
  const lists = {}
  const copyList = async (name, path, field) => {
    lists[name] = await copyRows({ ask, storage, report, progress, save }, { name, path, field })
  }
  for (const { name } of progress.marker.tables) await copyList(`tables/${name}`, `/parley/copy/tables/${name}`, 'rows')
  await copyList('messages', '/parley/copy/messages', 'messages')
  await copyList('old_versions', '/parley/copy/old_versions', 'versions')
  const { list, missing } = await copyFiles({ getFile, storage, report, lists })
  lists.files = list
  const { last_event_id } = await ask('GET /parley/copy')
  // While users act, later pages are newer than earlier ones.
  const is_consistent = last_event_id === progress.marker.last_event_id
  const marker = { ...progress.marker, last_event_id, is_consistent }
  await writeMarker(storage, marker, lists)
  await storage.remove(PROGRESS_FILE)
  return { folder, messages: lists.messages.rows, files: list.rows, missing_files: missing, is_consistent }
}

async function askFields(ask, request) {
  const { result: _result, msg: _msg, ...fields } = await ask(request)
  return fields
}

async function copyRows({ ask, storage, report, progress, save }, { name, path, field }) {
  const kept = progress.lists[name]
  const parts = await new Parts(storage, name, kept?.state).continue()
  let after = kept?.after
  while (after !== null) {
    const fields = after === undefined ? {} : { after }
    const page = await persistently(() => ask(`GET ${path}`, fields), report)
    parts.append(page[field])
    after = page.next
    progress.lists[name] = { state: parts.state, after }
    await save()
    report(`${name}: ${parts.rows} rows`)
  }
  return parts
}

/** Copies the files that the rows name, and writes the list of them. A file that exists is not requested again. */
async function copyFiles({ getFile, storage, report, lists }) {
  // The list is short beside the files, so a continued copy writes it again.
  const list = await new Parts(storage, 'files').continue()
  let missing = 0
  let batch = []
  const copyBatch = async () => {
    const found = await Promise.all(batch.map((key) => copyFile({ getFile, storage, report }, key)))
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

/** Yields the keys of the files that rows of the copy name. */
async function* keysOfFiles(storage, lists) {
  const rows = (table) => rowsOf(storage, lists[`tables/${table}`])
  for await (const { key } of rows('attachments')) yield key
  for await (const { picture, has_still } of rows('custom_emoji')) {
    yield `pictures/${picture}`
    if (has_still === 1) yield `pictures/${picture}-still`
  }
  for await (const { picture } of rows('realm_pictures')) if (picture !== null) yield `pictures/${picture}`
  for await (const { avatar_source, avatar_hash } of rows('users'))
    if (avatar_source === 'U') yield `pictures/${avatar_hash.slice(avatar_hash.lastIndexOf('/') + 1)}`
}

async function copyFile({ getFile, storage, report }, key) {
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
async function download(getFile, key, path) {
  const begun = existsSync(path) ? statSync(path).size : 0
  const response = await getFile(key, begun > 0 ? { range: `bytes=${begun}-` } : {})
  if (response.status === 416) return true
  if (response.status === 404 || response.status === 400) return false
  if (!response.ok) throw new TypeError(`The server answered ${response.status} for ${key}`)
  const flags = response.status === 206 ? 'a' : 'w'
  await pipeline(Readable.fromWeb(response.body), createWriteStream(path, { flags, mode: 0o600 }))
  return true
}
