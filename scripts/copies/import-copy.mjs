import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { checkFiles, linesOf, readJsonFile, readMarker, writeWhole } from './folder.mjs'
import { persistently } from './persistently.mjs'

const ROWS_PER_REQUEST = 500
const CHARACTERS_PER_REQUEST = 2_000_000
/** D1 receives rows later than the realm. The import waits while it lags by more than this. */
const ROWS_WAITING_MAX = 5000
const SECONDS_BETWEEN_LOOKS = 1
const UPLOADS = 8
const REFUSED_LISTED_MAX = 1000

/**
 * Fills a realm from a copy in a folder. An interrupted import continues where it was, and a repeated request changes nothing.
 * `postRows` sends rows to a path, and `putFile` sends a file. Returns the report, which is also in the folder.
 */
export async function importCopy({ ask, postRows, putFile, folder, place, keepsOwners = false, report }) {
  const marker = readMarker(folder)
  report('Checking the files of the copy')
  await checkFiles(folder, marker)
  const { copy_id, last_event_id } = marker
  const progress = new Progress(join(folder, `import-${place.replaceAll(/\W+/g, '-')}.json`))
  await ask('POST /parley/copy/import', { copy_id, last_event_id, keeps_owners: keepsOwners })
  const context = { folder, copy_id, postRows, report, progress }
  for (const { name, path } of steps(marker)) await importList(context, { name, path, list: marker.lists[name] })
  await importFiles({ ...context, putFile }, marker.lists.files)
  await ask('POST /parley/copy/finish', { copy_id, sequences: JSON.stringify(marker.sequences ?? {}) })
  const { lists, refused } = progress.state
  const result = {
    source: marker.source ?? 'parley',
    ...marker.report,
    lists,
    refused: refused.slice(0, REFUSED_LISTED_MAX),
  }
  writeWhole(join(folder, 'import-report.json'), `${JSON.stringify(result, null, 2)}\n`)
  return result
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
  constructor(path) {
    this.path = path
    this.state = readJsonFile(path) ?? { lists: {}, refused: [] }
  }

  of(name) {
    return (this.state.lists[name] ??= { file: 0, line: 0, read: 0, written: 0, refused: 0 })
  }

  save() {
    writeWhole(this.path, JSON.stringify(this.state))
  }
}

async function importList({ folder, copy_id, postRows, report, progress }, { name, path, list }) {
  const reached = progress.of(name)
  const refuse = (file, line, reason) => {
    reached.refused++
    if (progress.state.refused.length < REFUSED_LISTED_MAX) progress.state.refused.push({ file, line, reason })
  }
  const began = Date.now()
  const before = reached.read
  for (const [index, { name: file }] of list.files.entries()) {
    if (index < reached.file) continue
    const skipped = index === reached.file ? reached.line : 0
    for await (const batch of batchesOf(join(folder, file), skipped)) {
      const rows = batch.filter(({ value }) => value !== undefined)
      for (const { line, value } of batch) if (value === undefined) refuse(file, line, 'The line is no JSON')
      const answer = await persistently(() => postRows(path, { copy_id, rows: rows.map(({ text }) => text) }), report)
      for (const { index: at, reason } of answer.refused) refuse(file, rows[at].line, reason)
      reached.read += batch.length
      reached.written += answer.written
      Object.assign(reached, { file: index, line: batch.at(-1).line })
      progress.save()
      const rate = Math.round((reached.read - before) / Math.max((Date.now() - began) / 1000, 0.001))
      report(`${name}: ${reached.read} of ${list.rows} rows, ${rate} a second`)
      await untilD1Follows({ postRows, path, copy_id, report }, answer.waiting)
    }
  }
}

async function untilD1Follows({ postRows, path, copy_id, report }, waiting) {
  for (let rows = waiting; rows > ROWS_WAITING_MAX;) {
    report(`Waiting for D1, which lacks ${rows} rows`)
    await pause(SECONDS_BETWEEN_LOOKS * 1000)
    rows = (await persistently(() => postRows(path, { copy_id, rows: [] }), report)).waiting
  }
}

/** Yields the lines of a file in batches that fit into a request. */
async function* batchesOf(path, skipped) {
  let batch = []
  let characters = 0
  for await (const { line, value } of linesOf(path)) {
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

async function importFiles({ folder, copy_id, putFile, report, progress }, list) {
  const reached = progress.of('files')
  let batch = []
  const send = async () => {
    await Promise.all(
      batch.map(({ key, name }) => persistently(() => putFile({ copy_id, key, body: bodyOf(join(folder, name)) }))),
    )
    reached.written += batch.length
    reached.line = reached.read
    progress.save()
    report(`files: ${reached.written} of ${list.rows}`)
    batch = []
  }
  let line = 0
  for (const { name: file } of list?.files ?? [])
    for await (const { value } of linesOf(join(folder, file))) {
      if (++line <= reached.line) continue
      reached.read = line
      if (value === undefined || !existsSync(join(folder, value.name))) {
        reached.refused++
        continue
      }
      batch.push(value)
      if (batch.length === UPLOADS) await send()
    }
  if (batch.length > 0) await send()
}

const bodyOf = (path) => ({ stream: () => Readable.toWeb(createReadStream(path)), bytes: statSync(path).size })
