import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type sqlite from 'node:sqlite'
import { codeOf, messageOf } from '../conversion/failure.ts'

/**
 * Checks the databases of a development server before it starts. Throws an error that names a damaged file. The runtime
 * would report it as an internal error of the first request.
 */
export async function refuseCorrupt({ state, notes }: { state: string; notes: string }): Promise<void> {
  refuseUnreadableNotes(notes)
  const check = await databaseCheck()
  const stored = join(state, 'v3') // where wrangler stores all data
  for (const file of databasesIn(stored)) {
    const fault = faultOfHeader(file) ?? check(file)
    if (fault)
      throw new Error(`The database ${file} is damaged (${fault}).
Put a copy of it back if you have one. Otherwise delete what was stored, and the next start makes a new realm:
  rm -r '${stored}' '${notes}'`)
  }
}

function refuseUnreadableNotes(notes: string) {
  try {
    JSON.parse(readFileSync(notes, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw new Error(`The file ${notes} cannot be read (${messageOf(error)}).
Delete it. The realm stays, and the next start writes new API keys. Only the keys of the bots are lost.
  rm '${notes}'`)
  }
}

function databasesIn(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

const MAGIC = Buffer.from('SQLite format 3\0')

function faultOfHeader(file: string) {
  const { size } = statSync(file)
  if (size === 0) return undefined // an empty database
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  const read = readSync(descriptor, header)
  closeSync(descriptor)
  if (read < header.length || !header.subarray(0, MAGIC.length).equals(MAGIC)) return 'it is not a SQLite database'
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  return pageSize > 0 && size % pageSize === 0 ? undefined : 'it is truncated'
}

/** Returns a function that runs SQLite's own check, if this Node has SQLite. */
async function databaseCheck(): Promise<(file: string) => string | undefined> {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => {} // node:sqlite warns that it is experimental
  try {
    const { DatabaseSync } = await import('node:sqlite')
    return (file) => faultOfContent(DatabaseSync, file)
  } catch {
    return () => undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

function faultOfContent(DatabaseSync: typeof sqlite.DatabaseSync, file: string) {
  let database
  try {
    database = new DatabaseSync(file)
    const answer = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
    return answer === 'ok' ? undefined : String(answer).replaceAll('\n', ' ')
  } catch (error) {
    return messageOf(error)
  } finally {
    database?.close()
  }
}
