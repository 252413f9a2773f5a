import { NAME } from './database'

/**
 * Deletes all that the pages of the client stored in this browser. The response to a log-out asks the browser to do it
 * (`Clear-Site-Data`), but some browsers do not know this header.
 */
export async function forgetStored(): Promise<void> {
  localStorage.clear()
  await deleteDatabase()
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name)
}

/** A tab that does not close its connection delays the end. The database goes when the tab does. */
const deleteDatabase = (): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(NAME)
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve())
  })
