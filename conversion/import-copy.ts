import { codeOf, Failure, messageOf } from './failure.ts'
import { persistently, pause } from './persistently.ts'
import { checkFiles, linesOf, readMarker, type CopyList, type CopyMarker } from './parts.ts'
import type { ConversionReport } from './report.ts'
import type { Show, Storage } from './storage.ts'

export type Answer = { written: number; refused: { index: number; reason: string }[]; waiting: number }

/** The requests of an import. Those that the server refuses throw an error with its `code`; `FILE_REFUSED` leaves out one file. */
export type ImportServer = {
  begin: (copy: { copy_id: string; last_event_id: number }) => Promise<unknown>
  postRows: (path: string, sent: { copy_id: string; rows: string[] }) => Promise<Answer>
  putFile: (file: { copy_id: string; key: string; name: string; storage: Storage }) => Promise<unknown>
  finish: (copy: { copy_id: string; sequences: string }) => Promise<unknown>
}

export type ImportReport = ConversionReport & {
  source: string
  lists: Record<string, { read: number; written: number; refused: number }>
  refused: { file: string; line: number; reason: string }[]
}

export type ImportOptions = {
  server: ImportServer
  storage: Storage
  place: string
  report: Show
  proceed?: () => Promise<void>
  allowEmpty?: boolean
}

type Import = Required<Pick<ImportOptions, 'server' | 'storage' | 'report' | 'proceed'>> & {
  copy_id: string
  progress: Progress
}

/** How far the import of a list is. */
type Reached = { file: number; line: number; read: number; written: number; refused: number }
/** A line of the list of files, and where it is. */
type FileRow = { key: string; name: string; file: string; line: number }
type Line = { line: number; value: unknown; text: string }

const ROWS_PER_REQUEST = 500
const CHARACTERS_PER_REQUEST = 2_000_000
/** D1 receives rows later than the realm. The import waits while it lags by more than this. */
const MAX_ROWS_WAITING = 5000
const SECONDS_BETWEEN_LOOKS = 1
const UPLOADS = 8
const MAX_REFUSED_LISTED = 1000

/**
 * Fills a realm from a copy in `storage`. An interrupted import continues where it was, and a repeated request changes nothing.
 * `server` sends the requests: `begin` and `finish` open and close the import, `postRows` sends rows to a path, and `putFile` sends
 * a file. `proceed` is awaited before each request, so an import can pause. Returns the report, which is also in the storage.
 */
export async function importCopy(options: ImportOptions): Promise<ImportReport> {
  const { server, storage, place, report, proceed = async () => undefined, allowEmpty = false } = options
  const marker = await readMarker(storage)
  if (!allowEmpty) requireContents(marker)
  report('Checking the files of the copy', { step: 'checking' })
  await checkFiles(storage, marker)
  const { copy_id, last_event_id, sequences = {} } = marker
  const progress = await Progress.in(storage, `import-${place.replaceAll(/\W+/g, '-')}.json`)
  await persistently(() => server.begin({ copy_id, last_event_id }), report)
  const context = { server, storage, copy_id, report, proceed, progress }
  for (const { name, path } of steps(marker)) await importList(context, { name, path, list: marker.lists[name] })
  await importFiles(context, marker.lists.files)
  await persistently(() => server.finish({ copy_id, sequences: JSON.stringify(sequences) }), report)
  const { lists, refused } = progress.state
  const result = {
    source: marker.source ?? 'parley',
    ...(marker.report ?? NOTHING_CONVERTED),
    lists,
    refused: refused.slice(0, MAX_REFUSED_LISTED),
  }
  await storage.writeWhole('import-report.json', `${JSON.stringify(result, null, 2)}\n`)
  return result
}

/** A copy that a realm made was not converted. */
const NOTHING_CONVERTED: ConversionReport = { converted: {}, skipped: {} }

/** Throws if a realm would have nothing after the import: it could not be filled again from the right export. */
function requireContents({ lists }: CopyMarker) {
  const needed = { users: lists['tables/users'], messages: lists.messages }
  const missing = Object.entries(needed).filter(([, list]) => (list?.rows ?? 0) === 0)
  if (missing.length === 0) return
  const what = missing.map(([name]) => `no ${name}`).join(' and ')
  throw new Failure(`The import would create ${what}. If this is right, repeat it with --allow-empty.`, 'empty')
}

/** The lists in the order in which the realm needs them: a reaction marks its message, which must be there. */
function steps({ tables, lists }: CopyMarker) {
  const step = ({ name }: { name: string }) => ({ name: `tables/${name}`, path: `/parley/copy/tables/${name}` })
  return [
    ...tables.filter(({ name }) => name !== 'reactions').map(step),
    { name: 'messages', path: '/parley/copy/messages' },
    { name: 'old_versions', path: '/parley/copy/old_versions' },
    step({ name: 'reactions' }),
  ].filter(({ name }) => (lists[name]?.rows ?? 0) > 0)
}

/** How far the import is, in a file beside the copy. */
class Progress {
  readonly storage: Storage
  readonly name: string
  readonly state: { lists: Record<string, Reached>; refused: ImportReport['refused'] }

  static async in(storage: Storage, name: string): Promise<Progress> {
    const text = await storage.readText(name)
    return new Progress(storage, name, text === undefined ? { lists: {}, refused: [] } : JSON.parse(text))
  }

  constructor(storage: Storage, name: string, state: Progress['state']) {
    this.storage = storage
    this.name = name
    this.state = state
  }

  of(name: string): Reached {
    return (this.state.lists[name] ??= { file: 0, line: 0, read: 0, written: 0, refused: 0 })
  }

  refuse(name: string, file: string, line: number, reason: string) {
    this.of(name).refused++
    if (this.state.refused.length < MAX_REFUSED_LISTED) this.state.refused.push({ file, line, reason })
  }

  save() {
    return this.storage.writeWhole(this.name, JSON.stringify(this.state))
  }
}

async function importList(
  { server, storage, copy_id, report, proceed, progress }: Import,
  { name, path, list }: { name: string; path: string; list: CopyList | undefined },
) {
  if (list === undefined) return
  const reached = progress.of(name)
  const began = Date.now()
  const before = reached.read
  for (const [index, file] of list.files.map((each) => each.name).entries()) {
    if (index < reached.file) continue
    const skipped = index === reached.file ? reached.line : 0
    for await (const batch of batchesOf(storage, file, skipped)) {
      await proceed()
      const rows = batch.filter(({ value }) => value !== undefined)
      for (const { line, value } of batch)
        if (value === undefined) progress.refuse(name, file, line, 'The line is no JSON')
      const sent = { copy_id, rows: rows.map(({ text }) => text) }
      const answer = await persistently(() => server.postRows(path, sent), report)
      for (const { index: at, reason } of answer.refused) progress.refuse(name, file, rows[at]?.line ?? 0, reason)
      reached.read += batch.length
      reached.written += answer.written
      Object.assign(reached, { file: index, line: batch.at(-1)?.line ?? 0 })
      await progress.save()
      const rate = Math.round((reached.read - before) / Math.max((Date.now() - began) / 1000, 0.001))
      const state = { step: 'rows', list: name, done: reached.read, total: list.rows, rate }
      report(`${name}: ${reached.read} of ${list.rows} rows, ${rate} a second`, state)
      await untilD1Follows({ server, path, copy_id, report, proceed }, answer.waiting)
    }
  }
}

async function untilD1Follows(
  {
    server,
    path,
    copy_id,
    report,
    proceed,
  }: Pick<Import, 'server' | 'copy_id' | 'report' | 'proceed'> & { path: string },
  waiting: number,
) {
  for (let rows = waiting; rows > MAX_ROWS_WAITING;) {
    report(`Waiting for D1, which lacks ${rows} rows`, { step: 'waiting' })
    await pause(SECONDS_BETWEEN_LOOKS * 1000)
    await proceed()
    rows = (await persistently(() => server.postRows(path, { copy_id, rows: [] }), report)).waiting
  }
}

/** Yields the lines of a file in batches that fit into a request. */
async function* batchesOf(storage: Storage, file: string, skipped: number) {
  let batch: Line[] = []
  let characters = 0
  for await (const { line, value } of linesOf(storage, file)) {
    if (line <= skipped) continue
    const text = value === undefined ? '' : JSON.stringify(value)
    if (batch.length === ROWS_PER_REQUEST || (batch.length > 0 && characters + text.length > CHARACTERS_PER_REQUEST)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push({ line, value, text })
    characters += text.length
  }
  if (batch.length > 0) yield batch
}

/** Sends the files. One that the server refuses, or that the copy lacks, is left out and counted. */
async function importFiles(context: Import, list: CopyList | undefined) {
  const { storage, report, proceed, progress } = context
  const reached = progress.of('files')
  let batch: FileRow[] = []
  const send = async () => {
    await proceed()
    const sent = await Promise.all(batch.map((file) => sendFile(context, file)))
    reached.written += sent.filter(Boolean).length
    reached.line = reached.read
    await progress.save()
    const state = { step: 'rows', list: 'files', done: reached.read, total: list?.rows ?? 0 }
    report(`files: ${reached.written} of ${state.total}`, state)
    batch = []
  }
  let line = 0
  for (const { name: file } of list?.files ?? [])
    for await (const { value } of linesOf<{ key: string; name: string }>(storage, file)) {
      if (++line <= reached.line) continue
      reached.read = line
      if (value === undefined || storage.size(value.name) === undefined) {
        reached.refused++
        continue
      }
      batch.push({ ...value, file, line })
      if (batch.length === UPLOADS) await send()
    }
  if (batch.length > 0) await send()
}

async function sendFile({ server, storage, copy_id, report, progress }: Import, { key, name, file, line }: FileRow) {
  try {
    await persistently(() => server.putFile({ copy_id, key, name, storage }), report)
    return true
  } catch (error) {
    if (codeOf(error) !== 'FILE_REFUSED') throw error
    progress.refuse('files', file, line, messageOf(error))
    return false
  }
}
