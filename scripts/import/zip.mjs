import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { createInflateRaw } from 'node:zlib'
import { Failure } from '../parley/failure.mjs'

const END = 0x06054b50
const END_64 = 0x06064b50
const ENTRY = 0x02014b50
const END_BYTES_MAX = 65_557
/** More than this for each packed byte is no archive of texts and pictures. */
const RATIO_MAX = 1000

/** Returns the files of a ZIP archive by name. The archive is not unpacked: `open` streams one file. */
export function readZip(path) {
  const fd = openSync(path, 'r')
  try {
    return new Map(entriesOf(fd, path).map((entry) => [entry.name, entry]))
  } finally {
    closeSync(fd)
  }
}

function entriesOf(fd, path) {
  const { size } = fstatSync(fd)
  const tailBytes = Math.min(size, END_BYTES_MAX)
  const tail = read(fd, size - tailBytes, tailBytes)
  const end = findEnd(tail)
  if (end === -1) throw new Failure(`${path} is no ZIP archive.`)
  let [count, length, offset] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count === 0xffff || offset === 0xffffffff) {
    const at = Number(tail.readBigUInt64LE(end - 20 + 8))
    const end64 = read(fd, at, 56)
    if (end64.readUInt32LE(0) !== END_64) throw new Failure(`${path} is a broken ZIP archive.`)
    count = Number(end64.readBigUInt64LE(32))
    length = Number(end64.readBigUInt64LE(40))
    offset = Number(end64.readBigUInt64LE(48))
  }
  return readDirectory(read(fd, offset, length), count, path)
}

function findEnd(tail) {
  for (let at = tail.length - 22; at >= 0; at--) if (tail.readUInt32LE(at) === END) return at
  return -1
}

function readDirectory(directory, count, path) {
  const entries = []
  for (let at = 0, index = 0; index < count && directory.readUInt32LE(at) === ENTRY; index++) {
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)]
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place))
    const name = directory.subarray(at + 46, at + 46 + nameBytes).toString('utf8')
    const extra = directory.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes)
    const sizes = sizesOf(directory, at, extra)
    at += 46 + nameBytes + extraBytes + commentBytes
    if ((flags & 1) === 1) throw new Failure(`${name} in ${path} is encrypted.`)
    if (sizes.packed > 0 && sizes.size / sizes.packed > RATIO_MAX)
      throw new Failure(`${name} in ${path} would be ${sizes.size} bytes: the archive is no export.`)
    if (!name.endsWith('/')) entries.push({ name, size: sizes.size, open: () => open(path, { ...sizes, method }) })
  }
  return entries
}

/** Sizes and offsets beyond 4 GiB are in an extra field, in this order. */
function sizesOf(directory, at, extra) {
  const sizes = {
    size: directory.readUInt32LE(at + 24),
    packed: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42),
  }
  for (let from = 0; from + 4 <= extra.length; from += 4 + extra.readUInt16LE(from + 2)) {
    if (extra.readUInt16LE(from) !== 1) continue
    let place = from + 4
    for (const name of ['size', 'packed', 'offset'])
      if (sizes[name] === 0xffffffff) {
        sizes[name] = Number(extra.readBigUInt64LE(place))
        place += 8
      }
  }
  return sizes
}

function open(path, { offset, packed, method }) {
  const fd = openSync(path, 'r')
  const header = read(fd, offset, 30)
  closeSync(fd)
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (packed === 0) return (async function* () {})()
  const stream = createReadStream(path, { start, end: start + packed - 1 })
  if (method === 0) return stream
  if (method !== 8) throw new Failure(`${path} is packed in a way that this program does not know.`)
  const inflate = createInflateRaw()
  stream.on('error', (error) => inflate.destroy(error))
  return stream.pipe(inflate)
}

function read(fd, position, length) {
  const bytes = Buffer.alloc(length)
  readSync(fd, bytes, 0, length, position)
  return bytes
}
