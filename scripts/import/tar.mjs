import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Failure } from '../parley/failure.mjs'

const BLOCK = 512
const [FILE, OLD_FILE, EXTENDED, LONG_NAME] = ['0', '\0', 'x', 'L']
/** An extended header has a name and a few numbers. */
const EXTENDED_BYTES_MAX = 1024 * 1024

export const isTar = (path) => /\.(?:tar|tar\.gz|tgz)$/.test(path)

/**
 * Returns the files of a tar archive by name. A compressed archive is unpacked once into a file in `folder`, because files are
 * read in another order than the archive has them.
 */
export async function readTar(path, folder) {
  if (path.endsWith('.tar')) return new Map(entriesOf(path).map((entry) => [entry.name, entry]))
  mkdirSync(folder, { recursive: true })
  const plain = join(folder, 'unpacked.tar')
  try {
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(plain, { mode: 0o600 }))
  } catch (error) {
    rmSync(plain, { force: true })
    throw new Failure(`${path} cannot be unpacked: ${error.message}`)
  }
  return new Map(entriesOf(plain).map((entry) => [entry.name, entry]))
}

/** Deletes what `readTar` unpacked. */
export const removeUnpacked = (folder) => rmSync(join(folder, 'unpacked.tar'), { force: true })

function entriesOf(path) {
  const { size: total } = statSync(path)
  const fd = openSync(path, 'r')
  const read = (at, length) => {
    const bytes = Buffer.alloc(length)
    readSync(fd, bytes, 0, length, at)
    return bytes
  }
  try {
    const entries = []
    let extended = {}
    for (let at = 0; at + BLOCK <= total;) {
      const header = read(at, BLOCK)
      if (header[0] === 0) return entries
      const { type, ...stored } = headerOf(header, path)
      const size = Number(extended.size ?? stored.size)
      const begin = at + BLOCK
      if (begin + size > total) throw new Failure(`${path} is not complete.`)
      if (type === EXTENDED || type === LONG_NAME) {
        if (size > EXTENDED_BYTES_MAX) throw new Failure(`${path} is a broken tar archive.`)
        const bytes = read(begin, size)
        extended = type === EXTENDED ? recordsOf(bytes) : { path: bytes.toString().replace(/\0.*$/s, '') }
      } else {
        const name = (extended.path ?? stored.name).replace(/^\.\//, '')
        if (type === FILE || type === OLD_FILE) entries.push(fileOf(path, { name, size, begin }))
        extended = {}
      }
      at = begin + Math.ceil(size / BLOCK) * BLOCK
    }
    // The end is an empty block.
    throw new Failure(`${path} is not complete.`)
  } finally {
    closeSync(fd)
  }
}

function headerOf(header, path) {
  const text = (from, length) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0)
  if (Number.parseInt(text(148, 8), 8) !== sum) throw new Failure(`${path} is no tar archive.`)
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? text(345, 155) : ''
  const isBinary = (header[124] & 0x80) !== 0
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size: isBinary ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 12).trim() || '0', 8),
    type: String.fromCharCode(header[156]),
  }
}

/** Each record is `LENGTH KEY=VALUE` and a line break. The length is in bytes. */
function recordsOf(bytes) {
  const records = {}
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const length = Number(bytes.toString('latin1', at, space))
    if (space === -1 || !(length > 0)) break
    const [key, ...value] = bytes.toString('utf8', space + 1, at + length - 1).split('=')
    records[key] = value.join('=')
    at += length
  }
  return records
}

const fileOf = (path, { name, size, begin }) => ({
  name,
  size,
  open: () => (size === 0 ? Readable.from([]) : createReadStream(path, { start: begin, end: begin + size - 1 })),
})
