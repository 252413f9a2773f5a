import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { KEPT, WITHHELD, type Duties } from '../../src/domain/data/realm-tables/declaration'
import { messageColumns, messageIndex } from '../../src/domain/data/realm-tables/messages'
import { copiedTables, personalTables } from '../../src/domain/data/realm-tables/tables'
import { withheldTables } from '../../src/domain/data/realm-tables/withheld'
import { keysOf } from '../../src/api/table'
import { emptyRealm } from '../support/realm'
import { selectRows } from '../support/tables'

const COLUMNS = `
  SELECT t.name AS "table", c.name AS "column", c.pk, c.type FROM sqlite_master AS t, pragma_table_info(t.name) AS c
  WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
  ORDER BY t.name, c.cid`

type Column = { table: string; column: string; pk: number; type: string }

async function columnsOfRealm(): Promise<Map<string, Column[]>> {
  const { realm } = await emptyRealm()
  const columns = (await selectRows(realm, COLUMNS)) as Column[]
  return Map.groupBy(columns, ({ table }) => table)
}

describe('the columns of a copy', () => {
  test('each column of each table of the realm is copied, or is withheld for a reason', async () => {
    const stored = await columnsOfRealm()
    const declared = new Map<string, string[]>([
      ...keysOf(copiedTables).map((name) => {
        const { columns, withheld } = copiedTables[name]
        return [name, [...columns, ...Object.keys(withheld)].toSorted()] as const
      }),
      ['message_index', messageIndex.columns.toSorted()] as const,
    ] as [string, string[]][])
    for (const [table, columns] of stored) {
      if (table in withheldTables) continue
      expect(declared.get(table), `Declare ${table} in src/domain/data/realm-tables`).toEqual(
        columns.map(({ column }) => column).toSorted(),
      )
    }
    const named = [...declared.keys(), ...Object.keys(withheldTables)]
    expect(
      named.filter((table) => !stored.has(table)),
      'tables that do not exist',
    ).toEqual([])
    expect(named.length, 'no table is declared twice').toBe(new Set(named).size)
  })

  test('the key of a table is its primary key, and its sets of ids are its binary columns', async () => {
    const stored = await columnsOfRealm()
    for (const name of keysOf(copiedTables)) {
      const { key, sets, columns, filled, withheld } = copiedTables[name]
      const found = stored.get(name)!
      const primary = found.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
      expect(key, name).toEqual(primary.map(({ column }) => column))
      const binary = found.filter(({ type, column }) => type === 'BLOB' && columns.includes(column))
      expect(sets, name).toEqual(binary.map(({ column }) => column))
      expect(Object.keys(filled).filter((column) => !(column in withheld))).toEqual([])
    }
  })

  test('each column of messages and of their earlier versions in D1 is in the lists of a copy', async () => {
    const { results } = await env.DB.prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master AS t, pragma_table_info(t.name) AS c
       WHERE t.name IN ('messages', 'old_versions') ORDER BY c.cid`,
    ).all<{ table: 'messages' | 'old_versions'; column: string }>()
    // The realm is the one of the copy. The realm gives versions, and deletes the rows of deleted messages.
    const inRealm = new Set(['realm_id', 'version', 'is_deleted'])
    const inD1 = results.filter(({ column }) => !inRealm.has(column))
    for (const table of ['messages', 'old_versions'] as const)
      expect(inD1.filter((column) => column.table === table).map(({ column }) => column)).toEqual(messageColumns[table])
  })

  test('no copied column has the name of a credential', () => {
    const names = keysOf(copiedTables).flatMap((name) =>
      copiedTables[name].columns.map((column) => `${name}.${column}`),
    )
    const suspicious = names.filter((name) => /hash|secret|token|seed|password|credential|nonce|otp/.test(name))
    // The operator who moves a realm proves with the secret that the UUID belongs to it. The hash of an address is how Gravatar knows pictures.
    // The entries of both logs are chained by hashes of themselves.
    expect(suspicious).toEqual([
      'realm_uuid.owner_secret',
      'discovery_log.previous_hash',
      'discovery_log.personal_hash',
      'discovery_log.entry_hash',
      'audit_log.previous_hash',
      'audit_log.personal_hash',
      'audit_log.entry_hash',
      'users.avatar_hash',
    ])
  })

  test('each reason to withhold a column is used', () => {
    const used = new Set([
      ...Object.values(withheldTables).map(({ reason }) => reason),
      ...keysOf(copiedTables).flatMap((name) => Object.values(copiedTables[name].withheld)),
    ])
    expect([...used].toSorted()).toEqual(Object.keys(WITHHELD).toSorted())
  })
})

describe('the erasure of an account', () => {
  const duties = [...Object.values(copiedTables), ...Object.values(withheldTables), messageIndex].map(
    (table): Duties => table.duties,
  )

  test('deletes rows by a column that the table has', async () => {
    const stored = await columnsOfRealm()
    for (const [table, column] of personalTables)
      expect(
        stored.get(table)?.map((each) => each.column),
        table,
      ).toContain(column)
  })

  test('leaves rows for reasons, each of which is used', () => {
    const used = new Set(duties.flatMap(({ kept }) => kept ?? []))
    expect([...used].toSorted()).toEqual(Object.keys(KEPT).toSorted())
  })
})
