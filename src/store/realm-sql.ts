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

  const rows = <Row>(strings: TemplateStringsArray, values: SqlValue[]): Row[] => {
    const { text, values: bindings } = statement(strings, values)
    const cursor = storage.exec(text, ...bindings)
    const found = cursor.toArray() as Row[]
    meter.read += cursor.rowsRead
    meter.written += cursor.rowsWritten
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
    run: (strings, ...values) => void rows(strings, values),
  }
}
