import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { convert, type ConvertOptions } from '../../conversion/convert.ts'
import { knowEmoji } from '../../conversion/emoji.ts'
import { Failure } from '../../conversion/failure.ts'
import type { ConversionReport } from '../../conversion/report.ts'
import type { Source, SourceFile } from '../../conversion/storage.ts'
import { fileArchive, FolderStorage } from './folder-storage.ts'

const OWN_EMOJI = new URL('../../src/markdown/emoji-names.data.json', import.meta.url)
const SLACK_EMOJI = new URL('../../conversion/slack-emoji.data.json', import.meta.url)

/**
 * Converts the export at `path`, a folder or an archive, into a copy in `folder`, which is new or empty. The folder has its name
 * when it is complete: an interrupted conversion leaves another one, which the next conversion replaces.
 */
export async function convertAt(
  path: string,
  folder: string,
  options: Omit<ConvertOptions, 'source' | 'name' | 'storage'>,
): Promise<ConversionReport> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Failure(`${folder} has other files. Delete it, or name another folder with --folder.`)
  knowEmoji(emojiIn(OWN_EMOJI), emojiIn(SLACK_EMOJI))
  const unfinished = `${folder}.unfinished`
  const source = sourceAt(path)
  try {
    const report = await convert({ ...options, source, name: path, storage: new FolderStorage(unfinished) })
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    return report
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

const emojiIn = (file: URL): string[] => JSON.parse(readFileSync(file, 'utf8')).emoji

/** Returns the export at `path`, a folder or an archive. */
export function sourceAt(path: string): Source {
  if (!existsSync(path)) throw new Failure(`There is no ${path}.`)
  if (statSync(path).isDirectory()) return { files: filesOfFolder(path) }
  return /\.jsonl?$/i.test(path) ? { files: new Map([[basename(path), fileAt(path)]]) } : { archive: fileArchive(path) }
}

const fileAt = (path: string): SourceFile => ({ size: statSync(path).size, open: () => createReadStream(path) })

function filesOfFolder(folder: string) {
  const files = new Map<string, SourceFile>()
  const add = (parent: string) => {
    for (const entry of readdirSync(parent, { withFileTypes: true })) {
      const path = join(parent, entry.name)
      const name = relative(folder, path).split(sep).join('/')
      if (!entry.isFile() && !entry.isDirectory()) continue
      if (!existsSync(path))
        throw new Failure(`The name of ${JSON.stringify(name)} in ${folder} is not UTF-8. Rename it, and try again.`)
      if (entry.isDirectory()) add(path)
      else files.set(name, fileAt(path))
    }
  }
  add(folder)
  return files
}
