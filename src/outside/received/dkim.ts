import { fetchOutside, type Outside } from '../fetch-outside'
import { purposes } from '../purposes'
import { decodeBase64 } from './decode-text'
import { alignedSignatures, bodyHash, readTags, signedText, type Signature } from './dkim-rules'
import type { Entity } from './header-fields'

const MIN_RSA_BITS = 1024

/** The domain name system did not answer. Another attempt may succeed. */
export class DnsUnavailable extends Error {}

export type DkimConfig = { outside: Outside; dns_url: string }

type Signed = { domain: string; fields: readonly string[] }

/**
 * Returns whether the owner of a domain signed this email, with these fields and the whole text. This is the half of DMARC that does
 * not depend on the server from which the email came. Throws `DnsUnavailable` if a key could not be asked for.
 */
export async function isSignedBy(
  { domain, fields }: Signed,
  email: Entity,
  now: number,
  config: DkimConfig,
): Promise<boolean> {
  for (const signature of alignedSignatures(email.header, domain, now))
    if (
      fields.every((name) => signature.signedFields.includes(name)) &&
      bodyHash(email.body, signature.isBodyRelaxed) === signature.bodyHash &&
      (await isValid(signature, email, config))
    )
      return true
  return false
}

async function isValid(signature: Signature, { header }: Entity, config: DkimConfig): Promise<boolean> {
  const text = new Uint8Array(Buffer.from(signedText(header, signature), 'latin1'))
  const bytes = decodeBase64(signature.signature)
  // RSA has a hash of its own. With Ed25519, the text that is signed is the hash (RFC 8463).
  const signed = signature.algorithm === 'rsa-sha256' ? text : await crypto.subtle.digest('SHA-256', text)
  for (const record of await textRecords(`${signature.selector}._domainkey.${signature.domain}`, config)) {
    const key = await keyOf(record, signature.algorithm)
    if (key && (await crypto.subtle.verify(key.algorithm, key, bytes, signed))) return true
  }
  return false
}

/** Returns the key in a record, or undefined if it is no usable key for the algorithm. An empty key is revoked. */
async function keyOf(record: string, algorithm: Signature['algorithm']): Promise<CryptoKey | undefined> {
  const { v = 'DKIM1', k = 'rsa', p = '', h = 'sha256' } = readTags(record)
  const isRsa = algorithm === 'rsa-sha256'
  if (v !== 'DKIM1' || k !== (isRsa ? 'rsa' : 'ed25519') || p === '' || !h.split(':').includes('sha256'))
    return undefined
  try {
    if (!isRsa) return await crypto.subtle.importKey('raw', decodeBase64(p), { name: 'Ed25519' }, false, ['verify'])
    const hashed = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('spki', decodeBase64(p), hashed, false, ['verify'])
    const bits = 'modulusLength' in key.algorithm ? Number(key.algorithm.modulusLength) : 0
    return bits >= MIN_RSA_BITS ? key : undefined
  } catch {
    return undefined
  }
}

const [NO_ERROR, NO_SUCH_NAME] = [0, 3]
const TXT = 16
const MAX_RECORDS = 5

/** Returns the text records of a name, by DNS over HTTPS. */
async function textRecords(name: string, { outside, dns_url }: DkimConfig): Promise<string[]> {
  const url = `${dns_url}?name=${encodeURIComponent(name)}&type=TXT`
  const result = await fetchOutside(outside, purposes.dns, { url, headers: { accept: 'application/dns-json' } })
  if ('failure' in result && result.failure === 'disabled') return []
  if ('failure' in result || result.response.status !== 200) throw new DnsUnavailable('The DNS server did not answer')
  const { Status, Answer = [] }: { Status?: number; Answer?: { type: number; data: string }[] } =
    await result.response.json()
  if (Status !== NO_ERROR && Status !== NO_SUCH_NAME) throw new DnsUnavailable(`The DNS server answered ${Status}`)
  return Answer.filter(({ type }) => type === TXT)
    .slice(0, MAX_RECORDS)
    .map(({ data }) => joinStrings(data))
}

/** A long record is several strings in quotes, which are one text. */
const joinStrings = (data: string): string =>
  data.startsWith('"') ? [...data.matchAll(/[ \t]*"((?:[^"\\]|\\.)*)"/gy)].map(([, text]) => text).join('') : data
