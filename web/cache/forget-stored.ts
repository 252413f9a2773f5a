import type { Environment } from '../wire/environment'

/**
 * Deletes all that the pages of the client stored in this browser. The response to a log-out asks the browser to do it
 * (`Clear-Site-Data`), but some browsers do not know this header.
 */
export async function forgetStored({ storage, name }: Pick<Environment, 'storage' | 'name'>): Promise<void> {
  storage.clear()
  await deleteDatabase(name)
  for (const kept of (await globalThis.caches?.keys()) ?? []) await caches.delete(kept)
}

/** A tab that does not close its connection delays the end. The database goes when the tab does. */
const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve())
  })
