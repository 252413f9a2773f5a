import type { Realm } from '../../../realm'
import { doom, spare } from '../../realm/files/storage'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { completeExport } from './actions'
import { fileKey, listKey, type DataExport } from './data-export'
import type { Page } from './part'
import { nextFileOf, partAfter, partCalled } from './parts'
import { Scope } from './scope'
import { addFile, writeExport } from './storage'

/** What a bite has made: a page of a part, and the file that it is in R2 by now, if it says anything. */
type Made = { page: Page; name?: string }

/** Longer than anything is tried again: what is about to be put once more must not be about to be deleted. */
const UNCLAIMED_SECONDS = SECONDS_PER_WEEK

/** Makes the next file of an export and puts it in R2: again under the same name, if that was done before in vain. */
export async function makeFile(realm: Realm, begun: DataExport): Promise<Made> {
  const part = partCalled(begun.part)
  if (part === undefined) throw new Error(`This version knows no part of exports called ${begun.part}`)
  const page = await part.page(new Scope(realm, begun), begun.after_id)
  if (page.content === undefined) return { page }
  const name = nextFileOf(part, begun.pages)
  const files = filesIn(begun, name, page)
  // What becomes of it after that is written down first: a file that nobody comes back to is found and deleted.
  realm.transaction(() => {
    for (const { key } of files) doom(realm, key, realm.now() + UNCLAIMED_SECONDS)
  })
  for (const { key, content } of files) await realm.files.put(key, jsonOf(content), 'application/json')
  return { page, name }
}

const filesIn = (begun: DataExport, name: string, { content = {}, along = [] }: Page) => [
  { key: fileKey(begun, name), content },
  { key: listKey(begun, name), content: along },
]

const jsonOf = (content: object) => new TextEncoder().encode(JSON.stringify(content))

/** It is there: on to the next page, the next part, or the end. */
export function settle(realm: Realm, begun: DataExport, { page, name }: Made): void {
  if (name !== undefined) {
    const isThere = filesIn(begun, name, page).map(({ key }) => spare(realm, key))
    if (isThere.includes(false)) throw new Error(`${name} took too long to be made`)
    addFile(realm, begun, name)
  }
  const done = { ...begun, attempts: 0, due_at: realm.now() }
  const following = partAfter(begun.part)
  if (page.next !== undefined)
    writeExport(realm, { ...done, after_id: page.next, pages: begun.pages + (name === undefined ? 0 : 1) })
  else if (following) writeExport(realm, { ...done, part: following.name, after_id: 0, pages: 0 })
  else completeExport(realm, done)
}
