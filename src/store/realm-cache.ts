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
export function cacheKeyById<KeyId extends Id, Value>(options?: Options) {
  const declaration = declarationOf(options)
  return Object.assign((id: KeyId): CacheKey<Value> => ({ declaration, id }), { declaration })
}

function declarationOf({ invalidatedBy = [], survivesRollback = false }: Options = {}): Declaration {
  const declaration: Declaration = { survivesRollback, dependents: [] }
  for (const source of invalidatedBy) source.declaration.dependents.push(declaration)
  return declaration
}

/** The cache of one realm instance. */
export class RealmCache {
  readonly #values = new Map<Declaration, Map<Id | undefined, unknown>>()

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
    return this.#values.get(declaration)?.get(id) as Value | undefined
  }

  set<Value>({ declaration, id }: CacheKey<Value>, value: Value): void {
    const values = this.#values.get(declaration)
    if (values) values.set(id, value)
    else this.#values.set(declaration, new Map([[id, value]]))
  }

  /** Removes the value, and the values that were declared as computed from it. */
  invalidate({ declaration, id }: { declaration: Declaration; id?: Id }): void {
    const values = this.#values.get(declaration)
    values?.delete(id)
    values?.delete(undefined)
    for (const dependent of declaration.dependents) this.invalidate({ declaration: dependent, id })
  }

  /** Called after a rollback. */
  invalidateAll(): void {
    for (const declaration of this.#values.keys()) if (!declaration.survivesRollback) this.#values.delete(declaration)
  }
}
