import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlNames, SqlText } from '../../../store/sql'
import type { CopiedTable } from '../realm-tables/declaration'
import { tableNamed, tableNames, type CopiedTableName } from '../realm-tables/tables'
import { copiedRow, storableRow, type CopiedRow, type StoredRow } from './rows'

const ROWS_PER_PAGE = 2000
const BYTES_PER_PAGE = 1024 * 1024

/** The primary key of the last row of a page. */
export type PageKey = readonly (string | number)[]
export type TablePage = { rows: CopiedRow[]; next: PageKey | null }

/** Returns the next rows of a table, in the order of its primary key. */
export function pageOfTable(sql: SqlReader, name: CopiedTableName, after: PageKey | undefined): TablePage {
  const table = tableNamed(name)
  const [columns, key, from] = [sqlNames(table.columns), sqlNames(table.key), sqlNames([name])]
  const only = new SqlText(table.rows)
  const cut = sql.cutAt<StoredRow>(BYTES_PER_PAGE)
  const { rows, isCut } =
    after === undefined
      ? cut`SELECT ${columns} FROM ${from} WHERE ${only} ORDER BY ${key} LIMIT ${ROWS_PER_PAGE}`
      : cut`SELECT ${columns} FROM ${from} WHERE ${only} AND (${key}) > (SELECT ${picksFrom(table.key)} FROM (SELECT ${after} AS list))
            ORDER BY ${key} LIMIT ${ROWS_PER_PAGE}`
  const last = rows.at(-1)
  const isLast = last === undefined || (!isCut && rows.length < ROWS_PER_PAGE)
  return {
    rows: rows.map(copiedRow),
    next: isLast ? null : table.key.map((column) => partOfKey(last[column])),
  }
}

function partOfKey(value: StoredRow[string] | undefined): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error('A primary key has no other values than text and numbers')
}

/** Returns what takes the values of a key out of a JSON list. */
const picksFrom = (key: readonly string[]): SqlText =>
  new SqlText(key.map((_, index) => `list ->> ${index}`).join(', '))

/** Writes rows. A row that is there already is replaced, so a repeated request changes nothing. */
export function writeRows(sql: Sql, name: CopiedTableName, rows: readonly CopiedRow[]): void {
  const [first] = rows
  if (first === undefined) return
  const table = tableNamed(name)
  const values: [column: string, value: string][] = [
    ...table.columns
      .filter((column) => column in first)
      .map((column): [string, string] => [column, valueIn(table, column)]),
    ...Object.entries(table.filled),
  ]
  const columns = sqlNames(values.map(([column]) => column))
  const selected = new SqlText(values.map(([column, value]) => `${value} AS "${column}"`).join(', '))
  const stored = JSON.stringify(rows.map((row) => storableRow(table, row)))
  sql.run`
    INSERT OR REPLACE INTO ${sqlNames([name])} (${columns})
    SELECT ${columns} FROM (SELECT ${selected} FROM json_each(${stored})) WHERE ${new SqlText(table.rows)}`
}

const valueIn = ({ sets }: CopiedTable, column: string): string =>
  sets.includes(column) ? `unhex(value ->> '${column}')` : `value ->> '${column}'`

/** Deletes all rows of tables. */
export function emptyTables(sql: Sql, names: readonly string[]): void {
  for (const name of names) sql.run`DELETE FROM ${sqlNames([name])}`
}

export const editIdsAfter = (sql: SqlReader, after: number, most: number): number[] =>
  sql.all<{ id: number }>`SELECT id FROM message_edits WHERE id > ${after} ORDER BY id LIMIT ${most}`.map(
    ({ id }) => id,
  )

/** Returns the highest id that each table with such ids ever had: ids are never used again. */
export const sequences = (sql: SqlReader): Record<string, number> =>
  Object.fromEntries(
    sql.all<{ name: string; seq: number }>`
      SELECT name, seq FROM sqlite_sequence WHERE name IN (SELECT value FROM json_each(${tableNames}))`.map(
      ({ name, seq }) => [name, seq],
    ),
  )

/** Raises the highest ids to those of a copy. */
export function raiseSequences(sql: Sql, highest: Readonly<Record<string, number>>): void {
  for (const [name, seq] of Object.entries(highest)) {
    if (!tableNames.some((table) => table === name)) continue
    sql.run`INSERT INTO sqlite_sequence (name, seq)
            SELECT ${name}, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ${name})`
    sql.run`UPDATE sqlite_sequence SET seq = max(seq, ${seq}) WHERE name = ${name}`
  }
}
