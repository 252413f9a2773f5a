import { storeUnavailable } from '../api/errors'
import { logLine } from '../api/log-line'
import { checkMemorySize } from './memory-size'
import { bound, statement, type SqlValue } from './sql'

/** D1, with the same template tag as the realm's SQLite, but awaited. */
export type D1 = {
  all<Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>
  /** For a statement that is composed of declared names of tables and columns. Its values are `?1`, `?2`, … */
  select<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>
  run(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<void>
}

/** Returns the tag for a database or a session of it. A read that holds more bytes than `ceiling` throws: tests find reads without a limit. */
export function d1(database: Pick<D1Database, 'prepare'>, ceiling = Infinity): D1 {
  const prepared = (strings: TemplateStringsArray, values: SqlValue[]) => {
    const { text, values: bindings } = statement(strings, values)
    return database.prepare(text).bind(...bindings)
  }
  const rowsOf = async <Row>(prepared: D1PreparedStatement, text: readonly string[]) => {
    const { results } = await prepared.all<Row>()
    checkMemorySize(ceiling, results, text)
    return results
  }
  return {
    all: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => rowsOf<Row>(prepared(strings, values), strings),
    select: <Row>(text: string, ...values: SqlValue[]) =>
      rowsOf<Row>(database.prepare(text).bind(...values.map(bound)), [text]),
    run: async (strings, ...values) => void (await prepared(strings, values).run()),
  }
}

/** Returns the result. If D1 does not respond, it throws a refusal that says so. */
export const orUnavailable = <Result>(reading: Promise<Result>): Promise<Result> =>
  reading.catch((error: unknown) => {
    logLine('error', 'd1_unavailable', {}, error)
    throw storeUnavailable({})
  })
