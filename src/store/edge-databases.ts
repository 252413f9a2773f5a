import { loadBodies } from './bodies-in-d1'
import { d1 } from './d1'
import { textsNearReader, type TextPlaces, type TextStore } from './texts'

/** Returns what the Worker reads of D1 for one realm: the first database, its texts, and the bodies of messages. */
export function edgeDatabases(store: TextStore, places: () => TextPlaces) {
  const { databases, ceiling } = store
  const texts = textsNearReader(store, places)
  return {
    d1: d1(databases.first, ceiling),
    databases,
    texts,
    loadBodies: (ids: readonly number[], most: number) => loadBodies(texts, ids, most),
  }
}
