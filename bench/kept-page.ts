// Runs in a page. Each function is sent there alone, so it uses nothing of this file.

type Found = { page?: { messages: unknown[] }; found?: { matches: unknown[] } }

/** Returns what the replica of the client has, or undefined if there is none yet. */
export async function storedCore(): Promise<{ messages: number; from: number; indexed: number } | undefined> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const buckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> } = Reflect.get(
      navigator,
      'storageBuckets',
    )
    buckets.open('parley-replica').then(({ indexedDB: factory }) => {
      const opening = factory.open('parley-replica')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('It does not open')))
    }, reject)
  })
  if (!database.objectStoreNames.contains('replica')) {
    database.close()
    return undefined
  }
  const core: { messages: number; from: number; units?: { count: number }[] } | undefined = await new Promise(
    (resolve) => {
      const reading = database.transaction('replica').objectStore('replica').get('a')
      reading.addEventListener('success', () => resolve(reading.result))
    },
  )
  database.close()
  return core && { ...core, indexed: (core.units ?? []).reduce((sum, { count }) => sum + count, 0) }
}

/** Returns the names of all conversations of the replica. */
export async function storedNames(): Promise<string[]> {
  const buckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> } = Reflect.get(
    navigator,
    'storageBuckets',
  )
  const { indexedDB: factory } = await buckets.open('parley-replica')
  return new Promise((resolve, reject) => {
    const opening = factory.open('parley-replica')
    opening.addEventListener('error', () => reject(opening.error ?? new Error('It does not open')))
    opening.addEventListener('success', () => {
      const range = IDBKeyRange.bound('k', 'l', false, true)
      const reading = opening.result.transaction('replica').objectStore('replica').getAllKeys(range)
      reading.addEventListener('success', () => {
        opening.result.close()
        resolve(reading.result.map(String))
      })
    })
  })
}

/** Asks a worker of a tab one thing after the other. Returns how long each took, and how many rows came in all. */
export async function lookUp({ worker: address, lookups }: { worker: string; lookups: readonly object[] }) {
  const kept: Worker | undefined = Reflect.get(globalThis, 'worker')
  const worker = kept ?? new Worker(address, { type: 'module' })
  Reflect.set(globalThis, 'worker', worker)
  const walls: number[] = []
  let rows = 0
  for (const lookup of lookups) {
    const since = performance.now()
    const answer = await new Promise<Found>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<{ answer: Found }>) => resolve(data.answer), {
        once: true,
      })
      const page: { around?: object } | undefined = Reflect.get(lookup, 'page')
      const request = page?.around ? { page: { ...page, around: { ...page.around, anchor: Infinity } } } : lookup
      worker.postMessage({ nth: 0, name: 'parley', lookup: request })
    })
    walls.push(performance.now() - since)
    rows += answer.page?.messages.length ?? answer.found?.matches.length ?? 0
  }
  return { walls, rows }
}

export type LongFrame = { at: number; milliseconds: number; cause: string }

/** Begins to note the frames of the page that take more than 50 ms, with the scripts that ran in them. */
export function watchFrames(): void {
  const frames: LongFrame[] = []
  Reflect.set(globalThis, 'longFrames', frames)
  type Entry = PerformanceEntry & { scripts?: { duration: number; invoker: string }[] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, duration, scripts = [] }: Entry = entry
      const cause = scripts.map((script) => `${script.invoker} ${Math.round(script.duration)} ms`).join(', ')
      frames.push({ at: performance.timeOrigin + startTime, milliseconds: Math.round(duration), cause })
    }
  }).observe({ type: 'long-animation-frame' })
}

/** Returns the frames that took more than 50 ms. */
export const longFrames = (): LongFrame[] => Reflect.get(globalThis, 'longFrames')
