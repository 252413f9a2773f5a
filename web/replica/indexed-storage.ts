import type { Place } from '../cache/places'
import type { Entry, KeyRange, Storage } from './storage'

const STORE = 'replica'

/** The storage of this browser. Throws if the browser has none, or refuses. */
export function indexedStorage({ name, factory, erase }: Place): Storage & { close: () => Promise<void> } {
  let opening: Promise<IDBDatabase> | undefined

  async function open(): Promise<IDBDatabase> {
    const request = (await factory()).open(name, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    const database = await resultOf(request)
    const forget = () => (opening = undefined)
    database.addEventListener('close', forget)
    database.addEventListener('versionchange', () => {
      database.close()
      forget()
    })
    return database
  }

  const store = async (mode: IDBTransactionMode) => {
    opening ??= open()
    opening.catch(() => (opening = undefined))
    return (await opening).transaction(STORE, mode).objectStore(STORE)
  }

  async function close() {
    const closed = opening
    opening = undefined
    await closed?.then((database) => database.close()).catch(() => {})
  }

  return {
    async read<Value>(keys: readonly string[]) {
      const values = await store('readonly')
      return Promise.all(
        keys.map((key) => {
          const request: IDBRequest<Value | undefined> = values.get(key)
          return resultOf(request)
        }),
      )
    },

    async range<Value>({ from, to, most, descending = false }: KeyRange) {
      const values = await store('readonly')
      const range = IDBKeyRange.bound(from, to, false, true)
      return descending || most !== undefined
        ? walk<Value>(values, range, { most, descending })
        : all<Value>(values, range)
    },

    async write(changes) {
      const values = await store('readwrite')
      for (const [key, value] of changes)
        if (value === undefined) values.delete(key)
        else values.put(value, key)
      await new Promise<void>((resolve, reject) => {
        const { transaction } = values
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('abort', reject)
        transaction.commit()
      })
    },

    async clear() {
      await close()
      await erase()
    },
    close,
  }
}

async function all<Value>(values: IDBObjectStore, range: IDBKeyRange): Promise<Entry<Value>[]> {
  const request: IDBRequest<Value[]> = values.getAll(range)
  const [keys, found] = await Promise.all([resultOf(values.getAllKeys(range)), resultOf(request)])
  return found.map((value, nth): Entry<Value> => [textOf(keys[nth]), value])
}

type Walk = { most?: number | undefined; descending: boolean }

function walk<Value>(
  values: IDBObjectStore,
  range: IDBKeyRange,
  { most = Infinity, descending }: Walk,
): Promise<Entry<Value>[]> {
  const found: Entry<Value>[] = []
  return new Promise((resolve, reject) => {
    const request = values.openCursor(range, descending ? 'prev' : 'next')
    request.addEventListener('success', () => {
      const cursor = request.result
      if (cursor === null) return resolve(found)
      found.push([textOf(cursor.key), cursor.value])
      if (found.length >= most) resolve(found)
      else cursor.continue()
    })
    request.addEventListener('error', reject)
  })
}

/** All keys are texts. */
const textOf = (key: IDBValidKey | undefined): string => (typeof key === 'string' ? key : '')

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', reject)
  })
}
