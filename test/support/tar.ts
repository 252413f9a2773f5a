import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'

const BLOCK = 512

/** What is in an archive, by name, read as strictly as whoever unpacks it anywhere might. */
export function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  expect(bytes.length % BLOCK, 'whole blocks').toBe(0)
  const files = new Map<string, Uint8Array>()
  let said: Record<string, string> = {}
  for (let at = 0; ;) {
    const block = bytes.subarray(at, at + BLOCK)
    expect(block.length, 'an end is said').toBe(BLOCK)
    if (block.every((byte) => byte === 0)) {
      expect(bytes.subarray(at).every((byte) => byte === 0) && bytes.length - at === 2 * BLOCK).toBe(true)
      return files
    }
    const { name, size, kind } = headerIn(block)
    const content = bytes.subarray(at + BLOCK, at + BLOCK + Number(said.size ?? size))
    at += BLOCK + Math.ceil(content.length / BLOCK) * BLOCK
    if (kind === 'x') {
      said = recordsIn(content)
      continue
    }
    expect(kind).toBe('0')
    const path = said.path ?? name
    expect(files.has(path), `${path} is there once`).toBe(false)
    files.set(path, content)
    said = {}
  }
}

function headerIn(block: Uint8Array) {
  const field = (at: number, length: number) => text(block.subarray(at, at + length)).replace(/\0.*$/s, '')
  expect(field(257, 6)).toBe('ustar')
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  expect(parseInt(field(148, 8), 8)).toBe(sum)
  return { name: field(0, 100), size: parseInt(field(124, 12), 8), kind: field(156, 1) }
}

function recordsIn(content: Uint8Array): Record<string, string> {
  const records: Record<string, string> = {}
  for (let at = 0; at < content.length;) {
    const length = parseInt(text(content.subarray(at)), 10)
    const [, what = '', value = ''] = /^\d+ (\w+)=(.*)\n$/s.exec(text(content.subarray(at, at + length))) ?? []
    records[what] = value
    at += length
  }
  return records
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

export const gunzipped = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(gunzipSync(await new Response(body).arrayBuffer()))
