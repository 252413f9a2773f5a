import type { Json } from '../../client-state/reducer'

// What the client keeps in the browser: the state of the last page, and messages that the server does not have yet.

export const NAME = 'parley'
const VERSION = 1
const STORES = ['snapshot', 'outbox'] as const

export type StoreName = (typeof STORES)[number]

/** A value to write, or undefined to delete the key. */
export type Change = { store: StoreName; key: string; value: unknown }

let opening: Promise<IDBDatabase> | undefined

/** Opens the database. A browser that refuses has no database, and the client works without one. */
function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
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
  return opening
}

// Opening takes longer than reading, so it begins while the other scripts load.
if (globalThis.indexedDB !== undefined) database().catch(() => {})

/** A transaction of a page that WebKit has put aside keeps all others waiting. The client starts in spite of it. */
const PATIENCE_MILLISECONDS = 10_000

/** Returns all values of a store, in the order of their keys. */
export function readAll(store: StoreName): Promise<Json[]> {
  const waited = new Promise<Json[]>((resolve) => {
    setTimeout(() => resolve([]), PATIENCE_MILLISECONDS)
  })
  return Promise.race([request(store, (values) => values.getAll()), waited]).catch(() => [])
}

/** Transactions that need a script of this page to end. If the page is left first, WebKit never ends them. */
const unfinished = new Set<IDBTransaction>()
let isLeft = false

/** Whether the user is leaving the page, so that nothing more is written. */
export const isPageLeft = (): boolean => isLeft

globalThis.addEventListener('pageshow', () => (isLeft = false))
globalThis.addEventListener('pagehide', () => {
  isLeft = true
  for (const transaction of unfinished) transaction.abort()
  unfinished.clear()
})

/** Reads a value before the changes, and prevents them. */
export type Condition = { store: StoreName; key: string; holds: (value: Json) => boolean }

/** Writes all changes or none. Returns whether they were written. */
export async function write(changes: readonly Change[], condition?: Condition): Promise<boolean> {
  try {
    const opened = await database()
    if (condition !== undefined && isLeft) return false
    const transaction = opened.transaction(STORES, 'readwrite')
    const done = new Promise<boolean>((resolve) => {
      transaction.addEventListener('complete', () => resolve(true))
      transaction.addEventListener('abort', () => resolve(false))
    })
    if (condition === undefined) change(transaction, changes)
    else {
      unfinished.add(transaction)
      const existing = transaction.objectStore(condition.store).get(condition.key)
      existing.addEventListener('success', () => {
        unfinished.delete(transaction)
        if (condition.holds(existing.result)) change(transaction, changes)
        else transaction.abort()
      })
    }
    return await done
  } catch {
    return false
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

async function request<Result>(store: StoreName, ask: (values: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const transaction = (await database()).transaction(store, 'readonly')
  return new Promise((resolve, reject) => {
    const pending = ask(transaction.objectStore(store))
    pending.addEventListener('success', () => resolve(pending.result))
    pending.addEventListener('error', () => reject(new Error('The browser did not read its database')))
    transaction.addEventListener('abort', () => reject(new Error('The browser did not read its database')))
  })
}
