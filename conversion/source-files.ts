import { DecodedText } from './decoded-text.ts'
import { Failure, messageOf, Unreadable } from './failure.ts'
import { jsonItems, type JsonItem } from './json-items.ts'
import { linesIn, MAX_ROW_CHARACTERS } from './lines.ts'
import type { NameProblem } from './packed-files.ts'
import type { Chunks, Source, SourceFile, Storage } from './storage.ts'
import { isTar, readTar } from './tar.ts'
import { readZip } from './zip.ts'

/** Files and folders that an operating system adds. */
const OF_A_DESKTOP = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$)/i
const MAX_FOLDERS_AROUND = 3
const HEAD_BYTES = 64 * 1024

async function* readable(name: string, file: SourceFile) {
  try {
    yield* file.open()
  } catch (error) {
    throw error instanceof Failure ? error : new Unreadable(name, messageOf(error))
  }
}

/** The files of an export: of a folder, or of an archive that is not unpacked. Names have slashes. */
export class SourceFiles {
  #files: Map<string, SourceFile>
  /** What the report says about names of files. */
  readonly problems: readonly NameProblem[]

  /**
   * Reads which files there are. A source is an archive (`archive`: its name, its size, `read` and `stream`), or files by their
   * names (`files`: each has a size and `open`). `storage` is for what a compressed archive needs.
   */
  static async of({ archive, files }: Source, storage: Storage) {
    if (files !== undefined) return new SourceFiles(files)
    const packed = await (isTar(archive.name) ? readTar(archive, storage) : readZip(archive, storage))
    return new SourceFiles(packed.files, packed.problems)
  }

  constructor(files: Map<string, SourceFile>, problems: readonly NameProblem[] = []) {
    this.problems = problems
    // Archives of macOS can have another Unicode form of a name than the lists in them.
    this.#files = new Map()
    for (const [given, file] of files) {
      const name = given.normalize('NFC')
      if (!OF_A_DESKTOP.test(name)) this.#files.set(name, file)
    }
  }

  /** Yields these files, and the same files without the folders that contain all of them: people pack a folder again. */
  *roots(): Generator<SourceFiles> {
    let files = this.#files
    for (let depth = 0; depth <= MAX_FOLDERS_AROUND; depth++) {
      yield depth === 0 ? this : new SourceFiles(files, this.problems)
      const [only = '', ...others] = new Set([...files.keys()].map((name) => name.split('/')[0]))
      if (others.length > 0 || files.size === 0 || files.has(only)) return
      files = new Map([...files].map(([name, file]) => [name.slice(only.length + 1), file]))
    }
  }

  get names() {
    return [...this.#files.keys()]
  }

  has(name: string) {
    return this.#files.has(name)
  }

  /** Returns the beginning of a text file, or '' for a file that cannot be read. */
  async head(name: string) {
    const decoded = new DecodedText()
    let text = ''
    try {
      for await (const chunk of this.open(name) ?? []) {
        text += decoded.next(chunk.subarray(0, HEAD_BYTES))
        if (text.length >= HEAD_BYTES) break
      }
    } catch {
      // The converter that needs the whole file counts it.
    }
    return text.slice(0, HEAD_BYTES)
  }

  /** Returns the bytes as an asynchronous sequence, or undefined. Reading them can throw `Unreadable`. */
  open(name: string): Chunks | undefined {
    const file = this.#files.get(name)
    return file && readable(name, file)
  }

  /** Yields the items of the lists of a JSON file, with the name of the list and a place for reports. */
  async *items(name: string): AsyncGenerator<JsonItem & { place: string }> {
    const stream = this.open(name)
    if (stream === undefined) return
    let number = 0
    for await (const item of jsonItems(stream)) yield { ...item, place: `${name}, item ${++number}` }
  }

  /** Yields the lines of a text file. */
  async *lines(name: string) {
    let number = 0
    for await (const text of linesIn(this.open(name) ?? [], MAX_ROW_CHARACTERS))
      yield { text, place: `${name}, line ${++number}` }
  }
}
