import { memorySize, checkMemorySize } from './memory-size'
import { statement, type SqlPart } from './sql'

type Tag<Result> = (strings: TemplateStringsArray, ...parts: SqlPart[]) => Result

/** The realm's own SQLite. It is synchronous, and part of the open transaction. */
export type Sql = {
  all<Row>(strings: TemplateStringsArray, ...parts: SqlPart[]): Row[]
  /**
   * Returns rows from the first one on, until they hold `most_bytes`. The others are not read. It returns the first row in any
   * case, so that a caller who continues after the last row makes progress.
   */
  upTo<Row>(most_bytes: number): Tag<Row[]>
  /** Returns the rows of `upTo`, and whether there are more. */
  cutAt<Row>(most_bytes: number): Tag<{ rows: Row[]; isCut: boolean }>
  /** Returns the first row, or undefined. */
  maybe<Row>(strings: TemplateStringsArray, ...parts: SqlPart[]): Row | undefined
  /** Returns the first row of a query that always has one. */
  one<Row>(strings: TemplateStringsArray, ...parts: SqlPart[]): Row
  run: Tag<void>
  /** The rows read and written since the object woke, as the platform bills them, and the statements. */
  readonly meter: { read: number; written: number; statements: number }
  /** The size of the database. */
  readonly bytes: number
}

/** SQL for a function that only reads. */
export type SqlReader = Omit<Sql, 'run'>

/** Returns the tag. A read that holds more bytes than `ceiling` throws: tests find reads without a limit. */
export function realmSql(storage: SqlStorage, ceiling = Infinity): Sql {
  const meter = { read: 0, written: 0, statements: 0 }

  const execute = (strings: TemplateStringsArray, parts: SqlPart[]) => {
    const { text, values: bindings } = statement(strings, parts)
    return storage.exec(text, ...bindings)
  }
  const count = ({ rowsRead, rowsWritten }: { rowsRead: number; rowsWritten: number }) => {
    meter.statements++
    meter.read += rowsRead
    meter.written += rowsWritten
  }
  const rows = <Row>(strings: TemplateStringsArray, parts: SqlPart[]): Row[] => {
    const cursor = execute(strings, parts)
    const found = [...rowsOf<Row>(cursor)]
    count(cursor)
    checkMemorySize(ceiling, found, strings)
    return found
  }

  const cut = <Row>(most_bytes: number, strings: TemplateStringsArray, parts: SqlPart[]) => {
    const cursor = execute(strings, parts)
    const found: Row[] = []
    let bytes = 0
    let isCut = false
    for (const row of rowsOf<Row>(cursor)) {
      bytes += memorySize(row)
      isCut = found.length > 0 && bytes > most_bytes
      if (isCut) break
      found.push(row)
    }
    count(cursor)
    return { rows: found, isCut }
  }

  return {
    meter,
    get bytes() {
      return storage.databaseSize
    },
    all: (strings, ...parts) => rows(strings, parts),
    upTo:
      (most_bytes) =>
      (strings, ...parts) =>
        cut<never>(most_bytes, strings, parts).rows,
    cutAt:
      (most_bytes) =>
      (strings, ...parts) =>
        cut(most_bytes, strings, parts),
    maybe: <Row>(strings: TemplateStringsArray, ...parts: SqlPart[]) => rows<Row>(strings, parts)[0],
    one: <Row>(strings: TemplateStringsArray, ...parts: SqlPart[]) => {
      const [first] = rows<Row>(strings, parts)
      if (first === undefined) throw new Error(`No row: ${strings.join('?')}`)
      return first
    },
    // A statement that only writes is complete without reading its cursor.
    run: (strings, ...parts) => count(execute(strings, parts)),
  }
}

/** Returns rows as objects. The platform makes arrays of values in half the time that it takes for objects. */
function* rowsOf<Row>(cursor: SqlStorageCursor<Record<string, SqlStorageValue>>): Generator<Row> {
  const names = cursor.columnNames
  for (const values of cursor.raw()) {
    const row: Record<string, SqlStorageValue> = {}
    for (let column = 0; column < names.length; column++) row[names[column]!] = values[column]!
    yield row as Row
  }
}
