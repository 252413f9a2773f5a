// What the client keeps in the browser: the state of the last page, and messages that the server does not have yet.

const VERSION = 1
const STORES = ['snapshot', 'outbox'] as const

type StoreName = (typeof STORES)[number]

/** A value to write, or undefined to delete the key. */
export type Change = { store: StoreName; key: string; value: unknown }

/** Reads a value before the changes, and prevents them. */
type Condition<Value> = { store: StoreName; key: string; holds: (value: Value | undefined) => boolean }

export type Database = ReturnType<typeof createDatabase>

/** A transaction of a page that WebKit has put aside keeps all others waiting. The client starts in spite of it. */
const PATIENCE_MILLISECONDS = 10_000

/** Opens the database. A browser that refuses has no database, and the client works without one. */
export function createDatabase(name: string, signal: AbortSignal) {
  const opened = createOpening(name)
  /** Transactions that need a script of this page to end. If the page is left first, WebKit never ends them. */
  const unfinished = new Set<IDBTransaction>()
  let isLeft = false

  globalThis.addEventListener('pageshow', () => (isLeft = false), { signal })
  globalThis.addEventListener('pagehide', leave, { signal })
  signal.addEventListener('abort', () => {
    leave()
    opened.close()
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

    /** Returns all values of a store, in the order of their keys. The caller wrote them, and knows their type. */
    readAll<Value>(store: StoreName): Promise<Value[]> {
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
        const transaction = database.transaction(STORES, 'readwrite')
        const done = new Promise<boolean>((resolve) => {
          transaction.addEventListener('complete', () => resolve(true))
          transaction.addEventListener('abort', () => resolve(false))
        })
        if (condition === undefined) change(transaction, changes)
        else changeIf(condition, transaction, changes)
        return await done
      } catch {
        return false
      }
    },
  }

  function changeIf<Value>(
    { store, key, holds }: Condition<Value>,
    transaction: IDBTransaction,
    changes: readonly Change[],
  ) {
    unfinished.add(transaction)
    const existing: IDBRequest<Value | undefined> = transaction.objectStore(store).get(key)
    existing.addEventListener('success', () => {
      unfinished.delete(transaction)
      if (holds(existing.result)) change(transaction, changes)
      else transaction.abort()
    })
  }
}

/** The connection to the database, which opens again after the browser has closed it. */
function createOpening(name: string) {
  let opening: Promise<IDBDatabase> | undefined

  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, VERSION)
      request.addEventListener('upgradeneeded', () => {
        for (const store of STORES)
          if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store)
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
      request.addEventListener('error', () => reject(new Error('The browser opened no database')))
    })

  return {
    database: () => (opening ??= open()),
    close: () => void opening?.then((database) => database.close()).catch(() => {}),
  }
}

function change(transaction: IDBTransaction, changes: readonly Change[]) {
  for (const { store, key, value } of changes) {
    const values = transaction.objectStore(store)
    if (value === undefined) values.delete(key)
    else values.put(value, key)
  }
  transaction.commit()
}

function valuesOf<Value>(database: IDBDatabase, store: StoreName): Promise<Value[]> {
  const transaction = database.transaction(store, 'readonly')
  return new Promise((resolve, reject) => {
    const pending = transaction.objectStore(store).getAll()
    pending.addEventListener('success', () => resolve(pending.result))
    pending.addEventListener('error', () => reject(new Error('The browser did not read its database')))
    transaction.addEventListener('abort', () => reject(new Error('The browser did not read its database')))
  })
}
