import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import { bodyHash, signedText } from '../../src/outside/received/dkim-rules'
import { readEntity, type HeaderField } from '../../src/outside/received/header-fields'

const SELECTOR = 'test'

/** Keys for signatures, of both kinds. */
const ed25519 = generateKeyPairSync('ed25519')
export const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

type KeyPair = typeof ed25519

const algorithmOf = ({ privateKey }: KeyPair) => (privateKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ed25519')

/** Returns the record of a key in the domain name system. Ed25519 has only the 32 bytes of the key (RFC 8463). */
export function recordOf(keys: KeyPair): string {
  const der = keys.publicKey.export({ type: 'spki', format: 'der' })
  const isRsa = algorithmOf(keys) === 'rsa'
  return `v=DKIM1; k=${isRsa ? 'rsa' : 'ed25519'}; p=${(isRsa ? der : der.subarray(-32)).toString('base64')}`
}

/** Returns the bytes of an email. Its lines end as they do in the network. */
export const emailBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(/\r?\n/g, '\r\n')))

type SigningOptions = { keys?: KeyPair; domain: string; tags?: string; fields?: string; relaxed?: boolean }

/** Returns an email with a signature, as the server of its sender would add it. */
export function signed(
  bytes: Uint8Array,
  { keys = ed25519, domain, tags = '', fields, relaxed = true }: SigningOptions,
) {
  const { header, body } = readEntity(bytes)
  const method = relaxed ? 'relaxed' : 'simple'
  const h = fields ?? 'from:to:subject:date:message-id:content-type:content-transfer-encoding'
  const start = `DKIM-Signature: v=1; a=${algorithmOf(keys)}-sha256; c=${method}/${method}; d=${domain};\r\n s=${SELECTOR}; h=${h};${tags}\r\n bh=${bodyHash(body, relaxed)}; b=`
  const field: HeaderField = { name: 'dkim-signature', value: start.slice('DKIM-Signature: '.length), raw: start }
  const signature = {
    field,
    domain,
    selector: SELECTOR,
    algorithm: 'ed25519-sha256' as const,
    isHeaderRelaxed: relaxed,
    isBodyRelaxed: relaxed,
    signedFields: h.split(':'),
    bodyHash: '',
    signature: '',
  }
  const text = Buffer.from(signedText(header, signature), 'latin1')
  const key = createPrivateKey(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const isRsa = algorithmOf(keys) === 'rsa'
  // With Ed25519, the text that is signed is a hash (RFC 8463).
  const value = isRsa ? sign('sha256', text, key) : sign(null, createHash('sha256').update(text).digest(), key)
  return new Uint8Array(Buffer.concat([Buffer.from(`${start}${value.toString('base64')}\r\n`), bytes]))
}

/** Answers questions to the domain name system until the test ends: with the key, for the names of these domains. */
export function answerDns(
  domains: readonly string[],
  record: string = recordOf(ed25519),
  selector = SELECTOR,
): { names: string[] } {
  const names: string[] = []
  const original = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(new Request(input, init).url)
    if (url.hostname !== 'cloudflare-dns.com') return original(input, init)
    const name = url.searchParams.get('name') ?? ''
    names.push(name)
    const isKnown = domains.some((domain) => name === `${selector}._domainkey.${domain}`)
    // A long record comes as several strings.
    const data = `"${record.slice(0, 200)}" "${record.slice(200)}"`
    return Response.json(isKnown ? { Status: 0, Answer: [{ name, type: 16, TTL: 300, data }] } : { Status: 3 })
  })
  onTestFinished(() => spy.mockRestore())
  return { names }
}
