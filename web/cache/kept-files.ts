// The files and pictures that the user has seen, which the service worker keeps (web/shell-cache/files.ts). Pages, workers and the service
// worker share the cache. While it is there, files are kept. It is in a bucket of its own where browsers have them, so that no byte of a
// deleted file stays in the browser's profile.

const NAME = 'parley-files'
/** An entry whose text is the session. */
const MARKER = '/kept-files'

type Bucket = { caches: CacheStorage }
type Buckets = {
  open: (name: string) => Promise<Bucket>
  delete: (name: string) => Promise<void>
  keys: () => Promise<string[]>
}

/** The Storage Buckets of a site, which Chromium has. */
function storageBuckets(): Buckets | undefined {
  const buckets: Buckets | undefined = Reflect.get(navigator, 'storageBuckets')
  return buckets
}

/** Returns the caches of the bucket, or of the site in other browsers. Over plain HTTP, browsers have none. */
const openCaches = async (): Promise<CacheStorage | undefined> =>
  (await storageBuckets()?.open(NAME))?.caches ?? globalThis.caches

/** Returns the kept files, or undefined if none are kept in this browser. */
export async function openKeptFiles(): Promise<Cache | undefined> {
  const buckets = storageBuckets()
  if (buckets !== undefined && !(await buckets.keys()).includes(NAME)) return undefined
  const all = await openCaches()
  return all !== undefined && (await all.has(NAME)) ? all.open(NAME) : undefined
}

/** From now on, the files that this session sees are kept. Those of another session are deleted. */
export async function keepFilesOf(session: string): Promise<void> {
  const existing = await openKeptFiles()
  if ((await (await existing?.match(MARKER))?.text()) === session) return
  await eraseKeptFiles()
  await (await (await openCaches())?.open(NAME))?.put(MARKER, new Response(session))
}

export async function eraseKeptFiles(): Promise<void> {
  const buckets = storageBuckets()
  await (buckets === undefined ? globalThis.caches?.delete(NAME) : buckets.delete(NAME))
}

export type KeptFile = { path: string; bytes: number }

/** Returns what is kept, the oldest first. */
export async function listKeptFiles(cache: Cache): Promise<KeptFile[]> {
  const [requests, responses] = await Promise.all([cache.keys(), cache.matchAll()])
  return requests.flatMap(({ url }, nth) => {
    const path = new URL(url).pathname
    return path === MARKER ? [] : [{ path, bytes: Number(responses[nth]?.headers.get('content-length') ?? 0) }]
  })
}

/** Returns the id of an uploaded file that an address names, or that has the thumbnail which it names. */
export function pathIdIn(path: string): string | undefined {
  const [, thumbnail, named = ''] = /^\/user_uploads\/(thumbnail\/)?(.+)$/.exec(path) ?? []
  if (named === '') return undefined
  const path_id = thumbnail === undefined ? named : named.slice(0, Math.max(0, named.lastIndexOf('/')))
  try {
    return decodeURIComponent(path_id)
  } catch {
    return undefined
  }
}

/** Deletes kept files for which a test is true. */
export async function deleteKeptFiles(isDeleted: (path: string) => boolean): Promise<void> {
  const cache = await openKeptFiles()
  if (cache === undefined) return
  for (const { path } of await listKeptFiles(cache)) if (isDeleted(path)) await cache.delete(path)
}

/** Deletes the files that texts of messages name. */
export async function deleteFilesIn(htmls: readonly string[]): Promise<void> {
  const paths = htmls.flatMap((html) => html.match(/\/(?:user_uploads|external_content)\/[^"]+/g) ?? [])
  const ids = new Set(paths.map(pathIdIn))
  await deleteKeptFiles((path) => paths.includes(path) || ids.has(pathIdIn(path) ?? path))
}
