import { expect, test } from 'vitest'
import { KEPT, keptTables, personalTables } from '../../src/domain/data/account-erasure/personal-tables'
import { emptyRealm } from '../support/realm'
import { selectRows } from '../support/tables'

const TABLES = `
  SELECT name FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`

test('an erasure deletes the rows of a user in each table of the realm, or there is a reason why it does not', async () => {
  const { realm } = await emptyRealm()
  const stored = (await selectRows(realm, TABLES)).map(({ name }): string => name)
  const declared = [...Object.keys(personalTables), ...Object.keys(keptTables)]
  expect(declared.toSorted(), 'Declare the table in account-erasure/personal-tables.ts').toEqual(stored.toSorted())
})

test('each reason is used', () => {
  expect([...new Set(Object.values(keptTables))].toSorted()).toEqual(Object.keys(KEPT).toSorted())
})
