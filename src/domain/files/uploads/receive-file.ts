import { readParts, type FormPart } from '../../../api/multipart'
import type { Edge } from '../../../edge'
import { writeStream } from '../../../store/file-writer'
import type { ByteStream, StoredFile } from '../../../store/files'
import { contentTypeOf } from '../../realm/files/content-types'
import type { StartedUpload } from './actions'
import { fileMissing, normalizeFileName, oneFileOnly, refusalOfSize, type UploadSpace } from './rules'
import type { Picture } from '../../../images/picture'
import { readStoredPicture } from './read-picture'
import { uploadKey } from '../attachments/upload-keys'

export type ReceivedFile = StoredFile & { name: string; content_type: string; picture: Picture | null }

/** Stores the only file of a form in R2 while it arrives. Throws if the form has no file or several. */
export async function receiveFile(edge: Edge, { token, space }: StartedUpload): Promise<ReceivedFile> {
  let file: ReceivedFile | undefined
  for await (const part of readParts(edge.request)) {
    // If the user chose no file, a browser sends the field with an empty file name.
    if (!part.filename) edge.ignore(part.name)
    else if (file) throw oneFileOnly({})
    else file = await storePart(edge, part, { key: uploadKey(token), space })
  }
  if (file === undefined) throw fileMissing({})
  return file
}

type Destination = { key: string; space: UploadSpace }

/** Stores one file of a form. Throws if it is too large. */
export async function storePart(
  edge: Edge,
  { filename = '', type, bytes }: FormPart,
  { key, space }: Destination,
): Promise<ReceivedFile> {
  const name = normalizeFileName(filename)
  const content_type = contentTypeOf(type, name)
  const file = await writeStream(edge.files, key, content_type, withSizeCheck(bytes, space))
  const picture = await readStoredPicture(edge.files, { key, content_type, size: file.size })
  return { name, content_type, picture, ...file }
}

/** Passes the bytes on. Throws as soon as they exceed the limits, so that the Worker does not receive the rest. */
async function* withSizeCheck(bytes: ByteStream, space: UploadSpace): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    const refusal = refusalOfSize(size, space)
    if (refusal) throw refusal
    yield piece
  }
}
