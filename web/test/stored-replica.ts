/** Runs in the page. Returns all that its replica has, as text. */
export async function storedReplica(): Promise<string> {
  const name = 'parley-replica'
  const buckets = Reflect.get(navigator, 'storageBuckets')
  const factory: IDBFactory = buckets ? (await buckets.open(name)).indexedDB : indexedDB
  return new Promise((resolve, reject) => {
    const opening = factory.open(name)
    opening.addEventListener('error', () => resolve(''))
    opening.addEventListener('upgradeneeded', () => opening.transaction!.abort())
    opening.addEventListener('success', () => {
      const values = opening.result.transaction('replica').objectStore('replica').getAll()
      values.addEventListener('error', () => reject(new Error('The browser read nothing')))
      values.addEventListener('success', () => {
        opening.result.close()
        resolve(JSON.stringify(values.result))
      })
    })
  })
}
