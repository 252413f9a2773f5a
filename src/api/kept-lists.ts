import { waitUntil } from 'cloudflare:workers'
import { keptName } from './kept-names'

/**
 * The list of the shared texts of a realm that this Worker has: the realm named them in its answers. The Worker sends the list with its
 * next call, and the realm adds the other texts to its answer. A new Worker reads the list from the platform's cache, where the texts are, too.
 */

/** The name of the platform's cache for texts. Requests from outside cannot read it. */
export const TEXT_CACHE = 'parley-texts'
const CACHE_SECONDS = 7 * 24 * 3600

const MAX_REALMS = 200
const MAX_TEXTS = 2000

/** A request that is reading a list may end without a word, so no other request waits for what it reads: lists are here once they are read. */
const byRealm = new Map<string, Set<string>>()

const addressOf = (realm_name: string) => `https://texts.invalid/${realm_name}/held`

/** Returns the names of the texts that this Worker probably has. */
export const keptTexts = async (realm_name: string): Promise<string[]> => [...(await keptBy(realm_name))]

async function keptBy(realm_name: string): Promise<Set<string>> {
  const found = byRealm.get(realm_name)
  if (found !== undefined) return found
  const read = await readList(realm_name)
  // Another request may have read it meanwhile, and added to it.
  const kept = byRealm.get(realm_name) ?? read
  if (byRealm.size >= MAX_REALMS) byRealm.clear()
  byRealm.set(realm_name, kept)
  return kept
}

async function readList(realm_name: string): Promise<Set<string>> {
  try {
    const found = await (await caches.open(TEXT_CACHE)).match(addressOf(realm_name))
    const names: unknown = await found?.json()
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Adds texts that the realm named in an answer. The oldest are forgotten first. */
export async function noteKept(realm_name: string, digests: readonly string[]): Promise<void> {
  const kept = await keptBy(realm_name)
  const names = digests.map(keptName)
  const hasNew = names.some((name) => !kept.has(name))
  for (const name of names) {
    kept.delete(name)
    kept.add(name)
  }
  for (const oldest of kept) {
    if (kept.size <= MAX_TEXTS) break
    kept.delete(oldest)
  }
  if (hasNew) waitUntil(putInCache(addressOf(realm_name), JSON.stringify([...kept])).catch(() => undefined))
}

/** Forgets the lists in the memory of this isolate. For tests. */
export const forgetKeptLists = (): void => byRealm.clear()

/** Writes into the cache for texts. */
export async function putInCache(address: string, body: string | ArrayBuffer): Promise<void> {
  const cache = await caches.open(TEXT_CACHE)
  await cache.put(address, new Response(body, { headers: { 'cache-control': `max-age=${CACHE_SECONDS}` } }))
}
