import { Failure } from './failure.ts'
import { linesIn } from './lines.ts'

/** The name and the version of the form of copies. docs/realm-copies.md describes it. */
const FORMAT = 'parley-realm-copy'
const FORMAT_VERSION = 1

const MARKER_FILE = 'export.json'

/** A part of a list begins a new file at this size. */
const PART_BYTES = 64 * 1024 * 1024

/** The first lines of a marker are short. */
const MAX_FIRST_LINES = 1000

const encoder = new TextEncoder()

/** A list of rows in files of one JSON object for each line. `state` is what is kept to continue after an interruption. */
export class Parts {
  constructor(storage, name, state = { part: 1, bytes: 0, rows: 0 }) {
    this.storage = storage
    this.name = name
    this.state = state
  }

  /** Deletes the lines after the last stored state: they are written again. */
  async continue() {
    if (this.storage.size(this.#file()) !== undefined) await this.storage.truncate(this.#file(), this.state.bytes)
    return this
  }

  #file = () => fileOf(this.name, this.state.part)

  append(rows) {
    if (rows.length === 0) return
    const bytes = encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    if (this.state.bytes > 0 && this.state.bytes + bytes.length > PART_BYTES)
      this.state = { part: this.state.part + 1, bytes: 0, rows: this.state.rows }
    this.storage.append(this.#file(), bytes)
    this.state = { ...this.state, bytes: this.state.bytes + bytes.length, rows: this.state.rows + rows.length }
  }

  get rows() {
    return this.state.rows
  }

  /** The names of the files. */
  get files() {
    const last = this.state.rows === 0 ? 0 : this.state.part
    return Array.from({ length: last }, (_, index) => fileOf(this.name, index + 1))
  }
}

const fileOf = (name, part) => `${name}-${String(part).padStart(6, '0')}.jsonl`

/** Yields the objects of the lines of a file, with the number of the line. A line that is no JSON has the value undefined. */
export async function* linesOf(storage, name) {
  let line = 0
  for await (const text of linesIn(storage.read(name))) {
    line++
    if (text !== '') yield { line, value: parsed(text) }
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Yields all rows of a list of a copy. */
export async function* rowsOf(storage, { files }) {
  for (const file of files) for await (const { value } of linesOf(storage, file)) if (value !== undefined) yield value
}

/** Writes the marker, with the size and the checksum of each file. It is the last file: without it, a copy is incomplete. */
export async function writeMarker(storage, marker, lists) {
  const described = {}
  for (const [name, { files, rows }] of Object.entries(lists)) {
    described[name] = { rows, files: [] }
    for (const file of files) described[name].files.push({ name: file, ...(await storage.describe(file)) })
  }
  await storage.writeWhole(
    MARKER_FILE,
    `${JSON.stringify({ format: FORMAT, format_version: FORMAT_VERSION, ...marker, lists: described }, null, 2)}\n`,
  )
}

/** Returns whether a copy is in the storage. Exports of other servers can have a file with the name of the marker. */
export async function isCopy(storage) {
  if (storage.size(MARKER_FILE) === undefined) return false
  for await (const text of linesIn(storage.read(MARKER_FILE), MAX_FIRST_LINES)) {
    if (text.trim() === '{') continue
    return text.includes(`"format": "${FORMAT}"`)
  }
  return false
}

/** Returns the marker of a copy. Throws if there is none, or one of another form. */
export async function readMarker(storage) {
  const text = await storage.readText(MARKER_FILE)
  if (text === undefined)
    throw new Failure(`${storage.name} has no ${MARKER_FILE}: it is no copy, or is incomplete.`, 'changed')
  const marker = JSON.parse(text)
  if (marker.format !== FORMAT || marker.format_version > FORMAT_VERSION)
    throw new Failure(
      `${storage.name} is a copy of the form ${marker.format} ${marker.format_version}, not ${FORMAT} 1.`,
      'changed',
    )
  return marker
}

/** Throws if a file of a copy is missing, or is not the one that was written. */
export async function checkFiles(storage, { lists }) {
  for (const { files } of Object.values(lists))
    for (const { name, bytes, sha256 } of files) {
      const found = await storage.describe(name)
      if (found === undefined) throw new Failure(`${name} is missing in the copy.`, 'changed')
      if (found.bytes !== bytes || found.sha256 !== sha256)
        throw new Failure(`${name} is not as it was written.`, 'changed')
    }
}
