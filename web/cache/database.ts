import type { Place } from './places'

// What the client keeps in the browser: the state of the last page, and messages that the server does not have yet. Each is a database
// of its own, with one store.

/** In version 1, one database had both. */
const VERSION = 2

/** A value to write, or undefined to delete the key. */
export type Change = { key: string; value: unknown }

/** Reads a value before the changes, and prevents them. */
type Condition<Value> = { key: string; holds: (value: Value | undefined) => boolean }

export type Database = ReturnType<typeof createDatabase>

/** A transaction of a page that WebKit has put aside keeps all others waiting. The client starts in spite of it. */
const PATIENCE_MILLISECONDS = 10_000

/** Opens the database. A browser that refuses has no database, and the client works without one. */
export function createDatabase(place: Place, store: string, signal: AbortSignal) {
  const opened = createOpening(place, store)
  /** Transactions that need a script of this page to end. If the page is left first, WebKit never ends them. */
  const unfinished = new Set<IDBTransaction>()
  let isLeft = false

  globalThis.addEventListener('pageshow', () => (isLeft = false), { signal })
  globalThis.addEventListener('pagehide', leave, { signal })
  signal.addEventListener('abort', () => {
    leave()
    void opened.close()
  })
  // Opening takes longer than reading, so it begins while the other scripts load.
  if (globalThis.indexedDB !== undefined) opened.database().catch(() => {})

  function leave() {
    isLeft = true
    for (const transaction of unfinished) transaction.abort()
    unfinished.clear()
  }

  return {
    /** Whether the user is leaving the page, so that nothing more is written. */
    isPageLeft: () => isLeft,

    /** Returns all values, in the order of their keys. The caller wrote them, and knows their type. */
    readAll<Value>(): Promise<Value[]> {
      const waited = new Promise<Value[]>((resolve) => {
        setTimeout(() => resolve([]), PATIENCE_MILLISECONDS)
      })
      const read = opened.database().then((database) => valuesOf<Value>(database, store))
      return Promise.race([read, waited]).catch(() => [])
    },

    /** Writes all changes or none. Returns whether they were written. */
    async write<Value>(changes: readonly Change[], condition?: Condition<Value>): Promise<boolean> {
      try {
        const database = await opened.database()
        if (condition !== undefined && isLeft) return false
        const transaction = database.transaction(store, 'readwrite')
        const done = isWritten(transaction)
        if (condition === undefined) change(transaction.objectStore(store), changes)
        else changeIf(condition, transaction, changes)
        return await done
      } catch {
        return false
      }
    },

    /** Deletes the database. The next write makes a new one. */
    erase: async (): Promise<void> => {
      await opened.close()
      await place.erase()
    },
  }

  function changeIf<Value>({ key, holds }: Condition<Value>, transaction: IDBTransaction, changes: readonly Change[]) {
    unfinished.add(transaction)
    const values = transaction.objectStore(store)
    const existing: IDBRequest<Value | undefined> = values.get(key)
    existing.addEventListener('success', () => {
      unfinished.delete(transaction)
      if (holds(existing.result)) change(values, changes)
      else transaction.abort()
    })
  }
}

/** The connection to the database, which opens again after the browser has closed it. */
function createOpening({ name, factory }: Place, store: string) {
  let opening: Promise<IDBDatabase> | undefined

  const open = async () => opens((await factory()).open(name, VERSION))

  const opens = (request: IDBOpenDBRequest) =>
    new Promise<IDBDatabase>((resolve, reject) => {
      request.addEventListener('upgradeneeded', () => {
        const { result } = request
        for (const old of result.objectStoreNames) if (old !== store) result.deleteObjectStore(old)
        if (!result.objectStoreNames.contains(store)) result.createObjectStore(store)
      })
      request.addEventListener('success', () => {
        const { result } = request
        // The browser closes it when the user deletes the data of the site, or at a log-out.
        result.addEventListener('close', () => (opening = undefined))
        result.addEventListener('versionchange', () => {
          result.close()
          opening = undefined
        })
        resolve(result)
      })
      request.addEventListener('error', reject)
    })

  return {
    database: () => (opening ??= open()),
    async close() {
      const closed = opening
      opening = undefined
      await closed?.then((database) => database.close()).catch(() => {})
    },
  }
}

const isWritten = (transaction: IDBTransaction) =>
  new Promise<boolean>((resolve) => {
    transaction.addEventListener('complete', () => resolve(true))
    transaction.addEventListener('abort', () => resolve(false))
  })

function change(values: IDBObjectStore, changes: readonly Change[]) {
  for (const { key, value } of changes)
    if (value === undefined) values.delete(key)
    else values.put(value, key)
  values.transaction.commit()
}

function valuesOf<Value>(database: IDBDatabase, store: string): Promise<Value[]> {
  const transaction = database.transaction(store, 'readonly')
  return new Promise((resolve, reject) => {
    const pending = transaction.objectStore(store).getAll()
    pending.addEventListener('success', () => resolve(pending.result))
    pending.addEventListener('error', reject)
    transaction.addEventListener('abort', reject)
  })
}
