import { describe, expect, test } from 'vitest'
import { createExport, downloadExport, realmWithoutAlarms } from '../support/exports'
import type { Json, Person } from '../support/person'

describe('the audit log', () => {
  test('is in an export with private data that an owner requested, and in no other export', async () => {
    const { realm, ada, ben } = await realmWithoutAlarms()
    const exportOf = async (person: Person, export_type: number) =>
      downloadExport(realm, await createExport(realm, person, { export_type }))
    const files = await exportOf(ada, 2)
    expect(files.names).toContain('audit_log-000001.json')
    const log: Json[] = JSON.parse(files.text('audit_log-000001.json')!).audit_log
    expect(log.at(-1)).toMatchObject({ kind: 'export_requested', actor_id: ada.id, details: { export_type: 2 } })
    for (const { names } of [await exportOf(ada, 1), await exportOf(ben, 2)])
      expect(names.filter((name) => name.startsWith('audit_log'))).toEqual([])
  })
})
