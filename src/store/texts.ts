import { d1, type D1 } from './d1'
import type { Databases } from './databases'
import { ONE_GENERATION, type Generation } from './generations'

/** Where the texts of one realm are read. */
export type Texts = {
  realm_id: string
  /** Oldest first. */
  readonly generations: readonly Generation[]
  /** Returns a database: a replica near the reader, if it has all that the realm has written. */
  near(database: string): D1
  /** Whether `near` may return a replica. */
  mayBeReplica(database: string): boolean
  /** Returns the primary of a database, which always has all rows. */
  primary(database: string): D1
}

/** What the realm tells the Worker: where its texts are, and the state of each database that contains its last write. */
export type TextPlaces = { generations: readonly Generation[]; bookmarks: Readonly<Record<string, string>> }

/** Nothing is known of writes, so all texts are read from the primary. */
export const UNKNOWN_WRITES: TextPlaces = { generations: ONE_GENERATION, bookmarks: {} }

/** What each reader of texts needs of D1. `ceiling`: a read that holds more bytes throws, in tests. */
export type TextStore = { realm_id: string; databases: Databases; ceiling: number }

/** Returns the texts for the Worker. `places` is from the newest decision of the realm. */
export function textsNearReader({ realm_id, databases, ceiling }: TextStore, places: () => TextPlaces): Texts {
  const primary = (name: string) => d1(databases.named(name), ceiling)
  return {
    realm_id,
    get generations() {
      return places().generations
    },
    near: (name) => {
      const bookmark = places().bookmarks[name]
      // A session that continues after a bookmark is never answered by a replica that lacks the state of this name.
      return bookmark === undefined ? primary(name) : d1(databases.named(name).withSession(bookmark), ceiling)
    },
    mayBeReplica: (name) => places().bookmarks[name] !== undefined,
    primary,
  }
}

/** Returns the texts for the realm, which reads what it has just written. */
export function textsAtPrimary(
  { realm_id, databases, ceiling }: TextStore,
  generations: () => readonly Generation[],
): Texts {
  const primary = (name: string) => d1(databases.named(name), ceiling)
  return {
    realm_id,
    get generations() {
      return generations()
    },
    near: primary,
    mayBeReplica: () => false,
    primary,
  }
}
