import { waitUntil } from 'cloudflare:workers'
import { hash } from 'node:crypto'
import { BoundedCache } from '../store/bounded-cache'
import { MEBIBYTE } from '../store/memory-size'
import { ApiError } from './errors'
import type { LoadablePiece, Piece } from './json-text'
import type { RealmResult } from './realm-call'

/** Asks the realm for the text with this digest. */
type AskForText = (digest: string) => Promise<RealmResult>

/**
 * Returns the pieces with a way to load each text that the realm named: from the memory of this isolate, from the platform's cache, or
 * else from the realm. The realm decided that the client may have these texts, so nothing here decides.
 */
export function loadable(pieces: readonly Piece[], realm_name: string, ask: AskForText): LoadablePiece[] {
  // Several parts of a text may be loaded at the same time.
  const loading = new Map<string, Promise<Uint8Array>>()
  const loadOnce = (digest: string): Promise<Uint8Array> => {
    const found = loading.get(digest)
    if (found !== undefined) return found
    const loaded = load(realm_name, digest, ask).finally(() => loading.delete(digest))
    loading.set(digest, loaded)
    return loaded
  }
  return pieces.map((piece) =>
    typeof piece === 'string' || 'json' in piece
      ? piece
      : async () => (await loadOnce(piece.digest)).subarray(piece.from, piece.to),
  )
}

/** Returns the whole text of an answer. */
export async function textOf(pieces: readonly LoadablePiece[]): Promise<string> {
  const texts: string[] = []
  for (const piece of pieces)
    if (typeof piece === 'function') texts.push(new TextDecoder().decode(await piece()))
    else texts.push(typeof piece === 'string' ? piece : piece.json)
  return texts.join('')
}

async function load(realm_name: string, digest: string, ask: AskForText): Promise<Uint8Array> {
  const address = cacheAddress(realm_name, digest)
  const kept = recent.get(address) ?? (await readCache(address, digest))
  const bytes = kept ?? new TextEncoder().encode(textIn(await ask(digest)))
  recent.set(address, bytes)
  if (kept === undefined) waitUntil(writeCache(address, digest, bytes).catch(() => undefined))
  return bytes
}

function textIn(answer: RealmResult): string {
  if (!answer.ok) throw new ApiError(answer.refusal)
  if (typeof answer.decision !== 'string') throw new Error('The realm no longer has a text that it named')
  return answer.decision
}

/** The newest texts by their address, which names the realm. One isolate serves many realms. */
const recent = new BoundedCache<Uint8Array>(16 * MEBIBYTE)

/** Forgets the texts in the memory of this isolate. For tests. */
export const forgetRecentTexts = (): void => recent.clear()

/** The name of the platform's cache for texts. Requests from outside cannot read it. */
export const TEXT_CACHE = 'parley-texts'
const CACHE_SECONDS = 7 * 24 * 3600

/** Returns the address of a text in the cache. The digest is the key of the text, so the address has only its hash. */
export const cacheAddress = (realm_name: string, digest: string) =>
  `https://texts.invalid/${realm_name}/${hash('sha256', digest, 'hex')}`

/** Returns the text from the cache, or undefined if the cache does not have it, or if it is damaged. */
async function readCache(address: string, digest: string): Promise<Uint8Array | undefined> {
  try {
    const cache = await caches.open(TEXT_CACHE)
    const found = await cache.match(address)
    if (found === undefined) return undefined
    return new Uint8Array(await crypto.subtle.decrypt(ALGORITHM, await keyOf(digest), await found.arrayBuffer()))
  } catch {
    return undefined
  }
}

/** Writes the text into the cache, encrypted: only who knows its digest can read it, and a damaged text is recognised. */
async function writeCache(address: string, digest: string, bytes: Uint8Array): Promise<void> {
  const encrypted = await crypto.subtle.encrypt(ALGORITHM, await keyOf(digest), bytes)
  const headers = { 'cache-control': `max-age=${CACHE_SECONDS}` }
  const cache = await caches.open(TEXT_CACHE)
  await cache.put(address, new Response(encrypted, { headers }))
}

// Each key encrypts one text only, so the counter can begin at zero.
const ALGORITHM = { name: 'AES-GCM', iv: new Uint8Array(12) }

const keyOf = (digest: string) =>
  crypto.subtle.importKey('raw', Uint8Array.fromHex(digest), 'AES-GCM', false, ['encrypt', 'decrypt'])
