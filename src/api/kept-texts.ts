import { waitUntil } from 'cloudflare:workers'
import { BoundedCache } from '../store/bounded-cache'
import { MEBIBYTE } from '../store/memory-size'
import { ApiError } from './errors'
import { forgetKeptLists, putInCache, TEXT_CACHE } from './kept-lists'
import { hashOfDigest } from './kept-names'
import { digestsIn, type LoadablePiece, type Piece } from './json-text'
import type { RealmResult } from './realm-call'

/** Texts of a realm by their digests. */
export type TextsByDigest = Readonly<Record<string, string>>

/** Asks the realm for the first of the texts with these digests, as many as one answer holds. */
type AskForTexts = (digests: readonly string[]) => Promise<RealmResult>

type Source = {
  realm_name: string
  ask: AskForTexts
  /** The texts that came with the answer. */ given?: TextsByDigest
}

/**
 * Returns the pieces with a way to load each text that the realm named: from its answer, from the memory of this isolate, from the
 * platform's cache, or else from the realm. The realm decided that the client may have these texts, so nothing here decides.
 */
export function loadable(pieces: readonly Piece[], { realm_name, ask, given = {} }: Source): LoadablePiece[] {
  const digests = digestsIn(pieces)
  const here = new Map(Object.entries(given))
  const isNowhere = async (digest: string) =>
    !here.has(digest) && !recent.has(cacheAddress(realm_name, digest)) && !(await isInCache(realm_name, digest))
  // One call brings all that is missing from a text on.
  const askFrom = async (digest: string) => {
    const following = digests.slice(digests.indexOf(digest) + 1)
    const missing = await Promise.all(following.map(async (one) => ((await isNowhere(one)) ? one : [])))
    for (const [name, text] of Object.entries(textsIn(await ask([digest, ...missing.flat()])))) here.set(name, text)
  }
  const load = async (digest: string): Promise<Uint8Array> => {
    const address = cacheAddress(realm_name, digest)
    const kept = here.has(digest) ? undefined : (recent.get(address) ?? (await readCache(address, digest)))
    if (kept === undefined && !here.has(digest))
      await asking.run(() => (here.has(digest) ? undefined : askFrom(digest)))
    const text = here.get(digest)
    here.delete(digest)
    const bytes = kept ?? (text === undefined ? undefined : new TextEncoder().encode(text))
    if (bytes === undefined) throw new Error('The realm no longer has a text that it named')
    recent.set(address, bytes)
    if (kept === undefined) waitUntil(writeCache(address, digest, bytes).catch(() => undefined))
    return bytes
  }
  const asking = new InTurn()
  // Several parts of a text may be loaded at the same time.
  const loading = new Map<string, Promise<Uint8Array>>()
  const loadOnce = (digest: string): Promise<Uint8Array> => {
    const found = loading.get(digest)
    if (found !== undefined) return found
    const loaded = load(digest).finally(() => loading.delete(digest))
    loading.set(digest, loaded)
    return loaded
  }
  return pieces.map((piece) =>
    typeof piece === 'string' || 'json' in piece
      ? piece
      : async () => (await loadOnce(piece.digest)).subarray(piece.from, piece.to),
  )
}

/** Runs functions one after the other. */
class InTurn {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(act: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(act)
    this.#last = result.catch(() => undefined)
    return result
  }
}

/** Returns the whole text of an answer. */
export async function textOf(pieces: readonly LoadablePiece[]): Promise<string> {
  const texts: string[] = []
  for (const piece of pieces)
    if (typeof piece === 'function') texts.push(new TextDecoder().decode(await piece()))
    else texts.push(typeof piece === 'string' ? piece : piece.json)
  return texts.join('')
}

function textsIn(answer: RealmResult): TextsByDigest {
  if (!answer.ok) throw new ApiError(answer.refusal)
  return answer.texts ?? {}
}

/** The newest texts by their address, which names the realm. One isolate serves many realms. */
const recent = new BoundedCache<Uint8Array>(16 * MEBIBYTE)

/** Forgets the texts in the memory of this isolate. For tests. */
export function forgetRecentTexts(): void {
  recent.clear()
  forgetKeptLists()
}

/** Returns the address of a text in the cache. The digest is the key of the text, so the address has only its hash. */
export const cacheAddress = (realm_name: string, digest: string) =>
  `https://texts.invalid/${realm_name}/${hashOfDigest(digest)}`

async function isInCache(realm_name: string, digest: string): Promise<boolean> {
  try {
    const found = await (await caches.open(TEXT_CACHE)).match(cacheAddress(realm_name, digest))
    await found?.body?.cancel()
    return found !== undefined
  } catch {
    return false
  }
}

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
  await putInCache(address, encrypted)
}

// Each key encrypts one text only, so the counter can begin at zero.
const ALGORITHM = { name: 'AES-GCM', iv: new Uint8Array(12) }

const keyOf = (digest: string) =>
  crypto.subtle.importKey('raw', Uint8Array.fromHex(digest), 'AES-GCM', false, ['encrypt', 'decrypt'])
