import { checked, uploadLengthExceeded, type Checksum } from '../../../api/tus'
import { partsOf } from '../../../store/file-writer'
import { PART_BYTES, type ByteStream, type Files, type StoredFile } from '../../../store/files'
import { keyOf } from '../attachments/actions'
import { restKeyOf, type Progress } from './actions'
import type { ResumableUpload } from './rules'

/** What the realm knows of an upload while a piece of it comes. */
export type Writing = ResumableUpload & { writer: string }

/** What comes in one request, and what it must come to, if that was said. */
export type Piece = { bytes: ByteStream; checksum: Checksum | undefined }

/** Tells the realm what is kept for good. */
type Note = (progress: Progress) => Promise<unknown>

/**
 * Puts a piece away as it comes. R2 takes whole parts of one size, so what does not fill one waits beside the file and goes
 * in front of the next piece. The realm hears of each part, so a line, or a Worker, that is lost costs one part at most; a
 * line that is lost costs nothing, as long as there is somebody to put away what came before. Answers the file, once all of
 * it has come, and how far it is otherwise.
 */
export async function receivePiece(
  files: Files,
  upload: Writing,
  piece: Piece,
  note: Note,
): Promise<StoredFile | number> {
  let noted = progressOf(upload)
  const tell = async (progress: Progress) => {
    await note(progress)
    noted = progress
  }
  try {
    return await putAway(files, upload, piece, tell)
  } catch (error) {
    // R2 may have put the parts together for somebody who did not live to say so.
    const whole = upload.r2_upload_id === null ? undefined : await files.head(keyOf(upload.upload_id))
    if (whole?.size === upload.size) return whole
    await note({ ...noted, isDone: true })
    throw error
  }
}

const progressOf = ({ upload_id, writer, arrived, r2_upload_id, parts }: Writing): Progress => ({
  upload_id,
  writer,
  arrived,
  r2_upload_id,
  parts,
  isDone: false,
})

async function putAway(files: Files, upload: Writing, piece: Piece, tell: Note): Promise<StoredFile | number> {
  const { upload_id, size } = upload
  const key = keyOf(upload_id)
  let { r2_upload_id, parts } = upload
  let kept = progressOf(upload)
  let arrived = upload.arrived - (upload.arrived % PART_BYTES)
  let rest: Uint8Array = new Uint8Array()
  for await (const part of partsOf(joined(await restOf(files, upload), promised(piece, size - upload.arrived)))) {
    // Whoever was silent for long may have been taken for dead, and must not write over whoever came after them.
    await tell(kept)
    arrived += part.length
    if (part.length < PART_BYTES || (arrived === size && r2_upload_id === null)) {
      rest = part
      continue
    }
    r2_upload_id ??= await files.beginParts(key, BYTES)
    parts = [...parts, await files.putPart(key, r2_upload_id, parts.length + 1, part)]
    // Of all of it, and of what was promised to come to a checksum, nothing counts before its end.
    const counts = arrived < size && piece.checksum === undefined
    kept = counts ? { ...kept, r2_upload_id, arrived, parts } : { ...kept, r2_upload_id }
    await tell(kept)
  }
  if (arrived < size) {
    if (rest.length > 0) await files.put(restKeyOf(upload_id), rest, BYTES)
    await tell({ ...kept, arrived, parts, isDone: true })
    return arrived
  }
  if (r2_upload_id === null) return files.put(key, rest, BYTES)
  if (rest.length > 0) parts = [...parts, await files.putPart(key, r2_upload_id, parts.length + 1, rest)]
  return files.completeParts(key, r2_upload_id, [...parts])
}

// What it is called and said to be is known to the realm alone.
const BYTES = 'application/octet-stream'

// What waits may be more than the realm knows of, where somebody died between the two.
async function restOf(files: Files, { upload_id, arrived }: Writing): Promise<Uint8Array> {
  const size = arrived % PART_BYTES
  return size === 0 ? new Uint8Array() : (await files.read(restKeyOf(upload_id))).subarray(0, size)
}

async function* joined(rest: Uint8Array, bytes: ByteStream): AsyncGenerator<Uint8Array> {
  if (rest.length > 0) yield rest
  yield* bytes
}

/** What comes, held against what was said of it. */
const promised = ({ bytes, checksum }: Piece, most: number) =>
  checksum ? checked(limited(bytes, most), checksum) : limited(bytes, most)

/** The piece as far as it comes: where the line breaks, it ends. */
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
