import * as v from 'valibot'
import { GrowingBytes } from '../../../../api/growing-bytes'
import { oneOf, optional, shortText, text } from '../../../../api/params'
import { getFile as openFile } from '../../../files/attachments/serving-endpoints'
import { uploadFile as upload } from '../../../files/uploads/form-endpoints'
import { shortened, shownText } from '../answer-rules'
import { notAFile, notBase64 } from '../rules'
import { tool } from '../tool'
import { withNotice } from './message-text'
import { between, describedAs } from './params'

const TEXT_TYPES = /^(?:text\/(?:plain|csv|markdown)|application\/json)\b/
const MAX_CHARACTERS = 12_000
/** UTF-8 has at most four bytes for a character. */
const MAX_BYTES = 4 * MAX_CHARACTERS

export const getFile = tool({
  name: 'get_file',
  title: 'Read a file',
  description: 'The text of an uploaded text file, and the type and the size of any file.',
  scope: 'messages:read',
  effect: 'reads',
  params: {
    path: describedAs(text(1000), 'The path in a message: /user_uploads/…'),
    max_chars: between(1, MAX_CHARACTERS, 10_000),
  },
  run: async (edge, { path, max_chars }) => {
    const [, realm_id, filename] = /^(?:https?:\/\/[^/]+)?\/?user_uploads\/(\d+)\/(.+)$/.exec(path) ?? []
    if (filename === undefined) throw notAFile({})
    const response = await edge.call(openFile, { realm_id_str: Number(realm_id), filename: decoded(filename) })
    if (!(response instanceof Response)) throw notAFile({})
    const type = response.headers.get('content-type') ?? ''
    const size = Number(response.headers.get('content-length') ?? 0)
    const facts = { name: shortened(filename.split('/').at(-1)!), type, size }
    if (!TEXT_TYPES.test(type)) {
      await response.body?.cancel()
      return withNotice(facts)
    }
    const { content, is_cut } = shownText(await beginningOf(response), max_chars)
    return withNotice({ ...facts, content, ...(is_cut || size > MAX_BYTES ? { is_cut: true } : {}) })
  },
})

const MAX_UPLOAD_CHARACTERS = 200_000

export const uploadFile = tool({
  name: 'upload_file',
  title: 'Upload a file',
  description: 'Uploads a file. Others see it when a message of the user has its link.',
  scope: 'messages:write',
  effect: 'adds',
  params: {
    name: describedAs(shortText(), 'With its extension'),
    content: text(MAX_UPLOAD_CHARACTERS),
    encoding: optional(oneOf(['text', 'base64']), 'text'),
  },
  run: async (edge, { name, content, encoding }) => {
    const bytes = encoding === 'text' ? content : bytesOfBase64(content)
    const form = new FormData()
    form.set('file', new File([bytes], name))
    const { url, filename } = v.parse(uploadedShape, await edge.call(upload, {}, form))
    return { path: url, link: `[${filename.replaceAll(/[[\]\\]/g, '\\$&')}](${url})` }
  },
})

const uploadedShape = v.object({ url: v.string(), filename: v.string() })

function bytesOfBase64(content: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(content)
  } catch {
    throw notBase64({})
  }
}

function decoded(filename: string): string {
  try {
    return decodeURIComponent(filename)
  } catch {
    return filename
  }
}

/** Returns the text of the first bytes of a file. The others are not read. */
async function beginningOf({ body }: Response): Promise<string> {
  const bytes = new GrowingBytes()
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader()
  while (reader && bytes.size < MAX_BYTES) {
    const { value, done } = await reader.read()
    if (done) break
    bytes.add(value)
  }
  await reader?.cancel()
  return new TextDecoder().decode(bytes.bytes.subarray(0, MAX_BYTES))
}
