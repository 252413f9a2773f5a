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
