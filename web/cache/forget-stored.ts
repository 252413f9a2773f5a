import type { Environment } from '../wire/environment'
import { eraseKeptFiles } from './kept-files'
import { outboxPlace, replicaPlace, snapshotPlace } from './places'

/**
 * Deletes all that the pages of the client stored in this browser. The response to a log-out asks the browser to do it
 * (`Clear-Site-Data`), but some browsers do not know this header.
 */
export async function forgetStored({ storage, name }: Pick<Environment, 'storage' | 'name'>): Promise<void> {
  storage.clear()
  for (const place of [outboxPlace(name), snapshotPlace(name), replicaPlace(name)]) await place.erase()
  await eraseKeptFiles()
  for (const kept of (await globalThis.caches?.keys()) ?? []) await caches.delete(kept)
}
