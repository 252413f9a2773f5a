import type { Realm } from '../../../realm'
import { cancelFileDeletion, scheduleFileDeletion } from '../../realm/files/storage'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { completeExport } from './actions'
import { includedBytes, type IncludedFile } from './archive'
import { checksumsOf, deleteChecksums, writeChecksum, type StoredChecksum } from './checksum-storage'
import { continueChecksum, measured, sha256Of } from './checksums'
import { fileKey, includedFilesKey, type DataExport } from './data-export'
import type { Page } from './part'
import { MARKER, findPart, nextFileName, partAfter } from './parts'
import { Scope } from './scope'
import { insertFile, updateExport, type ExportFile } from './storage'
import { exportName } from './wire-export'

/** The result of a batch: a page, and its file in R2 if the page has content. Or a part of the checksum of a large file. */
type Batch = { page: Page; file?: ExportFile; keys?: readonly string[]; checksum?: StoredChecksum }

/** Longer than all attempts of a batch together, so that no attempt puts a file that is about to be deleted. */
const UNFINISHED_FILE_SECONDS = SECONDS_PER_WEEK

/** Creates the next page of an export and stores it in R2. A second attempt stores it under the same name. */
export async function createBatch(realm: Realm, dataExport: DataExport): Promise<Batch> {
  const part = findPart(dataExport)
  if (part === undefined) throw new Error(`This version has no part of exports with the name ${dataExport.part}`)
  const page = await part.createPage(new Scope(realm, dataExport), dataExport.after_id)
  const content = contentOf(page)
  if (content === undefined) return { page }
  const { files: included, unmeasured } = await measured(realm, page.included ?? [], checksumsOf(realm.sql, dataExport))
  // The next batch begins this page again.
  if (unmeasured) return { page: { next: dataExport.after_id }, checksum: await continueChecksum(realm, unmeasured) }
  const name = nextFileName(part, dataExport.pages)
  const keys = keysOfFile(dataExport, name, page)
  // Scheduled before the files exist, so that files of an abandoned batch are deleted too.
  realm.transaction(() => {
    for (const key of keys) scheduleFileDeletion(realm, key, realm.now() + UNFINISHED_FILE_SECONDS)
  })
  const bytes = new TextEncoder().encode(content.text)
  await realm.files.put(fileKey(dataExport, name), bytes, JSON_TYPE)
  if (included.length > 0) await realm.files.put(includedFilesKey(dataExport, name), encodeJson(included), JSON_TYPE)
  const facts = { name, entry: part.entry ?? name, items: content.items, size: bytes.length }
  const included_bytes = archived(exportName(realm, dataExport), included)
  return { page, keys, file: { ...facts, sha256: await sha256Of(bytes), included_bytes } }
}

const JSON_TYPE = 'application/json'

const keysOfFile = (dataExport: DataExport, name: string, { included = [] }: Page) => [
  fileKey(dataExport, name),
  ...(included.length === 0 ? [] : [includedFilesKey(dataExport, name)]),
]

const contentOf = ({ content, text }: Page) =>
  content === undefined ? text : { text: JSON.stringify(content), items: itemsOf(content) }

const encodeJson = (content: object) => new TextEncoder().encode(JSON.stringify(content))

/** A page of a list is an object with only this list. */
function itemsOf(content: object): number {
  const [list, ...others] = Object.values(content)
  return Array.isArray(list) && others.length === 0 ? list.length : 1
}

const archived = (folder: string, included: readonly IncludedFile[]) =>
  included.reduce((total, file) => total + includedBytes(folder, file), 0)

/** Adds the file to the export and continues with the next page or the next part, or completes the export. */
export function finishBatch(realm: Realm, dataExport: DataExport, { page, file, keys = [], checksum }: Batch): void {
  if (checksum) writeChecksum(realm.sql, dataExport, checksum)
  if (file !== undefined) {
    const areKept = keys.map((key) => cancelFileDeletion(realm, key))
    if (areKept.includes(false)) throw new Error(`Creating ${file.name} took too long`)
    insertFile(realm.sql, dataExport, { ...file, isFirst: dataExport.part === MARKER })
  }
  const progress = { ...dataExport, attempts: 0, due_at: realm.now() }
  const nextPart = partAfter(dataExport)
  if (page.next !== undefined) {
    const pages = dataExport.pages + (file === undefined ? 0 : 1)
    updateExport(realm.sql, { ...progress, after_id: page.next, pages })
  } else if (nextPart) updateExport(realm.sql, { ...progress, part: nextPart.name, after_id: 0, pages: 0 })
  else {
    deleteChecksums(realm.sql, dataExport)
    completeExport(realm, progress)
  }
}
