/** A square picture of two colours. */
type TwoColours = {
  size: number
  palette: readonly (readonly [number, number, number])[]
  isSecond: (x: number, y: number) => boolean
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]
const PALETTE_TYPE = 3

/** Returns the picture as PNG, with one bit for each pixel. */
export async function writePng({ size, palette, isSecond }: TwoColours): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, size)
  view.setUint32(4, size)
  header.set([1, PALETTE_TYPE], 8)
  const rowBytes = 1 + Math.ceil(size / 8) // the first byte of a row names its filter: none
  const rows = new Uint8Array(rowBytes * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (isSecond(x, y)) rows[y * rowBytes + 1 + (x >> 3)]! |= 0x80 >> (x & 7)
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flat())),
    chunk('IDAT', await compressed(rows)),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

const compressed = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )

function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(content, 8)
  view.setUint32(content.length + 8, checksum(bytes.subarray(4, content.length + 8)))
  return bytes
}

/** Returns the CRC-32 of bytes. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
