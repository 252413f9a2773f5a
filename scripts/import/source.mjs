import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { convert } from '../../conversion/convert.mjs'
import { knowEmoji } from '../../conversion/emoji.mjs'
import { Failure } from '../../conversion/failure.mjs'
import { fileArchive, FolderStorage } from './folder-storage.mjs'

const EMOJI = new URL('../../src/markdown/emoji-names.data.json', import.meta.url)

/** Converts the export at `path`, a folder or an archive, into a copy in `folder`. */
export function convertAt(path, folder, options) {
  knowEmoji(JSON.parse(readFileSync(EMOJI, 'utf8')).emoji)
  return convert({ ...options, source: sourceAt(path), name: path, storage: new FolderStorage(folder) })
}

/** Returns the export at `path`, a folder or an archive. */
export function sourceAt(path) {
  if (!existsSync(path)) throw new Failure(`There is no ${path}.`)
  return statSync(path).isDirectory() ? { files: filesOfFolder(path) } : { archive: fileArchive(path) }
}

function filesOfFolder(folder) {
  const files = new Map()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    files.set(name, { size: statSync(path).size, open: () => createReadStream(path) })
  }
  return files
}
