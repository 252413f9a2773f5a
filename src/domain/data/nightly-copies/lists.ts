import { parseJson } from '../../../api/parse-json'
import type { Realm } from '../../../realm'
import { waitingForDeletion } from '../../realm/files/storage'
import { tableNames, type CopiedTableName } from '../realm-tables/tables'
import { isCopiedFile } from '../realm-copies/file-keys'
import { messagesAfter, versionsAfter, withBodies, withVersions } from '../realm-copies/messages'
import { pageOfTable, type PageKey } from '../realm-copies/storage'
import { noteAbsentFiles } from './absences'
import { storeFile } from './bucket'

/** Rows of a list, and where the list continues; null at its end. */
export type Page = { rows: object[]; next: unknown }

const FILES = 'files'
/** The platform limits the requests of one alarm. A file needs four. */
const FILES_PER_PAGE = 40

/** The lists of a copy, in their order: the tables, messages, earlier versions, and files. */
export const LISTS: readonly string[] = [
  ...tableNames.map((name) => `tables/${name}`),
  'messages',
  'old_versions',
  FILES,
]

/** A step that is no list: it notes which copied files the realm no longer has. So this copy does not list them. */
const SWEEP = 'sweep'
export const STEPS: readonly string[] = LISTS.flatMap((list) => (list === FILES ? [SWEEP, FILES] : [list]))

/** Whether pages of a list are joined until they fill a file. */
export const joinsPages = (list: string): boolean => list !== FILES && list !== SWEEP

/** Returns the next page of a list. */
export function pageOf(realm: Realm, list: string, after: string): Promise<Page> | Page {
  const position: unknown = parseJson(after)
  if (list === 'messages') return messagesPage(realm, Number(position ?? 0))
  if (list === 'old_versions') return versionsPage(realm, Number(position ?? 0))
  if (list === SWEEP) return sweep(realm, typeof position === 'string' ? position : undefined)
  if (list === FILES) return filesPage(realm, typeof position === 'string' ? position : '')
  const { rows, next } = pageOfTable(realm.sql, nameOf(list), Array.isArray(position) ? keyOf(position) : undefined)
  return { rows, next }
}

function nameOf(list: string): CopiedTableName {
  const name = tableNames.find((candidate) => list === `tables/${candidate}`)
  if (name === undefined) throw new Error(`This version has no list ${list}`)
  return name
}

const keyOf = (values: readonly unknown[]): PageKey =>
  values.map((value) => (typeof value === 'number' ? value : String(value)))

async function messagesPage(realm: Realm, after: number): Promise<Page> {
  const load = (ids: readonly number[], most: number) => realm.bodies.load(ids, most)
  const { messages, next } = await withBodies(load, messagesAfter(realm, after))
  return { rows: messages, next }
}

async function versionsPage(realm: Realm, after: number): Promise<Page> {
  const { versions, next } = await withVersions(realm.databases.texts, versionsAfter(realm, after))
  return { rows: versions, next }
}

/** Copies files that the second bucket does not have yet, and lists them. Deleted files wait for thirty days, and are left out. */
async function filesPage(realm: Realm, cursor: string): Promise<Page> {
  const { files, next } = await realm.files.list(cursor, FILES_PER_PAGE)
  const waiting = waitingForDeletion(
    realm.sql,
    files.map(({ key }) => key),
  )
  const rows: object[] = []
  for (const { key } of files) {
    const stored = isCopiedFile(key) && !waiting.has(key) ? await storeFile(realm, key) : undefined
    if (stored) rows.push({ key, name: `files/${key}`, ...stored })
  }
  return { rows, next: next ?? null }
}

const sweep = async (realm: Realm, cursor: string | undefined): Promise<Page> => ({
  rows: [],
  next: (await noteAbsentFiles(realm, cursor)) ?? null,
})
