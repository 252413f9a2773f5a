/** Runs in the page. Returns the rows of its snapshot as text. */
export async function storedSnapshot(): Promise<string> {
  const name = 'parley-snapshot'
  const buckets = Reflect.get(navigator, 'storageBuckets')
  const factory: IDBFactory = buckets ? (await buckets.open(name)).indexedDB : indexedDB
  return new Promise((resolve, reject) => {
    const opening = factory.open(name)
    opening.addEventListener('error', () => reject(new Error('The browser opened no database')))
    // Without a database, there is no snapshot. None is made.
    opening.addEventListener('upgradeneeded', () => {
      opening.transaction!.abort()
      resolve('[]')
    })
    opening.addEventListener('success', () => {
      const rows = opening.result.transaction('snapshot').objectStore('snapshot').getAll()
      rows.addEventListener('success', () => {
        opening.result.close()
        resolve(JSON.stringify(rows.result))
      })
    })
  })
}
