import { statement, type SqlValue } from './sql'

type Tag<Result> = (strings: TemplateStringsArray, ...values: SqlValue[]) => Result

/** The realm's own SQLite: answers at once, inside the transaction that is open. */
export type Sql = {
  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Row[]
  /** The first row, if there is one. */
  maybe<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Row | undefined
  /** The first row of a query that always has one. */
  one<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Row
  run: Tag<void>
  /** Rows read and written since the object woke, as the platform bills them. */
  readonly meter: { read: number; written: number }
}

export function realmSql(storage: SqlStorage): Sql {
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
    return found
  }

  return {
    meter,
    all: (strings, ...values) => rows(strings, values),
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
