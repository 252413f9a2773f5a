/** Where a database is. */
export type Place = {
  name: string
  factory: () => Promise<IDBFactory>
  /** Deletes the database, also while tabs have it open. */
  erase: () => Promise<unknown>
}

type Bucket = { indexedDB: IDBFactory }

/** The Storage Buckets of a site, which Chromium has. */
type Buckets = { open: (name: string) => Promise<Bucket>; delete: (name: string) => Promise<void> }

/** What the user wrote. It stays until the user logs out. */
export const outboxPlace = (name: string): Place => ({
  name,
  factory: () => Promise.resolve(indexedDB),
  erase: () => deleteDatabase(name),
})

/**
 * What others wrote. It goes when the session ends, and no byte of it stays: what Chromium deletes in its databases, and its deleted
 * databases, remain readable in the files of the profile for long. A bucket has files of its own, and they go with it.
 */
export const snapshotPlace = (client: string): Place => bucketPlace(`${client}-snapshot`)

/** All messages that the user keeps. They go in the same way. */
export const replicaPlace = (client: string): Place => bucketPlace(`${client}-replica`)

function bucketPlace(name: string): Place {
  const buckets: Buckets | undefined = Reflect.get(navigator, 'storageBuckets')
  if (buckets === undefined) return outboxPlace(name)
  return {
    name,
    factory: async () => (await buckets.open(name)).indexedDB,
    erase: () => buckets.delete(name),
  }
}

/** A tab that does not close its connection delays the end. The database goes when the tab does. */
const deleteDatabase = (name: string): Promise<void> =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve())
    // A browser may have none.
  }).catch(() => {})
