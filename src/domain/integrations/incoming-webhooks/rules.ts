import { hash } from 'node:crypto'
import { apiError, badRequest } from '../../../api/errors'
import type { Verdict } from '../../../integrations/signatures'
import type { ArrivedRequest } from './arrival'

export const noSuchService = apiError('NOT_FOUND', () => 'No such integration')
export const signatureMissing = apiError('UNAUTHORIZED', () => 'The webhook signature is missing.')
export const signatureWrong = badRequest(() => 'Webhook signature verification failed.')
export const signatureTooOld = badRequest(() => 'The webhook signature is too old.')
export const noSuchDelivery = badRequest(() => 'No such delivery')
export const deliveryIsCut = badRequest(
  () => 'This delivery was too large to be stored whole, so it cannot be sent again.',
)

/** Returns why a delivery to a bot with a secret is refused. */
export function refusalOfVerdict(verdict: Verdict) {
  switch (verdict) {
    case 'missing':
      return signatureMissing({})
    case 'wrong':
      return signatureWrong({})
    case 'old':
      return signatureTooOld({})
    case 'valid':
      return undefined
  }
}

/** The owner of a bot receives at most one direct message about failures in this time. */
export const NOTICE_EVERY_SECONDS = 300
/** A repeated delivery is dropped in this time. */
export const REPEATS_DROPPED_SECONDS = 600

const STORED_BODY_BYTES = 64 * 1024
const STORED_QUERY_CHARACTERS = 4000
const STORED_HEADER_CHARACTERS = 300
const MAX_HEADERS = 40

const SECRET_PARAMETERS = ['api_key', 'webhook_secret', 'token', 'secret', 'password']
// Some headers identify the sender, and the platform adds others. The server stores neither.
const SECRET_HEADERS = /authorization|cookie|token|signature|secret|api-?key|^cf-|forwarded|real-ip/i

/** Returns the part of a request that its owner may look at later. */
export function arrivedRequest(service: string, url: URL, headers: Headers, body: Uint8Array): ArrivedRequest {
  const query = new URLSearchParams(url.search)
  for (const name of SECRET_PARAMETERS) query.delete(name)
  const kept = [...headers]
    .filter(([name]) => !SECRET_HEADERS.test(name))
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => [name, value.slice(0, STORED_HEADER_CHARACTERS)])
  const text = query.toString()
  return {
    service,
    query: text.slice(0, STORED_QUERY_CHARACTERS),
    headers: JSON.stringify(Object.fromEntries(kept)),
    body: body.slice(0, STORED_BODY_BYTES),
    is_whole: body.length <= STORED_BODY_BYTES && text.length <= STORED_QUERY_CHARACTERS,
  }
}

/**
 * Returns the key by which a repeated delivery is recognized, or undefined. For a signed delivery, it is made from the hash of
 * its body: a client that replays a delivery can change the header with the id, which is not signed.
 */
export const deliveryKey = (signed_hash: string | undefined, id: string | undefined): string | undefined =>
  signed_hash !== undefined
    ? hash('sha256', `signed ${signed_hash}`)
    : id
      ? hash('sha256', `id ${id.slice(0, 300)}`)
      : undefined
