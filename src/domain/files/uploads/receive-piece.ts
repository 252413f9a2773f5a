import { verifyChecksum, uploadLengthExceeded, type Checksum } from '../../../api/tus'
import { partsOf } from '../../../store/file-writer'
import { PART_BYTES, type ByteStream, type Files, type StoredFile } from '../../../store/files'
import type { Progress, UploadWithWriter } from './resumable-actions'
import { remainderKey, uploadKey } from '../attachments/upload-keys'

/** The bytes of one request, and their checksum if the client sent one. */
export type Piece = { bytes: ByteStream; checksum: Checksum | undefined }

type SaveProgress = (progress: Progress) => Promise<unknown>

/**
 * Stores a piece of a file in R2 while it arrives. Returns the file if it is complete, and otherwise the new offset.
 *
 * R2 takes parts of one fixed size. Bytes that do not fill a part are stored beside the file, as the remainder, and go in
 * front of the next piece. After each part the Worker saves the progress in the realm, so a Worker that is stopped loses at most
 * one part. A connection that breaks loses nothing, because the Worker still stores the bytes that arrived.
 */
export async function receivePiece(
  files: Files,
  upload: UploadWithWriter,
  piece: Piece,
  saveProgress: SaveProgress,
): Promise<StoredFile | number> {
  let saved = progressOf(upload)
  const save = async (progress: Progress) => {
    await saveProgress(progress)
    saved = progress
  }
  try {
    return await storePiece(files, upload, piece, save)
  } catch (error) {
    // A writer before this one may have completed the file in R2, and died before it could finish the upload.
    const file = upload.r2_upload_id === null ? undefined : await files.head(uploadKey(upload.upload_id))
    if (file?.size === upload.size) return file
    await saveProgress({ ...saved, isDone: true })
    throw error
  }
}

const progressOf = ({ upload_id, writer, stored_bytes, r2_upload_id, parts }: UploadWithWriter): Progress => ({
  upload_id,
  writer,
  stored_bytes,
  r2_upload_id,
  parts,
  isDone: false,
})

async function storePiece(
  files: Files,
  upload: UploadWithWriter,
  piece: Piece,
  save: SaveProgress,
): Promise<StoredFile | number> {
  const { upload_id, size } = upload
  const key = uploadKey(upload_id)
  let { r2_upload_id, parts } = upload
  let progress = progressOf(upload)
  let stored_bytes = upload.stored_bytes - (upload.stored_bytes % PART_BYTES)
  let remainder: Uint8Array = new Uint8Array()
  const bytes = joined(await readRemainder(files, upload), verified(piece, size - upload.stored_bytes))
  for await (const part of partsOf(bytes)) {
    // This fails if another writer took over after a long silence. Then this one must not overwrite its parts.
    await save(progress)
    stored_bytes += part.length
    if (part.length < PART_BYTES || (stored_bytes === size && r2_upload_id === null)) {
      remainder = part
      continue
    }
    r2_upload_id ??= await files.beginParts(key, CONTENT_TYPE)
    parts = [...parts, await files.putPart(key, r2_upload_id, parts.length + 1, part)]
    // The checksum of a piece is verified at its end, and the last part counts only in a complete file.
    const counts = stored_bytes < size && piece.checksum === undefined
    progress = counts ? { ...progress, r2_upload_id, stored_bytes, parts } : { ...progress, r2_upload_id }
    await save(progress)
  }
  if (stored_bytes < size) {
    if (remainder.length > 0) await files.put(remainderKey(upload_id), remainder, CONTENT_TYPE)
    await save({ ...progress, stored_bytes, parts, isDone: true })
    return stored_bytes
  }
  if (r2_upload_id === null) return files.put(key, remainder, CONTENT_TYPE)
  if (remainder.length > 0) parts = [...parts, await files.putPart(key, r2_upload_id, parts.length + 1, remainder)]
  return files.completeParts(key, r2_upload_id, [...parts])
}

// Only the realm knows the name and the type of the file.
const CONTENT_TYPE = 'application/octet-stream'

/** R2 can have more of the remainder than the realm counted, if a Worker died between the two writes. */
async function readRemainder(files: Files, { upload_id, stored_bytes }: UploadWithWriter): Promise<Uint8Array> {
  const size = stored_bytes % PART_BYTES
  return size === 0 ? new Uint8Array() : (await files.read(remainderKey(upload_id))).subarray(0, size)
}

async function* joined(remainder: Uint8Array, bytes: ByteStream): AsyncGenerator<Uint8Array> {
  if (remainder.length > 0) yield remainder
  yield* bytes
}

/** Returns the bytes of a piece. Reading them throws if there are more than `most`, or if the checksum is wrong. */
const verified = ({ bytes, checksum }: Piece, most: number) =>
  checksum ? verifyChecksum(limited(bytes, most), checksum) : limited(bytes, most)

/** Ends where the connection breaks: the bytes that arrived count. */
async function* limited(stream: ByteStream, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  const bytes = stream[Symbol.asyncIterator]()
  for (;;) {
    const next = await bytes.next().catch(() => undefined)
    if (next === undefined || next.done) return
    size += next.value.length
    if (size > most) throw uploadLengthExceeded({})
    yield next.value
  }
}
