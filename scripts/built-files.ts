// The files of a build take the place of those of an earlier build, while a server lists and serves the folder.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Its first line is the version of a build, the others are the files. It lies among them: each copy of the project has its own. */
const VERSION = 'version.txt'

/** Returns the version of the build in a folder; undefined if there is none. */
export const versionIn = (folder: string): string | undefined => readVersion(folder)[0]

/**
 * Moves the files of a build to a folder on the same disk. Each one is replaced at once. Those in `last` come last, in this order,
 * because they name the others. The files of earlier builds stay, because a server that lists the folder ends if one is gone then.
 */
export function moveFiles(
  from: string,
  to: string,
  { version, last }: { version: string; last: readonly string[] },
): void {
  const files = filesBelow(from).sort((a, b) => last.indexOf(a) - last.indexOf(b))
  writeFileSync(join(from, VERSION), [version, ...files].join('\n'))
  for (const file of [...files, VERSION]) moveFile(join(from, file), join(to, file))
  rmSync(from, { recursive: true })
}

/** Removes the files of earlier builds. */
export function removeOldFiles(folder: string): void {
  const [, ...files] = readVersion(folder)
  // Until a build has written the list, it is not certain which files are old.
  if (files.length === 0) return
  const needed = new Set([...files, VERSION])
  for (const file of filesBelow(folder)) if (!needed.has(file)) rmSync(join(folder, file), { force: true })
}

/** A file that stays the same tells no watcher of a change. */
function moveFile(built: string, target: string) {
  if (existsSync(target) && readFileSync(target).equals(readFileSync(built))) return
  mkdirSync(dirname(target), { recursive: true })
  renameSync(built, target)
}

function readVersion(folder: string) {
  const file = join(folder, VERSION)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
