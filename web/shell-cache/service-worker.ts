// Keeps the files of the client, so that it starts without the network, and the files that the user sees (files.ts), and shows
// notifications. It reads the counts of other organizations (counts.ts). It answers no request of the API. A new build has another list of
// files, so the browser installs it as a new worker.

import { answerFile, isKeptFile } from './files'
import './counts'
import './notifications'

/** The files of this build, and a hash of them. The build writes both (web/vite.config.ts). */
declare const SHELL_FILES: readonly string[]
declare const SHELL_VERSION: string
declare const self: ServiceWorkerGlobalScope

const PREFIX = 'shell-'
const CACHE = PREFIX + SHELL_VERSION
const PAGE = '/'

/** The texts of other languages are in files of their own, which need some English ones. The address of the worker names the language of the user. */
const LANGUAGE = new URL(self.location.href).search.slice(1)
const isNeeded = (file: string) =>
  !file.startsWith('/assets/words-') ||
  ['en', LANGUAGE].some((language) => file.startsWith(`/assets/words-${language}-`))

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname, search } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  // The page has a query when another app shares something with it.
  if (mode === 'navigate' && pathname === PAGE) event.respondWith(page(event.request))
  else if (search === '' && pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
  else if (search === '' && isKeptFile(pathname))
    event.respondWith(answerFile({ request: event.request, waitUntil: (work) => event.waitUntil(work) }))
})

async function install() {
  const cache = await caches.open(CACHE)
  await cache.addAll([new Request(PAGE, { cache: 'no-cache' }), ...SHELL_FILES.filter(isNeeded)])
  // The open tabs keep running their own build, of which this worker still has the files.
  await self.skipWaiting()
}

/** Keeps the files of this build and of the one before, which open tabs may need. */
async function activate() {
  await Promise.all((await olderCaches()).slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** How long the server may take to answer, before it counts as one that cannot be reached. */
const PATIENCE_MILLISECONDS = 5000

/**
 * The response has the headers of the server, so its security policy counts. A page of a new build cannot read what the one before has
 * saved, so its first start needs the server: until then, the page before starts without a network.
 */
async function page(request: Request): Promise<Response> {
  const own = await (await caches.open(CACHE)).match(PAGE)
  if (own === undefined) return fetch(request)
  for (const name of await olderCaches()) {
    const older = await caches.open(name)
    const before = await older.match(PAGE)
    if (before === undefined) continue
    if (!(await isReachable())) return before
    await older.delete(PAGE)
  }
  return own
}

const isReachable = (): Promise<boolean> =>
  fetch(PAGE, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) }).then(
    ({ ok }) => ok,
    () => false,
  )

const olderCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)

/** The name of a file has a hash of its content, so a stored file is never old. */
async function asset(request: Request): Promise<Response> {
  const stored = await caches.match(request)
  if (stored !== undefined) return stored
  const response = await fetch(request)
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone())
  return response
}
