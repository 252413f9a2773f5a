import { jsonItems } from './json-items.mjs'
import { linesIn, MAX_ROW_CHARACTERS } from './lines.mjs'
import { isTar, readTar } from './tar.mjs'
import { readZip } from './zip.mjs'

/** The files of an export: of a folder, or of an archive that is not unpacked. Names have slashes. */
export class SourceFiles {
  #files

  /**
   * Reads which files there are. A source is an archive (`archive`: its name, its size, `read` and `stream`), or files by their
   * names (`files`: each has a size and `open`). `storage` is for what a compressed archive needs.
   *
   * @param {{ archive?: any, files?: Map<string, any> }} source
   */
  static async of({ archive, files }, storage) {
    if (files !== undefined) return new SourceFiles(files)
    return new SourceFiles(await (isTar(archive.name) ? readTar(archive, storage) : readZip(archive, storage)))
  }

  constructor(files) {
    this.#files = files
    this.#withoutCommonFolder()
  }

  /** Some programs put everything into one folder of the archive. */
  #withoutCommonFolder() {
    const folders = new Set([...this.#files.keys()].map((name) => name.split('/')[0]))
    const [only] = folders
    if (folders.size !== 1 || this.#files.has(only)) return
    this.#files = new Map([...this.#files].map(([name, file]) => [name.slice(only.length + 1), file]))
  }

  get names() {
    return [...this.#files.keys()]
  }

  has(name) {
    return this.#files.has(name)
  }

  /** Returns the bytes as an asynchronous sequence, or undefined. */
  open(name) {
    return this.#files.get(name)?.open()
  }

  /** Yields the items of the lists of a JSON file, with the name of the list and a place for reports. */
  async *items(name) {
    const stream = this.open(name)
    if (stream === undefined) return
    let number = 0
    for await (const item of jsonItems(stream)) yield { ...item, place: `${name}, item ${++number}` }
  }

  /** Yields the lines of a text file. */
  async *lines(name) {
    let number = 0
    for await (const text of linesIn(this.open(name) ?? [], MAX_ROW_CHARACTERS))
      yield { text, place: `${name}, line ${++number}` }
  }
}
