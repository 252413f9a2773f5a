import { Failure } from './failure.ts'
import { linesIn } from './lines.ts'
import type { ConversionReport } from './report.ts'
import type { Described, Storage } from './storage.ts'

/** The name and the version of the form of copies. docs/realm-copies.md describes it. */
const FORMAT = 'parley-realm-copy'
const FORMAT_VERSION = 1

const MARKER_FILE = 'export.json'

/** A part of a list begins a new file at this size. */
const PART_BYTES = 64 * 1024 * 1024

/** The first lines of a marker are short. */
const MAX_FIRST_LINES = 1000

const encoder = new TextEncoder()

/** How much of a list is written. */
export type PartState = { part: number; bytes: number; rows: number }

/** The files of a list, with their sizes and checksums. */
export type CopyList = { rows: number; files: ({ name: string } & Described)[] }

/** What a copy contains. Copies that were converted say from what, and what was found. */
export type CopyMarker = {
  format: string
  format_version: number
  copy_id: string
  exported_at: string
  last_event_id: number
  last_message_id: number
  sequences?: Record<string, number>
  tables: { name: string }[]
  lists: Record<string, CopyList>
  source?: string
  report?: ConversionReport
}

/** A list of rows in files of one JSON object for each line. `state` is what is kept to continue after an interruption. */
export class Parts {
  readonly storage: Storage
  readonly name: string
  state: PartState

  constructor(storage: Storage, name: string, state: PartState = { part: 1, bytes: 0, rows: 0 }) {
    this.storage = storage
    this.name = name
    this.state = state
  }

  /** Deletes the lines after the last stored state: they are written again. */
  async continue(): Promise<this> {
    if (this.storage.size(this.#file()) !== undefined) await this.storage.truncate(this.#file(), this.state.bytes)
    return this
  }

  #file = () => fileOf(this.name, this.state.part)

  append(rows: readonly object[]) {
    if (rows.length === 0) return
    const bytes = encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    if (this.state.bytes > 0 && this.state.bytes + bytes.length > PART_BYTES)
      this.state = { part: this.state.part + 1, bytes: 0, rows: this.state.rows }
    this.storage.append(this.#file(), bytes)
    this.state = { ...this.state, bytes: this.state.bytes + bytes.length, rows: this.state.rows + rows.length }
  }

  get rows(): number {
    return this.state.rows
  }

  /** The names of the files. */
  get files(): string[] {
    const last = this.state.rows === 0 ? 0 : this.state.part
    return Array.from({ length: last }, (_, index) => fileOf(this.name, index + 1))
  }
}

const fileOf = (name: string, part: number) => `${name}-${String(part).padStart(6, '0')}.jsonl`

/** Yields the objects of the lines of a file, with the number of the line. A line that is no JSON has the value undefined. */
export async function* linesOf<Value>(
  storage: Storage,
  name: string,
): AsyncGenerator<{ line: number; value: Value | undefined }> {
  let line = 0
  for await (const text of linesIn(storage.read(name))) {
    line++
    if (text !== '') yield { line, value: parsed(text) }
  }
}

function parsed<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Yields all rows of a list of a copy. */
export async function* rowsOf<Value>(storage: Storage, { files }: { files: readonly string[] }): AsyncGenerator<Value> {
  for (const file of files)
    for await (const { value } of linesOf<Value>(storage, file)) if (value !== undefined) yield value
}

/** Writes the marker, with the size and the checksum of each file. It is the last file: without it, a copy is incomplete. */
export async function writeMarker(
  storage: Storage,
  marker: Omit<CopyMarker, 'format' | 'format_version' | 'lists'>,
  lists: Record<string, { files: string[]; rows: number }>,
) {
  const described: Record<string, CopyList> = {}
  for (const [name, { files, rows }] of Object.entries(lists)) {
    const list: CopyList = { rows, files: [] }
    for (const file of files) {
      const found = await storage.describe(file)
      if (found === undefined) throw new Failure(`${file} is missing in the copy.`, 'changed')
      list.files.push({ name: file, ...found })
    }
    described[name] = list
  }
  await storage.writeWhole(
    MARKER_FILE,
    `${JSON.stringify({ format: FORMAT, format_version: FORMAT_VERSION, ...marker, lists: described }, null, 2)}\n`,
  )
}

/** Returns whether a copy is in the storage. Exports of other servers can have a file with the name of the marker. */
export async function isCopy(storage: Storage) {
  if (storage.size(MARKER_FILE) === undefined) return false
  for await (const text of linesIn(storage.read(MARKER_FILE), MAX_FIRST_LINES)) {
    if (text.trim() === '{') continue
    return text.includes(`"format": "${FORMAT}"`)
  }
  return false
}

/** Returns the marker of a copy. Throws if there is none, or one of another form. */
export async function readMarker(storage: Storage): Promise<CopyMarker> {
  const text = await storage.readText(MARKER_FILE)
  if (text === undefined)
    throw new Failure(`${storage.name} has no ${MARKER_FILE}: it is no copy, or is incomplete.`, 'changed')
  const marker: CopyMarker = JSON.parse(text)
  if (marker.format !== FORMAT || marker.format_version > FORMAT_VERSION)
    throw new Failure(
      `${storage.name} is a copy of the form ${marker.format} ${marker.format_version}, not ${FORMAT} 1.`,
      'changed',
    )
  return marker
}

/** Throws if a file of a copy is missing, or is not the one that was written. */
export async function checkFiles(storage: Storage, { lists }: CopyMarker) {
  for (const { files } of Object.values(lists))
    for (const { name, bytes, sha256 } of files) {
      const found = await storage.describe(name)
      if (found === undefined) throw new Failure(`${name} is missing in the copy.`, 'changed')
      if (found.bytes !== bytes || found.sha256 !== sha256)
        throw new Failure(`${name} is not as it was written.`, 'changed')
    }
}
