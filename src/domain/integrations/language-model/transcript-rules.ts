import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'

/** A file with sound, as a model gets it. */
export type Sound = { bytes: Uint8Array<ArrayBuffer>; name: string; content_type: string }

/** The usual API takes files up to 25 MiB. A voice message of ten minutes has at most 10 MiB. */
export const MAX_SOUND_BYTES = 12 * 1024 * 1024

const CHAT = '/chat/completions'

/** Returns where the API of chat completions at an address has its transcriptions, or undefined if it is another API. */
export function addressOfTranscriptions(url: string): string | undefined {
  const address = new URL(url)
  if (!address.pathname.endsWith(CHAT)) return undefined
  address.pathname = `${address.pathname.slice(0, -CHAT.length)}/audio/transcriptions`
  return address.href
}

/** Returns the body of a request for a transcription, and its type: a form with the file. */
export async function transcriptionRequest(model: string, { bytes, name, content_type }: Sound) {
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', 'json')
  form.set('file', new File([bytes], name, { type: content_type }))
  const request = new Response(form)
  return {
    content_type: request.headers.get('content-type') ?? '',
    body: new Uint8Array(await request.arrayBuffer()),
  }
}

/** Returns the input of the platform's model. */
export const platformSound = ({ bytes }: Sound) => ({ audio: Buffer.from(bytes).toString('base64') })

const transcriptShape = v.object({ text: v.string() })

/** Returns the text of an answer, which is empty if there are no words. Undefined if the answer is something else. */
export function readTranscript(answer: unknown): string | undefined {
  const read = v.safeParse(transcriptShape, answer)
  return read.success ? read.output.text.trim() : undefined
}

export const readTranscriptBody = (body: string): string | undefined => readTranscript(parseJson(body))
