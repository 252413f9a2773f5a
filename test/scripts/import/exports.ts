import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Download } from '../../../conversion/converted.ts'
import { convertAt } from '../../../scripts/import/source.ts'
import { zipOf as zipBytes, type Files } from '../../../web/test/archive'
import { newFolder } from '../dev-process'

export type { Files }

export type Row = Record<string, unknown>
export type Converted = {
  report: { converted: Record<string, number>; skipped: Record<string, { number: number; examples: string[] }> }
  /** The rows of a list, such as `messages` or `tables/users`. */
  rows: (list: string) => Row[]
  folder: string
}

const textOf = (content: unknown): string | Uint8Array =>
  typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content)

/** Writes the files of an export into a new folder. */
export function exportFolder(files: Files): string {
  const folder = newFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), textOf(content))
  }
  return folder
}

/** Converts an export in a folder or in a ZIP archive, and reads the copy. */
export async function converted(
  path: string,
  more: { from?: string; emails?: Record<string, string>; download?: Download } = {},
): Promise<Converted> {
  const folder = newFolder()
  const report = await convertAt(path, folder, { from: undefined, download: undefined, ...more })
  const rows = (list: string) => {
    const at = list.lastIndexOf('/')
    const [place, name] = [join(folder, list.slice(0, Math.max(at, 0))), list.slice(at + 1)]
    const parts = readdirSync(place).filter((file) => new RegExp(`^${name}-\\d+\\.jsonl$`).test(file))
    return parts
      .sort()
      .flatMap((file) => readFileSync(join(place, file), 'utf8').split('\n').filter(Boolean))
      .map((line): Row => JSON.parse(line))
  }
  return { report, rows, folder }
}

/** Returns a ZIP archive with these files, in a new folder. */
export function zipOf(files: Files): string {
  const path = join(newFolder(), 'export.zip')
  writeFileSync(path, zipBytes(files))
  return path
}
