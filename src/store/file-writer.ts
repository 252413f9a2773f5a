import { PART_BYTES, type ByteStream, type Files, type StoredFile } from './files'

/**
 * Writes a stream to R2 and holds only one part of it in memory. A stream that ends within the first part is written at once.
 * The file does not exist before the last byte arrives, so a stream that breaks leaves nothing.
 */
export async function writeStream(
  files: Files,
  key: string,
  contentType: string,
  stream: ByteStream,
): Promise<StoredFile> {
  let upload_id: string | undefined
  const parts: R2UploadedPart[] = []
  try {
    for await (const part of partsOf(stream)) {
      if (part.length < PART_BYTES && upload_id === undefined) return await files.put(key, part, contentType)
      upload_id ??= await files.beginParts(key, contentType)
      parts.push(await files.putPart(key, upload_id, parts.length + 1, part))
    }
    if (upload_id === undefined) return await files.put(key, new Uint8Array(), contentType)
    return await files.completeParts(key, upload_id, parts)
  } catch (error) {
    // R2 deletes incomplete uploads later. This frees the space now.
    if (upload_id !== undefined) await files.abortParts(key, upload_id).catch(() => undefined)
    throw error
  }
}

/** Yields the stream in parts of one size; only the last may be smaller. Each part is a new array. */
export async function* partsOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(FIRST_BYTES)
  let filled = 0
  for await (const chunk of stream)
    for (let from = 0; from < chunk.length;) {
      const bytes = chunk.subarray(from, from + PART_BYTES - filled)
      part = enlarged(part, filled, filled + bytes.length)
      part.set(bytes, filled)
      filled += bytes.length
      from += bytes.length
      if (filled < PART_BYTES) continue
      yield part
      part = new Uint8Array(PART_BYTES)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}

// Most files are small, and a whole part for each would be much memory.
const FIRST_BYTES = 64 * 1024

/** Returns the part, or a larger copy if `needed` bytes do not fit. */
function enlarged(part: Uint8Array<ArrayBuffer>, filled: number, needed: number): Uint8Array<ArrayBuffer> {
  if (needed <= part.length) return part
  const larger = new Uint8Array(Math.min(PART_BYTES, Math.max(needed, 2 * part.length)))
  larger.set(part.subarray(0, filled))
  return larger
}
