import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { convertAt } from '../../../scripts/import/source.mjs'
import { newFolder } from '../dev-process'

/** The files of an export: texts, bytes, or values that are written as JSON. */
export type Files = Record<string, unknown>

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
  more: { emails?: Record<string, string>; download?: (address: string) => Promise<unknown> } = {},
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
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(textOf(content))
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(bytes.length, 8)
    const common = Buffer.concat([Buffer.from([20, 0, 0, 8, 8, 0, 0, 0, 0, 0]), sizes, shorts(title.length, 0)])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, title, packed])
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), shorts(20), common, shorts(0, 0, 0, 0, 0), place, title]),
    )
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(directory.reduce((sum, { length }) => sum + length, 0))
  end.writeUInt32LE(offset, 4)
  const count = directory.length
  const trailer = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), shorts(0, 0, count, count), end, shorts(0)])
  const path = join(newFolder(), 'export.zip')
  writeFileSync(path, Buffer.concat([...parts, ...directory, trailer]))
  return path
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index)
  return bytes
}
