import { Failure } from './failure.ts'
import { persistently, pause } from './persistently.ts'
import { checkFiles, linesOf, readMarker } from './parts.ts'

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
export async function importCopy({
  server,
  storage,
  place,
  report,
  proceed = async () => undefined,
  allowEmpty = false,
}) {
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
    ...marker.report,
    lists,
    refused: refused.slice(0, MAX_REFUSED_LISTED),
  }
  await storage.writeWhole('import-report.json', `${JSON.stringify(result, null, 2)}\n`)
  return result
}

/** Throws if a realm would have nothing after the import: it could not be filled again from the right export. */
function requireContents({ lists }) {
  const missing = [
    ['users', lists['tables/users']],
    ['messages', lists.messages],
  ].filter(([, list]) => (list?.rows ?? 0) === 0)
  if (missing.length === 0) return
  const what = missing.map(([name]) => `no ${name}`).join(' and ')
  throw new Failure(`The import would create ${what}. If this is right, repeat it with --allow-empty.`, 'empty')
}

/** The lists in the order in which the realm needs them: a reaction marks its message, which must be there. */
function steps({ tables, lists }) {
  const step = ({ name }) => ({ name: `tables/${name}`, path: `/parley/copy/tables/${name}` })
  return [
    ...tables.filter(({ name }) => name !== 'reactions').map(step),
    { name: 'messages', path: '/parley/copy/messages' },
    { name: 'old_versions', path: '/parley/copy/old_versions' },
    step({ name: 'reactions' }),
  ].filter(({ name }) => (lists[name]?.rows ?? 0) > 0)
}

/** How far the import is, in a file beside the copy. */
class Progress {
  static async in(storage, name) {
    const text = await storage.readText(name)
    return new Progress(storage, name, text === undefined ? { lists: {}, refused: [] } : JSON.parse(text))
  }

  constructor(storage, name, state) {
    this.storage = storage
    this.name = name
    this.state = state
  }

  of(name) {
    return (this.state.lists[name] ??= { file: 0, line: 0, read: 0, written: 0, refused: 0 })
  }

  refuse(name, file, line, reason) {
    this.of(name).refused++
    if (this.state.refused.length < MAX_REFUSED_LISTED) this.state.refused.push({ file, line, reason })
  }

  save() {
    return this.storage.writeWhole(this.name, JSON.stringify(this.state))
  }
}

async function importList({ server, storage, copy_id, report, proceed, progress }, { name, path, list }) {
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
      for (const { index: at, reason } of answer.refused) progress.refuse(name, file, rows[at].line, reason)
      reached.read += batch.length
      reached.written += answer.written
      Object.assign(reached, { file: index, line: batch.at(-1).line })
      await progress.save()
      const rate = Math.round((reached.read - before) / Math.max((Date.now() - began) / 1000, 0.001))
      const state = { step: 'rows', list: name, done: reached.read, total: list.rows, rate }
      report(`${name}: ${reached.read} of ${list.rows} rows, ${rate} a second`, state)
      await untilD1Follows({ server, path, copy_id, report, proceed }, answer.waiting)
    }
  }
}

async function untilD1Follows({ server, path, copy_id, report, proceed }, waiting) {
  for (let rows = waiting; rows > MAX_ROWS_WAITING;) {
    report(`Waiting for D1, which lacks ${rows} rows`, { step: 'waiting' })
    await pause(SECONDS_BETWEEN_LOOKS * 1000)
    await proceed()
    rows = (await persistently(() => server.postRows(path, { copy_id, rows: [] }), report)).waiting
  }
}

/** Yields the lines of a file in batches that fit into a request. */
async function* batchesOf(storage, file, skipped) {
  let batch = []
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
async function importFiles({ server, storage, copy_id, report, proceed, progress }, list) {
  const reached = progress.of('files')
  let batch = []
  const send = async () => {
    await proceed()
    const sent = await Promise.all(batch.map((file) => sendFile({ server, storage, copy_id, report, progress }, file)))
    reached.written += sent.filter(Boolean).length
    reached.line = reached.read
    await progress.save()
    const state = { step: 'rows', list: 'files', done: reached.read, total: list.rows }
    report(`files: ${reached.written} of ${list.rows}`, state)
    batch = []
  }
  let line = 0
  for (const { name: file } of list?.files ?? [])
    for await (const { value } of linesOf(storage, file)) {
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

async function sendFile({ server, storage, copy_id, report, progress }, { key, name, file, line }) {
  try {
    await persistently(() => server.putFile({ copy_id, key, name, storage }), report)
    return true
  } catch (error) {
    if (error.code !== 'FILE_REFUSED') throw error
    progress.refuse('files', file, line, error.message)
    return false
  }
}
