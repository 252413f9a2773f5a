import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { parseJson } from '../api/parse-json'
import { textAt } from './fields'

/** What a signature depends on: the request as it arrived, the secret, and the time. */
type SignedRequest = {
  header: (name: string) => string | undefined
  bytes: Uint8Array
  /** The address as the sender knows it. */
  url: string
  secret: string
  /** UNIX seconds. */
  now: number
}

/** `missing`: the request is not signed. `old`: it was signed too long ago, or in the future. */
export type Verdict = 'valid' | 'missing' | 'wrong' | 'old'

/** Returns whether a request was signed with the secret. */
export type Signature = (request: SignedRequest) => Verdict

const MAX_SECONDS_OLD = 300
// Bounds the work for a header with many signatures. A service sends two while its secret is replaced.
const MAX_SIGNATURES = 5

type Hmac = {
  header: string
  /** The text before each signature: `sha256=`. */
  prefix?: string
  algorithm?: 'sha256' | 'sha1' | 'md5'
  encoding?: 'hex' | 'base64'
  /** Returns what is signed, if it is not the body alone. */
  signed?: (request: SignedRequest) => (string | Uint8Array)[]
  /** Returns when the request was signed, in UNIX seconds. */
  signedAt?: (request: SignedRequest) => string | undefined
  mostSecondsOld?: number
}

/** A signature of the body in a header. Several are separated by commas, and one valid one suffices. */
export const hmac = ({ header, prefix = '', algorithm = 'sha256', encoding = 'hex', ...how }: Hmac): Signature => {
  return (request) => {
    const value = request.header(header)
    if (!value) return 'missing'
    const expected = digest(algorithm, request.secret, how.signed?.(request) ?? [request.bytes]).toString(encoding)
    const given = value.split(',', MAX_SIGNATURES).map((part) => part.trim())
    if (!given.some((part) => part.startsWith(prefix) && isEqual(part.slice(prefix.length), expected))) return 'wrong'
    return how.signedAt ? ageVerdict(request, how.signedAt(request), how.mostSecondsOld) : 'valid'
  }
}

type Signed = { given: string | undefined; signed: string }

/** A signature in the body, of some of its fields. */
export const hmacInBody =
  (read: (request: SignedRequest) => Signed): Signature =>
  (request) => {
    const { given, signed } = read(request)
    if (!given) return 'missing'
    return isEqual(given, digest('sha256', request.secret, [signed]).toString('hex')) ? 'valid' : 'wrong'
  }

/** The secret itself in a header. */
export const token =
  (header: string): Signature =>
  ({ header: read, secret }) => {
    const value = read(header)
    if (!value) return 'missing'
    return isEqual(value, secret) ? 'valid' : 'wrong'
  }

/** The format of Stripe: `t=<seconds>,v1=<hex>`. */
export const timestampedHmac =
  (header: string): Signature =>
  (request) => {
    const value = request.header(header)
    if (!value) return 'missing'
    const parts = value.split(',').map((part) => part.trim().split('=', 2))
    const at = parts.find(([name]) => name === 't')?.[1]
    if (at === undefined) return 'wrong'
    const expected = digest('sha256', request.secret, [`${at}.`, request.bytes]).toString('hex')
    const given = parts.filter(([name]) => name === 'v1').slice(0, MAX_SIGNATURES)
    return given.some(([, text]) => isEqual(text ?? '', expected)) ? ageVerdict(request, at) : 'wrong'
  }

/** The format of Standard Webhooks. The secret is base64 after `whsec_`, or plain text. */
export const standardWebhooks: Signature = (request) => {
  const [id, at, value] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => request.header(name))
  if (!value) return 'missing'
  if (!id || !at) return 'wrong'
  const key = request.secret.startsWith('whsec_') ? Buffer.from(request.secret.slice(6), 'base64') : request.secret
  const expected = digest('sha256', key, [`${id}.${at}.`, request.bytes]).toString('base64')
  const given = value.split(' ', MAX_SIGNATURES).filter((part) => part.startsWith('v1,'))
  return given.some((part) => isEqual(part.slice(3), expected)) ? ageVerdict(request, at) : 'wrong'
}

/** A JSON web token whose claim `sha256` is the hash of the body. */
export const bodyToken =
  (header: string, issuer: string): Signature =>
  (request) => {
    const value = request.header(header)
    if (!value) return 'missing'
    const [head = '', claims = '', signature = ''] = value.split('.', 3)
    if (textAt(decodedPart(head), 'alg') !== 'HS256') return 'wrong'
    const expected = digest('sha256', request.secret, [`${head}.${claims}`]).toString('base64url')
    if (!isEqual(signature, expected)) return 'wrong'
    const claimed = decodedPart(claims)
    const isOfBody = isEqual(textAt(claimed, 'sha256') ?? '', hash('sha256', request.bytes, 'hex'))
    return isOfBody && textAt(claimed, 'iss') === issuer ? 'valid' : 'wrong'
  }

/** The first format that the request has. */
export const oneOf =
  (...signatures: Signature[]): Signature =>
  (request) => {
    for (const signature of signatures) {
      const verdict = signature(request)
      if (verdict !== 'missing') return verdict
    }
    return 'missing'
  }

const digest = (algorithm: string, secret: string | Uint8Array, parts: (string | Uint8Array)[]): Buffer => {
  const mac = createHmac(algorithm, secret)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** Compares the hashes, so the time depends neither on the texts nor on their lengths. */
const isEqual = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))

function ageVerdict({ now }: SignedRequest, at: string | undefined, most = MAX_SECONDS_OLD): Verdict {
  const seconds = /^\d+$/.test(at ?? '') ? Number(at) : Number.NaN
  return Math.abs(now - seconds) <= most ? 'valid' : 'old'
}

const decodedPart = (part: string): unknown => parseJson(Buffer.from(part, 'base64url').toString('utf8'))
