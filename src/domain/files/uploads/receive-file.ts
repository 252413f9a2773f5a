import type { Edge } from '../../../edge'
import { partsOf, type Part } from '../../../api/multipart'
import { contentTypeOf } from '../../realm/files/content-types'
import type { ByteStream, StoredFile } from '../../../store/files'
import { writeStream } from '../../../store/file-writer'
import { keyOf, type Begun } from '../attachments/actions'
import { fileMissing, mostBytes, nameKept, oneFileOnly, refusalOfSize, type Room } from '../attachments/rules'

export type Received = StoredFile & { name: string; content_type: string }

/** Puts the one file of a form where the realm said, as it comes. Whatever else the form holds means nothing. */
export async function receiveFile(edge: Edge, { token, room }: Begun): Promise<Received> {
  let received: Received | undefined
  for await (const part of partsOf(edge.request)) {
    // A browser sends the place of a file that nobody chose, with nothing for its name.
    if (!part.filename) edge.ignore(part.name)
    else if (received) throw oneFileOnly({})
    else received = await receive(edge, part, { key: keyOf(token), room })
  }
  if (received === undefined) throw fileMissing({})
  return received
}

type Place = { key: string; room: Room }

async function receive(edge: Edge, { filename = '', type, bytes }: Part, { key, room }: Place): Promise<Received> {
  const name = nameKept(filename)
  const content_type = contentTypeOf(type, name)
  return { name, content_type, ...(await writeStream(edge.files, key, content_type, within(room, bytes))) }
}

/** The same bytes, as long as there is room for them. */
async function* within(room: Room, bytes: ByteStream): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    const refusal = size > mostBytes(room) || room.quota_mib !== null ? refusalOfSize(size, room) : undefined
    if (refusal) throw refusal
    yield piece
  }
}
