import { memorySize, checkMemorySize } from './memory-size'
import { statement, type SqlValue } from './sql'

type Tag<Result> = (strings: TemplateStringsArray, ...values: SqlValue[]) => Result

/** The realm's own SQLite: answers at once, inside the transaction that is open. */
export type Sql = {
  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Row[]
  /**
   * Rows from the first one on, until they hold so many bytes together; the rest is not read. One row is returned in any
   * case, so that callers who go on behind the last row make progress.
   */
  upTo<Row>(most_bytes: number): Tag<Row[]>
  /** The same, with the answer to whether there are more. */
  cutAt<Row>(most_bytes: number): Tag<{ rows: Row[]; isCut: boolean }>
  /** The first row, if there is one. */
  maybe<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Row | undefined
  /** The first row of a query that always has one. */
  one<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Row
  run: Tag<void>
  /** Rows read and written since the object woke, as the platform bills them. */
  readonly meter: { read: number; written: number }
}

/** With a ceiling, a read that holds more bytes fails: tests find the reads that lack a limit. */
export function realmSql(storage: SqlStorage, ceiling = Infinity): Sql {
  const meter = { read: 0, written: 0 }

  const ran = (strings: TemplateStringsArray, values: SqlValue[]) => {
    const { text, values: bindings } = statement(strings, values)
    return storage.exec(text, ...bindings)
  }
  const count = ({ rowsRead, rowsWritten }: { rowsRead: number; rowsWritten: number }) => {
    meter.read += rowsRead
    meter.written += rowsWritten
  }
  const rows = <Row>(strings: TemplateStringsArray, values: SqlValue[]): Row[] => {
    const cursor = ran(strings, values)
    const found = cursor.toArray() as Row[]
    count(cursor)
    checkMemorySize(ceiling, found, strings)
    return found
  }

  const cut = <Row>(most_bytes: number, strings: TemplateStringsArray, values: SqlValue[]) => {
    const cursor = ran(strings, values)
    const found: Row[] = []
    let bytes = 0
    let isCut = false
    for (const row of cursor) {
      bytes += memorySize(row)
      isCut = found.length > 0 && bytes > most_bytes
      if (isCut) break
      found.push(row as Row)
    }
    count(cursor)
    return { rows: found, isCut }
  }

  return {
    meter,
    all: (strings, ...values) => rows(strings, values),
    upTo:
      (most_bytes) =>
      (strings, ...values) =>
        cut<never>(most_bytes, strings, values).rows,
    cutAt:
      (most_bytes) =>
      (strings, ...values) =>
        cut(most_bytes, strings, values),
    maybe: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => rows<Row>(strings, values)[0],
    one: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => {
      const [first] = rows<Row>(strings, values)
      if (first === undefined) throw new Error(`No row: ${strings.join('?')}`)
      return first
    },
    // What only writes is done when it has been run: nobody need ask it for rows.
    run: (strings, ...values) => count(ran(strings, values)),
  }
}
