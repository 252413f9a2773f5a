import { MEBIBYTE } from './memory-size'
import { ValuesById } from './values-by-id'

/**
 * Values that the realm computed from its tables and needs often. They live as long as the realm instance. The storage
 * function that writes a table invalidates the keys of that table in the same transaction, and a rollback invalidates
 * everything: so a cached value is never older than its table.
 */
type Id = number | string

/** One declaration of a key: the same value, or the same values by id, in every realm. */
type Declaration = {
  survivesRollback: boolean
  dependents: Declaration[] // invalid when this is
}

declare const valueType: unique symbol

/** Identifies a cached value of type `Value`. */
export type CacheKey<Value> = {
  declaration: Declaration
  id?: Id
  [valueType]?: Value
}

type Options = {
  /** The keys that this value is computed from: it is invalid when one of them is. Values by id: of the same id. */
  invalidatedBy?: readonly { declaration: Declaration }[]
  /** The value holds observations that no table has, such as presence, so a rollback does not make it wrong. */
  survivesRollback?: boolean
}

/** Returns a key for one value of the realm. */
export const cacheKey = <Value>(options?: Options): CacheKey<Value> => ({ declaration: declarationOf(options) })

/** Returns a function from an id to its key, for one value of each id. */
export function cacheKeyById<KeyId extends Id, Value>(options?: Omit<Options, 'survivesRollback'>) {
  const declaration = declarationOf(options)
  return Object.assign((id: KeyId): CacheKey<Value> => ({ declaration, id }), { declaration })
}

function declarationOf({ invalidatedBy = [], survivesRollback = false }: Options = {}): Declaration {
  const declaration: Declaration = { survivesRollback, dependents: [] }
  for (const source of invalidatedBy) source.declaration.dependents.push(declaration)
  return declaration
}

/**
 * The cache of one realm instance. Values by id have a bound in bytes, because there are as many as users, channels and sessions. Each
 * other key has one value.
 */
export class RealmCache {
  readonly #values = new Map<Declaration, unknown>()
  readonly #valuesById: ValuesById<Declaration>

  constructor(bytes_max = MAX_BYTES) {
    this.#valuesById = new ValuesById(bytes_max)
  }

  /**
   * Returns the cached value, or computes and caches it. `undefined` is not cached: requests for enough things that do not
   * exist would fill the memory.
   */
  get<Value>(key: CacheKey<Value>, compute: () => Value): Value {
    const cached = this.find(key)
    if (cached !== undefined) return cached
    const value = compute()
    if (value !== undefined) this.set(key, value)
    return value
  }

  /** Returns the value only if it is cached, for a caller that updates it in place. */
  find<Value>({ declaration, id }: CacheKey<Value>): Value | undefined {
    const value = id === undefined ? this.#values.get(declaration) : this.#valuesById.find(declaration, id)
    return value as Value | undefined
  }

  set<Value>({ declaration, id }: CacheKey<Value>, value: Value): void {
    if (id === undefined) this.#values.set(declaration, value)
    else this.#valuesById.set(declaration, id, value)
  }

  /** Removes the value, and the values that were declared as computed from it. */
  invalidate({ declaration, id }: { declaration: Declaration; id?: Id }): void {
    if (id !== undefined) this.#valuesById.delete(declaration, id)
    this.#values.delete(declaration)
    for (const dependent of declaration.dependents) this.invalidate({ declaration: dependent, id })
  }

  /** Called after a rollback. */
  invalidateAll(): void {
    for (const declaration of this.#values.keys()) if (!declaration.survivesRollback) this.#values.delete(declaration)
    this.#valuesById.clear()
  }
}

const MAX_BYTES = 64 * MEBIBYTE
