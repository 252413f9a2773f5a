import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Failure } from '../parley/failure.mjs'
import { isTar, readTar } from './tar.mjs'
import { readZip } from './zip.mjs'
import { jsonItems } from './json-items.mjs'

/** The files of an export: of a folder, or of an archive that is not unpacked. Names have slashes. */
export class SourceFiles {
  #files

  /** Reads which files there are. `folder` is for what a compressed archive needs. */
  static async at(path, folder) {
    if (!existsSync(path)) throw new Failure(`There is no ${path}.`)
    if (statSync(path).isDirectory()) return new SourceFiles(filesOfFolder(path))
    return new SourceFiles(isTar(path) ? await readTar(path, folder) : readZip(path))
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

  sizeOf(name) {
    return this.#files.get(name)?.size ?? 0
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
    let rest = ''
    let number = 0
    const decoder = new TextDecoder()
    for await (const chunk of this.open(name) ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop()
      for (const text of lines) yield { text, place: `${name}, line ${++number}` }
    }
    if (rest.trim() !== '') yield { text: rest, place: `${name}, line ${++number}` }
  }
}

function filesOfFolder(folder) {
  const files = new Map()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    files.set(name, { name, size: statSync(path).size, open: () => createReadStream(path) })
  }
  return files
}
