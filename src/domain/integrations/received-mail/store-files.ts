import type { Edge } from '../../../edge'
import type { ReceivedFile } from '../../../outside/received/email-parts'
import { writeStream } from '../../../store/file-writer'
import { readStoredPicture } from '../../files/uploads/read-picture'
import { normalizeFileName, refusalOfSize } from '../../files/uploads/rules'
import { uploadKey } from '../../files/attachments/upload-keys'
import type { StartedUpload } from '../../files/uploads/actions'
import { contentTypeOf } from '../../realm/files/content-types'
import type { Posting } from './actions'

/** Stores the files of an email, one after the other. A file that is too large is omitted, and the message says so. */
export async function storeFiles(
  edge: Edge,
  files: readonly ReceivedFile[],
  uploads: readonly StartedUpload[],
): Promise<Pick<Posting, 'files' | 'omitted'>> {
  const stored: Posting['files'][number][] = []
  const omitted: Posting['omitted'][number][] = []
  let used = 0
  for (const [index, file] of files.entries()) {
    const upload = uploads[index]
    if (upload === undefined) break
    const { space } = upload
    const name = normalizeFileName(file.name)
    const bytes = file.read()
    const refusal = refusalOfSize(bytes.length, { ...space, used: space.used + used })
    if (refusal !== undefined) omitted.push({ name, reason: refusal.refusal.msg })
    else {
      stored.push(await storeFile(edge, upload, { name, type: file.content_type, bytes }))
      used += bytes.length
    }
  }
  return { files: stored, omitted }
}

type Content = { name: string; type: string; bytes: Uint8Array }

async function storeFile(edge: Edge, { token }: StartedUpload, { name, type, bytes }: Content) {
  const key = uploadKey(token)
  const content_type = contentTypeOf(type, name)
  const file = await writeStream(edge.files, key, content_type, oneChunk(bytes))
  const picture = await readStoredPicture(edge.files, { key, content_type, size: file.size })
  return { token, name, content_type, picture, ...file }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
