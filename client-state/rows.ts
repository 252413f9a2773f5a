type Id = string | number

/**
 * A list of rows with different ids, in the order of arrival. A row is found, added and removed in constant time. As JSON it
 * is an array, as in the answer of `POST /register`.
 */
export class Rows<Row extends object> implements Iterable<Row> {
  readonly #idOf: (row: Row) => Id
  readonly #rows = new Map<Id, Row>()
  #list: readonly Row[] | undefined

  constructor(idOf: (row: Row) => Id, rows: Iterable<Row> = []) {
    this.#idOf = idOf
    for (const row of rows) this.set(row)
  }

  /** The rows as an array. It is another array after each change, so a caller can keep what it computed from it. */
  get list(): readonly Row[] {
    this.#list ??= [...this.#rows.values()]
    return this.#list
  }

  get length(): number {
    return this.#rows.size
  }

  get = (id: Id): Row | undefined => this.#rows.get(id)

  has = (id: Id): boolean => this.#rows.has(id)

  /** Adds a row, or replaces the row with its id. */
  set(row: Row): void {
    this.#list = undefined
    this.#rows.set(this.#idOf(row), row)
  }

  /** Changes fields of a row, if there is one with this id. */
  update(id: Id, fields: Partial<Row>): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.#list = undefined
    Object.assign(row, fields)
  }

  /** Changes one field, which an event names. The declaration of the event says which values it can have. */
  updateField(id: Id, name: string, value: unknown): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.#list = undefined
    Object.assign(row, { [name]: value })
  }

  /** Removes the row, and returns it. */
  remove(id: Id): Row | undefined {
    const row = this.#rows.get(id)
    if (row === undefined) return undefined
    this.#list = undefined
    this.#rows.delete(id)
    return row
  }

  [Symbol.iterator] = (): Iterator<Row> => this.#rows.values()

  find = (fits: (row: Row) => boolean): Row | undefined => this.list.find(fits)

  some = (fits: (row: Row) => boolean): boolean => this.list.some(fits)

  filter = (fits: (row: Row) => boolean): Row[] => this.list.filter(fits)

  map = <Result>(change: (row: Row, at: number) => Result): Result[] => this.list.map(change)

  flatMap = <Result>(change: (row: Row) => Result | Result[]): Result[] => this.list.flatMap(change)

  toJSON = (): readonly Row[] => this.list
}

/** A set of ids. As JSON it is an array in ascending order. */
export class Ids extends Set<number> {
  #sorted: number[] | undefined

  constructor(ids: Iterable<number> = []) {
    super()
    for (const id of ids) this.add(id)
  }

  /** The ids in ascending order. */
  get sorted(): readonly number[] {
    this.#sorted ??= [...this].sort((a, b) => a - b)
    return this.#sorted
  }

  override add(id: number): this {
    if (this.has(id)) return this
    super.add(id)
    // Most new ids are the greatest.
    const last = this.#sorted?.at(-1)
    if (last !== undefined && last < id) this.#sorted?.push(id)
    else this.#sorted = undefined
    return this
  }

  override delete(id: number): boolean {
    this.#sorted = undefined
    return super.delete(id)
  }

  toJSON(): readonly number[] {
    return this.sorted
  }
}
