import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

/** The files of an export: bytes, or values that are written as JSON. */
export type Files = Record<string, unknown>

const bytesOf = (content: unknown): Buffer =>
  content instanceof Uint8Array
    ? Buffer.from(content)
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))

/** Returns a compressed tar archive with these files. */
export function tarOf(files: Files): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'parley-export-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'export', name)), { recursive: true })
      writeFileSync(join(folder, 'export', name), bytesOf(content))
    }
    execFileSync('tar', ['-czf', join(folder, 'export.tar.gz'), '-C', join(folder, 'export'), '.'])
    return readFileSync(join(folder, 'export.tar.gz'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const numbers = (...values: [value: number, bytes: 2 | 4][]): Buffer => {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of values) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** Returns a ZIP archive with these files. */
export function zipOf(files: Files): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = bytesOf(content)
    const [title, packed] = [Buffer.from(name), deflateRawSync(bytes)]
    const sizes: [number, 4][] = [
      [Number(crc32(bytes)), 4],
      [packed.length, 4],
      [bytes.length, 4],
    ]
    const common = numbers([20, 2], [0x0800, 2], [8, 2], [0, 4], ...sizes, [title.length, 2], [0, 2])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, title, packed])
    const place = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), numbers([20, 2]), common, place, title]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const count = directory.length
  const end = numbers([0, 2], [0, 2], [count, 2], [count, 2], [listed.length, 4], [offset, 4], [0, 2])
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
