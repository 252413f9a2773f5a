import { PART_BYTES, type ByteStream, type Files, type StoredFile } from './files'

/**
 * Keeps a stream without ever holding more of it than one part. What ends within the first part is put at once. Nothing is
 * there until the last byte has come: a stream that breaks leaves no trace, and its end is the one thing to wait for.
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
    // R2 forgets by itself what was never completed; this only spares the room until then.
    if (upload_id !== undefined) await files.abortParts(key, upload_id).catch(() => undefined)
    throw error
  }
}

/** The stream again, in pieces of one part each; only the last may be smaller. However it comes, it takes its own room. */
export async function* partsOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(FIRST_BYTES)
  let filled = 0
  for await (const piece of stream)
    for (let from = 0; from < piece.length;) {
      const taken = piece.subarray(from, from + PART_BYTES - filled)
      part = withRoom(part, filled, filled + taken.length)
      part.set(taken, filled)
      filled += taken.length
      from += taken.length
      if (filled < PART_BYTES) continue
      yield part
      part = new Uint8Array(PART_BYTES)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}

// Most files are small, and a whole part would be much to set aside for each.
const FIRST_BYTES = 64 * 1024

function withRoom(part: Uint8Array<ArrayBuffer>, filled: number, needed: number): Uint8Array<ArrayBuffer> {
  if (needed <= part.length) return part
  const larger = new Uint8Array(Math.min(PART_BYTES, Math.max(needed, 2 * part.length)))
  larger.set(part.subarray(0, filled))
  return larger
}
