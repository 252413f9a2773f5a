import { ApiError } from '../../api/errors'
import { at, many, maybe, one, text, textAt } from '../fields'
import { integration, on, type Delivery, type RawBody } from '../integration'
import { form, json, multipart } from '../read-body'
import { hmacInBody } from '../signatures'

const signature = one({ signer_name: maybe(text), signer_email_address: maybe(text), status_code: text })
const signature_request = one({ title: text, signatures: many(signature) })

/** The body is JSON in the field `json` of a form, or JSON itself. */
function read(body: RawBody, delivery?: Delivery): unknown {
  const fields = /^multipart\//i.test(body.content_type) || body.text.startsWith('--') ? multipart(body) : form(body)
  const source = fields.json ?? delivery?.option('json') ?? body.text
  const value = json({ ...body, text: source })
  return typeof value === 'object' && value !== null && 'json' in value && typeof value.json === 'string'
    ? json({ ...body, text: value.json })
    : value
}

/** Returns the value in a body, or undefined if it is unreadable: then it has no signature. */
function eventIn(body: RawBody): unknown {
  try {
    return read(body)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

const namesOf = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`

/** The states of a signature, in the order of the sentence. */
const STATES: Readonly<Record<string, string>> = {
  awaiting_signature: 'is awaiting the signature of',
  signed: 'was just signed by',
  declined: 'was just declined by',
}

export const hellosign = integration({
  title: 'HelloSign',
  display_name: 'Dropbox Sign',
  category: 'productivity',
  setup: 'API settings → Account callback. Test it.',
  reads: read,
  event: (body) => (typeof body === 'object' && body !== null && 'signature_request' in body ? 'message' : undefined),
  signature: hmacInBody((request) => {
    const [bytes, type] = [request.bytes, request.header('content-type') ?? '']
    const raw = { bytes, text: new TextDecoder().decode(bytes), content_type: type }
    const event = at(eventIn(raw), 'event')
    return {
      given: textAt(event, 'event_hash'),
      signed: `${textAt(event, 'event_time') ?? ''}${textAt(event, 'event_type') ?? ''}`,
    }
  }),
  events: {
    message: on(one({ signature_request }), ({ signature_request: { title, signatures } }) => {
      const parts = Object.entries(STATES).flatMap(([state, verb]) => {
        const names = signatures
          .filter(({ status_code }) => status_code === state)
          .map(({ signer_name, signer_email_address }) => signer_name || signer_email_address || '')
        return names.length === 0 ? [] : [`${verb} ${namesOf(names)}`]
      })
      return { topic: title, content: `The \`${title}\` document ${parts.join(', and ')}.` }
    }),
  },
})
