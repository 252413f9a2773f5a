import { readParts, type FormPart } from '../../../api/multipart'
import { requestTooLarge } from '../../../api/errors'
import { GrowingBytes } from '../../../api/growing-bytes'
import { parseJson } from '../../../api/parse-json'
import { step, type Edge } from '../../../edge'
import { malformedJson, tooManyParts } from '../../../integrations/errors'
import type { Realm } from '../../../realm'
import { uploadResponse } from '../../files/attachments/attachment'
import { beginUpload, finishUpload, type StartedUpload, type StoredUpload } from '../../files/uploads/actions'
import { storePart } from '../../files/uploads/receive-file'
import { uploadKey } from '../../files/attachments/upload-keys'
import type { User } from '../../people/users/user'

const MAX_FILES = 10
const MAX_FIELDS_BYTES = 1024 * 1024

const beginFile = step<User, object, StartedUpload>((realm, { user_id }) => beginUpload(realm, user_id))

type NewFiles = { files: readonly Omit<StoredUpload, 'user_id'>[] }
const finishFiles = step((realm: Realm, { user_id }: User, { files }: NewFiles) => ({
  attachments: files.map((file) => ({
    ...uploadResponse(finishUpload(realm, { ...file, user_id })),
    size: file.size,
    content_type: file.content_type,
  })),
}))

export const fileSteps = { beginFile, finishFiles }

/**
 * Stores the files of a form as files of the bot, and returns the message of the form as JSON, with the addresses of the files
 * in `attachments`.
 */
export async function receiveForm(edge: Edge): Promise<Uint8Array> {
  const files: Omit<StoredUpload, 'user_id'>[] = []
  const fields: Record<string, string> = {}
  let room = MAX_FIELDS_BYTES
  for await (const part of readParts(edge.request)) {
    if (part.filename === undefined) {
      const text = await textOf(part, room)
      room -= Buffer.byteLength(text)
      fields[part.name] = text
    } else if (files.length === MAX_FILES) throw tooManyParts({ name: 'files', most: MAX_FILES })
    else {
      const { token, space } = await edge.ask(beginFile, {})
      files.push({ token, ...(await storePart(edge, part, { key: uploadKey(token), space })) })
    }
  }
  const message = fields.payload_json === undefined ? fields : parseJson(fields.payload_json)
  if (typeof message !== 'object' || message === null) throw malformedJson({})
  const { attachments } = files.length === 0 ? { attachments: [] } : await edge.ask(finishFiles, { files })
  return new TextEncoder().encode(JSON.stringify({ ...message, attachments }))
}

/** Returns the text of a field. Throws if it has more bytes than `most`. */
async function textOf({ bytes }: FormPart, most: number): Promise<string> {
  const text = new GrowingBytes()
  for await (const piece of bytes) {
    if (text.size + piece.length > most) throw requestTooLarge({ limit: MAX_FIELDS_BYTES })
    text.add(piece)
  }
  return new TextDecoder().decode(text.bytes)
}
