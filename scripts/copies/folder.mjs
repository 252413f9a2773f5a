import { createHash } from 'node:crypto'
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Failure } from '../parley/failure.mjs'

/** The name and the version of the form of copies. docs/realm-copies.md describes it. */
const FORMAT = 'parley-realm-copy'
const FORMAT_VERSION = 1

const MARKER_FILE = 'export.json'

/** A part of a list begins a new file at this size. */
const PART_BYTES = 64 * 1024 * 1024

/** A list of rows in files of one JSON object for each line. `state` is what is kept to continue after an interruption. */
export class Parts {
  constructor(folder, name, state = { part: 1, bytes: 0, rows: 0 }) {
    this.folder = folder
    this.name = name
    this.state = state
    // Lines after the last stored state are written again.
    if (existsSync(this.#path())) truncateSync(this.#path(), state.bytes)
  }

  #file = () => `${this.name}-${String(this.state.part).padStart(6, '0')}.jsonl`
  #path = () => join(this.folder, this.#file())

  append(rows) {
    if (rows.length === 0) return
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    const bytes = Buffer.byteLength(text)
    if (this.state.bytes > 0 && this.state.bytes + bytes > PART_BYTES)
      this.state = { part: this.state.part + 1, bytes: 0, rows: this.state.rows }
    mkdirSync(dirname(this.#path()), { recursive: true })
    appendFileSync(this.#path(), text)
    this.state = { ...this.state, bytes: this.state.bytes + bytes, rows: this.state.rows + rows.length }
  }

  get rows() {
    return this.state.rows
  }

  /** The names of the files. */
  get files() {
    const last = this.state.rows === 0 ? 0 : this.state.part
    return Array.from({ length: last }, (_, index) => `${this.name}-${String(index + 1).padStart(6, '0')}.jsonl`)
  }
}

/** Writes a file completely or not at all. */
export function writeWhole(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export const readJsonFile = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Returns the size and the SHA-256 of a file, which is read as a stream. */
export async function checksumOf(path) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { bytes: statSync(path).size, sha256: hash.digest('hex') }
}

/** Yields the objects of the lines of a file, with the number of the line. A line that is no JSON has the value undefined. */
export async function* linesOf(path) {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
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
export async function* rowsOf(folder, { files }) {
  for (const file of files)
    for await (const { value } of linesOf(join(folder, file))) if (value !== undefined) yield value
}

/** Writes the marker, with the size and the checksum of each file. It is the last file: a folder without it is incomplete. */
export async function writeMarker(folder, marker, lists) {
  const described = {}
  for (const [name, { files, rows }] of Object.entries(lists)) {
    described[name] = { rows, files: [] }
    for (const file of files) described[name].files.push({ name: file, ...(await checksumOf(join(folder, file))) })
  }
  writeWhole(
    join(folder, MARKER_FILE),
    `${JSON.stringify({ format: FORMAT, format_version: FORMAT_VERSION, ...marker, lists: described }, null, 2)}\n`,
  )
}

/** Returns the marker of a copy. Throws if the folder has none, or one of another form. */
export function readMarker(folder) {
  const marker = readJsonFile(join(folder, MARKER_FILE))
  if (marker === undefined) throw new Failure(`${folder} has no ${MARKER_FILE}: it is no copy, or is incomplete.`)
  if (marker.format !== FORMAT || marker.format_version > FORMAT_VERSION)
    throw new Failure(`${folder} is a copy of the form ${marker.format} ${marker.format_version}, not ${FORMAT} 1.`)
  return marker
}

/** Throws if a file of a copy is missing, or is not the one that was written. */
export async function checkFiles(folder, { lists }) {
  for (const { files } of Object.values(lists))
    for (const { name, bytes, sha256 } of files) {
      const path = join(folder, name)
      if (!existsSync(path)) throw new Failure(`${name} is missing in the copy.`)
      const found = await checksumOf(path)
      if (found.bytes !== bytes || found.sha256 !== sha256) throw new Failure(`${name} is not as it was written.`)
    }
}
