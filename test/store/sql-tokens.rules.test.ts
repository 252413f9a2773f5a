import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statementsOf } from '../../src/store/sql-tokens'

const steps = Object.entries({
  ...import.meta.glob<string>('../../src/**/*.sql', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../migrations/d1/*.sql', { query: '?raw', import: 'default', eager: true }),
})

/** What SQLite makes of a text: the definitions of all tables and indexes, and what a `SELECT` returns. */
function schemaAfter(text: string): unknown {
  const database = new DatabaseSync(':memory:')
  database.exec(text)
  const names = database.prepare('SELECT type, name, tbl_name FROM sqlite_master ORDER BY name').all()
  const columns = database
    .prepare(`SELECT m.name AS tbl, c.* FROM sqlite_master m, pragma_table_xinfo(m.name) c ORDER BY tbl, c.cid`)
    .all()
    // SQLite keeps the text of a default, and `- 1` is `-1`.
    .map((column) => ({ ...column, dflt_value: String(column.dflt_value).replaceAll(' ', '') }))
  return [names, columns]
}

describe('the statements of an SQL text', () => {
  const same: [string, string, string][] = [
    ['a comment', 'CREATE TABLE a (x) -- the first', 'CREATE TABLE a (x)'],
    ['a comment that has a quote', "SELECT 1 -- it's\n, 2", 'SELECT 1, 2'],
    ['a long comment', 'SELECT /* a ; ** / "b" */ 1', 'SELECT 1'],
    ['a long comment without an end', 'SELECT 1 /* and', 'SELECT 1'],
    ['white space', 'CREATE TABLE a(x INTEGER,y TEXT)', 'CREATE  TABLE a (\r\n\tx INTEGER ,\f y TEXT )'],
    ['a semicolon at the end', 'SELECT 1', 'SELECT 1;\n;'],
    ['a semicolon without a statement', ';SELECT 1;;SELECT 2', 'SELECT 1; SELECT 2'],
    ['a comment between two words', 'SELECT/**/1', 'SELECT 1'],
  ]
  test.each(same)('are the same without %s', (_, one, other) => {
    expect(statementsOf(one)).toBe(statementsOf(other))
  })

  const different: [string, string, string][] = [
    ['white space in a string', "SELECT 'a  b'", "SELECT 'a b'"],
    ['a comment in a string', "SELECT 'a -- b'", "SELECT 'a '"],
    ['a long comment in a string', "SELECT 'a /* b */'", "SELECT 'a '"],
    ['a doubled quote in a string', "SELECT 'a''  b'", "SELECT 'a'' b'"],
    ['white space in a quoted name', 'SELECT "a  b"', 'SELECT "a b"'],
    ['a comment in a quoted name', 'SELECT "a--b"', 'SELECT "a"'],
    ['white space in a name in backticks', 'SELECT `a  b`', 'SELECT `a b`'],
    ['a comment in a name in brackets', 'SELECT [a--b]', 'SELECT [a]'],
    ['one word and two words', 'SELECT ab', 'SELECT a b'],
    ['a blob, and a name before a string', "SELECT x'00'", "SELECT x '00'"],
    ['the end of a line in a comment', 'SELECT 1 -- a\n, 2', 'SELECT 1 -- a , 2'],
    ['a space that is no white space of SQLite', 'SELECT a\u00a0b', 'SELECT a b'],
    ['an upper case letter', 'SELECT A', 'SELECT a'],
    ['a column', 'CREATE TABLE a (x)', 'CREATE TABLE a (x, y)'],
    ['a semicolon between statements', 'SELECT 1; SELECT 2', 'SELECT 1 SELECT 2'],
  ]
  test.each(different)('differ by %s', (_, one, other) => {
    expect(statementsOf(one)).not.toBe(statementsOf(other))
  })

  test.each(steps)('of %s have no comments, and stay as they are a second time', (_, text) => {
    expect(statementsOf(statementsOf(text))).toBe(statementsOf(text))
    expect(statementsOf(text)).not.toMatch(/--|\/\*|\s{2}/)
  })

  test('make the tables that the text makes', () => {
    const isFirst = ([, text]: [string, string]) => !/^(?:ALTER|DROP)|FTS5|messages_words/im.test(text)
    const alone = steps.filter(isFirst).filter(([, text]) => makesTables(text))
    expect(alone.length).toBeGreaterThan(60)
    for (const [name, text] of alone) expect(schemaAfter(statementsOf(text)), name).toEqual(schemaAfter(text))
  })

  test('are read in linear time, and a second time they stay the same', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '`',
      '[',
      ']',
      '-',
      '/',
      '*',
      ';',
      'x',
      ' ',
      '\n',
      '--',
      '/*',
      '*/',
      "''",
      '\r',
    )
    const text = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (sql) => statementsOf(statementsOf(sql)) === statementsOf(sql)),
      { numRuns: 20_000 },
    )
    const began = performance.now()
    for (const hostile of ["'", '"', '`', '[', '/*', '/**', '--', "''", ' ']) statementsOf(hostile.repeat(100_000))
    expect(performance.now() - began).toBeLessThan(500)
  })
})

function makesTables(text: string): boolean {
  try {
    schemaAfter(text)
    return true
  } catch {
    return false
  }
}
