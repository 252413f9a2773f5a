import type { Realm } from '../../../realm'
import { nextFileDeletion } from '../../realm/files/storage'
import { markerOf } from '../realm-copies/marker'
import { storeText } from './bucket'
import { joinsPages, LISTS, pageOf, STEPS } from './lists'
import { folderOf } from './rules'
import { countFiles, filesOf, insertFile, writeCopy, type NightlyCopy } from './storage'

const BYTES_PER_FILE = 4 * 1024 * 1024

/** Begins the copy of a night. */
export function beginCopy(realm: Realm, night: number): void {
  const marker = JSON.stringify({
    copy_id: realm.randomUuid(),
    exported_at: new Date(realm.now() * 1000).toISOString(),
    ...markerOf(realm),
  })
  const state = { night, begun_at: realm.now(), finished_at: null, marker, last_event_id: 0, files_wait: 0 }
  writeCopy(realm.sql, { ...state, list: LISTS[0]!, after: 'null' })
}

/** Writes the next file of a copy. A second attempt writes it under the same name. Returns whether the copy has ended. */
export async function continueCopy(realm: Realm, copy: NightlyCopy): Promise<boolean> {
  const { night, list } = copy
  const { lines, next } = await linesOfFile(realm, copy)
  const part = countFiles(realm.sql, night, list) + 1
  const name = `${list}-${String(part).padStart(6, '0')}.jsonl`
  const stored = lines.length === 0 ? undefined : await storeText(realm, `${folderOf(night)}/${name}`, lines.join(''))
  const nextList = STEPS[STEPS.indexOf(list) + 1]
  if (next === null && nextList === undefined) {
    await finishCopy(realm, copy)
    return true
  }
  realm.transaction(() => {
    if (stored) insertFile(realm.sql, night, { list, name, rows: lines.length, ...stored })
    const position = next === null ? { list: nextList ?? list, after: 'null' } : { after: JSON.stringify(next) }
    writeCopy(realm.sql, { ...copy, ...position })
  })
  return false
}

/** Returns the lines of the next file: of pages until they fill it, or until the list ends. */
async function linesOfFile(realm: Realm, { list, after }: NightlyCopy): Promise<{ lines: string[]; next: unknown }> {
  const lines: string[] = []
  let size = 0
  for (let position = after; ;) {
    const { rows, next } = await pageOf(realm, list, position)
    for (const row of rows) {
      const line = `${JSON.stringify(row)}\n`
      lines.push(line)
      size += line.length
    }
    if (next === null || size >= BYTES_PER_FILE || !joinsPages(list)) return { lines, next }
    position = JSON.stringify(next)
  }
}

/** Writes the marker last: a folder without it is incomplete. */
async function finishCopy(realm: Realm, copy: NightlyCopy): Promise<void> {
  const { night } = copy
  const begun: { last_event_id: number } = JSON.parse(copy.marker)
  const last_event_id = realm.log.lastId
  const lists = Object.fromEntries(
    LISTS.map((list) => {
      const files = filesOf(realm.sql, night).filter((file) => file.list === list)
      const rows = files.reduce((sum, file) => sum + file.rows, 0)
      return [list, { rows, files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })) }]
    }),
  )
  const marker = { ...begun, last_event_id, is_consistent: last_event_id === begun.last_event_id, lists }
  await storeText(realm, `${folderOf(night)}/export.json`, `${JSON.stringify(marker, null, 2)}\n`)
  const files_wait = nextFileDeletion(realm.sql) === undefined ? 0 : 1
  realm.transaction(() =>
    writeCopy(realm.sql, { ...copy, finished_at: realm.now(), last_event_id: realm.log.lastId, files_wait }),
  )
}
