import { createHash } from 'node:crypto'
import { withoutSpaces, type HeaderField } from './header-fields'

/** What a signature says about itself (RFC 6376), if this server can verify it. */
export type Signature = {
  field: HeaderField
  domain: string
  selector: string
  algorithm: 'rsa-sha256' | 'ed25519-sha256'
  isHeaderRelaxed: boolean
  isBodyRelaxed: boolean
  signedFields: readonly string[]
  bodyHash: string
  signature: string
}

const MAX_SIGNATURES = 5
const MAX_SIGNED_FIELDS = 100
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/

/**
 * Returns the signatures that can prove the domain of an address: those of the domain itself, or of a domain above it. A
 * signature that covers only the beginning of the text does not count, because another author may have added the rest.
 */
export function alignedSignatures(fields: readonly HeaderField[], domain: string, now: number): Signature[] {
  const signatures = fields.filter(({ name }) => name === 'dkim-signature')
  return signatures
    .flatMap((field) => signatureOf(field, now) ?? [])
    .filter((signature) => isAligned(signature.domain, domain))
    .slice(0, MAX_SIGNATURES)
}

/** Whether the owner of a signing domain answers for an address. A domain without a dot belongs to no author. */
const isAligned = (signing: string, domain: string): boolean =>
  signing.includes('.') && (signing === domain || domain.endsWith(`.${signing}`))

function signatureOf(field: HeaderField, now: number): Signature | undefined {
  const tags = readTags(field.value)
  const { v, a = '', d = '', s = '', c = 'simple/simple', h = '', bh = '', b = '', l, x, i } = tags
  const domain = d.toLowerCase()
  const selector = s.toLowerCase()
  const [header, body = 'simple'] = c.toLowerCase().split('/')
  const algorithm = a.toLowerCase()
  const signedFields = h.toLowerCase().split(':')
  const isUsable =
    v === '1' &&
    (algorithm === 'rsa-sha256' || algorithm === 'ed25519-sha256') &&
    HOST_NAME.test(domain) &&
    HOST_NAME.test(selector) &&
    isMethod(header) &&
    isMethod(body) &&
    signedFields.length <= MAX_SIGNED_FIELDS &&
    l === undefined &&
    (x === undefined || Number(x) > now) &&
    (i === undefined || isAligned(domain, i.toLowerCase().split('@').at(-1) ?? ''))
  if (!isUsable) return undefined
  const [isHeaderRelaxed, isBodyRelaxed] = [header === 'relaxed', body === 'relaxed']
  return {
    field,
    domain,
    selector,
    algorithm,
    isHeaderRelaxed,
    isBodyRelaxed,
    signedFields,
    bodyHash: bh,
    signature: b,
  }
}

const isMethod = (name: string | undefined): boolean => name === 'simple' || name === 'relaxed'

/** Returns the tags of a list such as `v=1; a=rsa-sha256`, without white space. Of a repeated tag, none counts. */
export function readTags(value: string): Partial<Record<string, string>> {
  const tags: Partial<Record<string, string>> = Object.create(null)
  for (const piece of value.split(';')) {
    const equals = piece.indexOf('=')
    const name = withoutSpaces(piece.slice(0, equals))
    if (equals > 0) tags[name] = name in tags ? '' : piece.slice(equals + 1).replaceAll(/[ \t\r\n]+/g, '')
  }
  return tags
}

/** Returns the text that was signed: the named fields from the last one on, and the field of the signature without it. */
export function signedText(
  fields: readonly HeaderField[],
  { field, signedFields, isHeaderRelaxed }: Signature,
): string {
  const rest = new Map<string, HeaderField[]>()
  for (const candidate of fields) rest.set(candidate.name, [...(rest.get(candidate.name) ?? []), candidate])
  const chosen = signedFields.flatMap((name) => rest.get(withoutSpaces(name))?.pop() ?? [])
  const unsigned = field.raw.replace(/([;: \t\r\n]b[ \t\r\n]*=)[^;]*/, '$1')
  const write = isHeaderRelaxed ? relaxedField : (raw: string) => raw
  return [...chosen.map(({ raw }) => write(raw)), write(unsigned)].join('\r\n')
}

function relaxedField(raw: string): string {
  const colon = raw.indexOf(':')
  const value = raw
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
  return `${withoutSpaces(raw.slice(0, colon)).toLowerCase()}:${withoutSpaces(value)}`
}

const [LF, CR, SPACE, TAB] = [10, 13, 32, 9]
const CHUNK_BYTES = 65_536

/** Returns the hash of the body: each line with CRLF, without empty lines at the end; relaxed, also with single spaces. */
export function bodyHash(body: Uint8Array, isRelaxed: boolean): string {
  const hash = createHash('sha256')
  let chunk = new Uint8Array(CHUNK_BYTES)
  let length = 0
  const write = (byte: number) => {
    if (length === CHUNK_BYTES) {
      hash.update(chunk)
      chunk = new Uint8Array(CHUNK_BYTES)
      length = 0
    }
    chunk[length++] = byte
  }
  let [lineEnds, hasSpace, isEmpty] = [0, false, true]
  const writeBefore = () => {
    for (; lineEnds > 0; lineEnds--) {
      write(CR)
      write(LF)
    }
    if (hasSpace) write(SPACE)
    hasSpace = false
    isEmpty = false
  }
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if (byte === LF) {
      hasSpace = false
      lineEnds++
    } else if (isRelaxed && (byte === SPACE || byte === TAB)) hasSpace = true
    else if (byte !== CR || body[at + 1] !== LF) {
      writeBefore()
      write(byte)
    }
  }
  // A body with text ends with one line end. An empty one has it only in the simple form.
  if (!isEmpty || !isRelaxed) {
    write(CR)
    write(LF)
  }
  hash.update(chunk.subarray(0, length))
  return hash.digest('base64')
}
