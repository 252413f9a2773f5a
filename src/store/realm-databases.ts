import { logLine } from '../api/log-line'
import { d1, type D1 } from './d1'
import { causeOf } from './d1-errors'
import { d1Writer, type D1Table, type Written } from './d1-tables'
import { databaseSizes, FIRST_DATABASE, roomiest } from './databases'
import { databaseOf, Generations, ONE_GENERATION, type FirstId } from './generations'
import type { OutboxStores } from './outbox'
import type { OutboxRow } from './outbox-row'
import type { Sql } from './realm-sql'
import type { RowStore } from './row-delivery'
import { textsAtPrimary, type TextPlaces, type Texts, type TextStore } from './texts'

const LOOK_AGAIN_AFTER_SECONDS = 600

type Parts = TextStore & { sql: Sql; tables: readonly D1Table[]; limit: number; now: () => number }

/**
 * The databases of one realm: in which of them its rows are, how large they are, and up to which state the realm wrote them. It
 * learns the last two with each write, so they cost no call.
 */
export class RealmDatabases implements OutboxStores {
  readonly generations: Generations
  readonly texts: Texts
  /** The first database, which has all that is not a text. */
  readonly first: D1
  readonly #tables: ReadonlyMap<string, D1Table>
  readonly #writers = new Map<string, RowStore<OutboxRow>>()
  readonly #bytes = new Map<string, number>()
  #bookmarks: Readonly<Record<string, string>> = {}
  #lookedAt = -Infinity

  constructor(readonly parts: Parts) {
    this.generations = new Generations(parts.sql)
    this.texts = textsAtPrimary(parts, () => this.generations.all)
    this.first = d1(parts.databases.first, parts.ceiling)
    this.#tables = new Map(parts.tables.map((table) => [table.name, table]))
  }

  /**
   * What the Worker needs to read texts for the decision of an endpoint or a step, if it still has work with it. Undefined: they are
   * in the first database, at its primary.
   */
  placesFor(decider: object): TextPlaces | undefined {
    if ('kind' in decider && !('present' in decider) && !('serve' in decider)) return undefined
    const { all } = this.generations
    const bookmarks = this.#bookmarks
    return all === ONE_GENERATION && Object.keys(bookmarks).length === 0 ? undefined : { generations: all, bookmarks }
  }

  get areSeveral(): boolean {
    return this.generations.all !== ONE_GENERATION
  }

  placeOf({ target, key }: Pick<OutboxRow, 'target' | 'key'>): string {
    const placedBy = this.#tables.get(target)?.placedBy
    return placedBy === undefined ? FIRST_DATABASE : databaseOf(this.generations.all, placedBy, key)
  }

  /** A database without a binding is like one that does not respond. */
  storeAt(place: string): RowStore<OutboxRow> {
    return {
      write: async (rows) => this.#writerAt(place).write(rows),
      isAvailable: async () => this.#writerAt(place).isAvailable(),
      causeOf,
    }
  }

  #writerAt(place: string): RowStore<OutboxRow> {
    const { databases, realm_id, tables } = this.parts
    let writer = this.#writers.get(place)
    if (writer === undefined) {
      writer = d1Writer(databases.named(place), realm_id, tables, (written) => this.#note(place, written))
      this.#writers.set(place, writer)
    }
    return writer
  }

  /**
   * Returns the database for the next generation, if the newest one is nearly full and another has room. Asks the others how
   * large they are, but seldom: they stay full until the operator adds one.
   */
  async nextDatabase(): Promise<string | undefined> {
    const { databases, limit, now, realm_id } = this.parts
    const { newest } = this.generations
    if ((this.#bytes.get(newest) ?? 0) < limit || now() < this.#lookedAt + LOOK_AGAIN_AFTER_SECONDS) return undefined
    this.#lookedAt = now()
    const next = roomiest(await databaseSizes(databases), limit)
    if (next === undefined) logLine('error', 'databases_full', { realm: realm_id, database: newest })
    return next === newest ? undefined : next
  }

  /** Begins a generation, in the transaction of the caller. */
  begin(database: string, firsts: Record<FirstId, number>): void {
    this.generations.begin(database, firsts)
    logLine('info', 'generation_began', { realm: this.parts.realm_id, database, ...firsts })
  }

  #note(place: string, { bytes, bookmark }: Written): void {
    this.#bytes.set(place, bytes)
    // A write that took long may end after a later one. Bookmarks are in the order of their texts.
    if (bookmark !== null && bookmark > (this.#bookmarks[place] ?? ''))
      this.#bookmarks = { ...this.#bookmarks, [place]: bookmark }
  }
}
