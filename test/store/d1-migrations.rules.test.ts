import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

const files = import.meta.glob<string>('../../migrations/d1/*.sql', { query: '?raw', import: 'default', eager: true })

const statementsIn = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, '')
    // The statements of a trigger are part of it.
    .match(/\s*(?:CREATE TRIGGER[\s\S]*?\bEND;|[^;]+;?)/g)!
    .map((statement) => statement.replace(/;\s*$/, ''))
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '')

/** Returns whether a Worker that does not know the statement runs as before: it names all its columns, and ignores others. */
function isAddition(statement: string): boolean {
  if (/^CREATE (TABLE|VIRTUAL TABLE|INDEX) /.test(statement)) return true
  // It only adds rows to a table that the previous version does not know.
  if (/^CREATE TRIGGER \w+ BEFORE UPDATE ON .* BEGIN INSERT INTO replaced_bodies [^;]*; END$/.test(statement))
    return true
  const column = /^ALTER TABLE \w+ ADD COLUMN \w+ (.*)$/.exec(statement)?.[1]
  return column !== undefined && (!column.includes('NOT NULL') || column.includes('DEFAULT'))
}

// `npm run deploy` applies the migrations before it replaces the Worker.
test.each(Object.entries(files).flatMap(([file, sql]) => statementsIn(sql).map((statement) => [file, statement])))(
  '%s: the previous version of the Worker works after: %s',
  (_file, statement) => {
    expect(isAddition(statement)).toBe(true)
  },
)

test.each([
  'ALTER TABLE users DROP COLUMN role',
  'ALTER TABLE users RENAME COLUMN role TO rank',
  'ALTER TABLE users ADD COLUMN rank INTEGER NOT NULL',
  'DROP TABLE users',
  'CREATE TRIGGER t BEFORE UPDATE ON users BEGIN UPDATE users SET role = 1; END',
  'CREATE UNIQUE INDEX users_by_email ON users (email)',
  'UPDATE users SET role = 1',
])('a migration must not contain: %s', (statement) => {
  expect(isAddition(statement)).toBe(false)
})

type Column = { name: string; type: string; pk: number }

/** A database with the tables of D1 after the first migrations, and the statements of a Worker that knows these tables. */
function databaseAfter(number: number) {
  const database = new DatabaseSync(':memory:')
  for (const sql of Object.values(files).slice(0, number)) database.exec(sql)
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE 'messages\\_words\\_%' ESCAPE '\\'`,
    )
    .all()
    .map(({ name }) => String(name))
  const columnsOf = (table: string) =>
    database.prepare(`SELECT name, type, pk FROM pragma_table_info(?)`).all(table) as Column[]
  return { database, tables: tables.map((table) => ({ table, columns: columnsOf(table) })) }
}

const sample = ({ type }: Column, round: number) => (type === 'INTEGER' ? round : `${round}`)

/** A Worker names all columns that it knows: it inserts rows, replaces them by upserts, reads them and deletes them. */
function statementsFor(table: string, columns: readonly Column[]) {
  const names = columns.map(({ name }) => name)
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
  const set = names.map((name) => `${name} = excluded.${name}`).join(', ')
  return {
    upsert: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
             ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${set}`,
    read: `SELECT ${names.join(', ')} FROM ${table} ORDER BY ${names.join(', ')}`,
    remove: `DELETE FROM ${table} RETURNING ${names.join(', ')}`,
  }
}

// The first migration has no version before it.
const later = Object.keys(files).slice(1)

test.each(later.map((file, index) => [file, index + 1] as const))(
  '%s: the statements of the previous version have the same results before and after it',
  (file, number) => {
    const { database, tables } = databaseAfter(number)
    const rows = new Map<string, unknown>()
    const write = (round: number) => {
      for (const { table, columns } of tables)
        database
          .prepare(statementsFor(table, columns).upsert)
          .run(...columns.map((column) => sample(column, column.pk > 0 ? 1 : round)))
    }
    write(1)
    for (const { table, columns } of tables) rows.set(table, database.prepare(statementsFor(table, columns).read).all())
    database.exec(files[file]!)
    for (const { table, columns } of tables) {
      const { read } = statementsFor(table, columns)
      expect(database.prepare(read).all(), table).toEqual(rows.get(table))
    }
    write(2)
    for (const { table, columns } of tables) {
      const { remove } = statementsFor(table, columns)
      const expected = Object.fromEntries(columns.map((column) => [column.name, sample(column, column.pk > 0 ? 1 : 2)]))
      expect(
        database
          .prepare(remove)
          .all()
          .map((row) => ({ ...row })),
        table,
      ).toContainEqual(expected)
    }
  },
)
