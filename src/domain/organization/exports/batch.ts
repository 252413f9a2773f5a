import type { Realm } from '../../../realm'
import { cancelFileDeletion, scheduleFileDeletion } from '../../realm/files/storage'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { completeExport } from './actions'
import { fileKey, includedFilesKey, type DataExport } from './data-export'
import type { Page } from './part'
import { findPart, nextFileName, partAfter } from './parts'
import { Scope } from './scope'
import { insertFileName, updateExport } from './storage'

/** The result of a batch: a page, and the name of its file in R2 if the page has content. */
type Batch = { page: Page; file_name?: string }

/** Longer than all attempts of a batch together, so that no attempt puts a file that is about to be deleted. */
const UNFINISHED_FILE_SECONDS = SECONDS_PER_WEEK

/** Creates the next page of an export and stores it in R2. A second attempt stores it under the same name. */
export async function createBatch(realm: Realm, dataExport: DataExport): Promise<Batch> {
  const part = findPart(dataExport.part)
  if (part === undefined) throw new Error(`This version has no part of exports with the name ${dataExport.part}`)
  const page = await part.createPage(new Scope(realm, dataExport), dataExport.after_id)
  if (page.content === undefined) return { page }
  const file_name = nextFileName(part, dataExport.pages)
  const files = filesOfPage(dataExport, file_name, page)
  // Scheduled before the files exist, so that files of an abandoned batch are deleted too.
  realm.transaction(() => {
    for (const { key } of files) scheduleFileDeletion(realm, key, realm.now() + UNFINISHED_FILE_SECONDS)
  })
  for (const { key, content } of files) await realm.files.put(key, encodeJson(content), 'application/json')
  return { page, file_name }
}

const filesOfPage = (dataExport: DataExport, file_name: string, { content = {}, included = [] }: Page) => [
  { key: fileKey(dataExport, file_name), content },
  { key: includedFilesKey(dataExport, file_name), content: included },
]

const encodeJson = (content: object) => new TextEncoder().encode(JSON.stringify(content))

/** Adds the file to the export and continues with the next page or the next part, or completes the export. */
export function finishBatch(realm: Realm, dataExport: DataExport, { page, file_name }: Batch): void {
  if (file_name !== undefined) {
    const areKept = filesOfPage(dataExport, file_name, page).map(({ key }) => cancelFileDeletion(realm, key))
    if (areKept.includes(false)) throw new Error(`Creating ${file_name} took too long`)
    insertFileName(realm.sql, dataExport, file_name)
  }
  const progress = { ...dataExport, attempts: 0, due_at: realm.now() }
  const nextPart = partAfter(dataExport.part)
  if (page.next !== undefined) {
    const pages = dataExport.pages + (file_name === undefined ? 0 : 1)
    updateExport(realm.sql, { ...progress, after_id: page.next, pages })
  } else if (nextPart) updateExport(realm.sql, { ...progress, part: nextPart.name, after_id: 0, pages: 0 })
  else completeExport(realm, progress)
}
