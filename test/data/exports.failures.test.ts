import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { breakR2, storedKeys } from '../support/files'
import { preventAlarms, doDueWork } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { breakD1, unavailable } from '../support/d1-faults'
import { evict, captureConsole, RESTARTS } from '../support/faults'
import { selectRows } from '../support/tables'
import {
  downloadExport,
  createExport,
  listExports,
  untilExportsFinish,
  watchExportPuts,
  realmWithoutAlarms,
} from '../support/exports'
import { refusal, SUCCESS } from '../support/answers'
import { succeeded, type Json } from '../support/person'

const DAY = 86_400

const contentsOf = (messages: Json[]): string[] => messages.map(({ content }) => content)

describe('failures while an export is made', () => {
  for (const { how, restart } of RESTARTS)
    test(`continues where it was after the object ${how}`, async () => {
      const { realm, ada, dov, general } = await realmWithoutAlarms()
      await dov.sends(general, 'lunch', 'Pizza?')
      succeeded(await ada.post('/export/realm'))
      const names = await watchExportPuts(realm)
      await doDueWork(realm)
      expect(names.length).toBeGreaterThan(0)
      expect((await listExports(ada))[0].pending).toBe(true)
      await restart(realm)
      await preventAlarms(realm)
      await untilExportsFinish(realm, ada)
      expect(new Set(names).size).toBe(names.length)
      const files = await downloadExport(realm, (await listExports(ada))[0])
      expect(contentsOf(files.all('messages'))).toEqual(['Pizza?'])
    })
  test('repeats only the batch in which the object crashed', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post('/export/realm'))
    captureConsole('error')
    // It crashes after every third file that R2 stored.
    const names = await watchExportPuts(realm, (putCount) => putCount % 3 === 0)
    for (let days = 0; days < 40 && (await listExports(ada))[0].pending; days++) {
      await doDueWork(realm).catch(() => undefined)
      await preventAlarms(realm)
      await advanceClock(realm, 200 * days)
    }
    const [dataExport] = await listExports(ada)
    expect(dataExport).toMatchObject({ pending: false, failed_timestamp: null })
    const puts = Map.groupBy(names, (name) => name)
    expect([...puts.values()].some((putsOfName) => putsOfName.length > 1)).toBe(true)
    const files = await downloadExport(realm, dataExport)
    expect(files.names).toHaveLength(6)
    expect(contentsOf(files.all('messages'))).toEqual(['Pizza?'])
    // A file that was stored twice exists once, and the alarm deletes no file of the export.
    await advanceClock(realm, DAY)
    await doDueWork(realm)
    expect(await storedKeys(realm)).toHaveLength(6)
    expect((await downloadExport(realm, dataExport)).names).toEqual(files.names)
  })

  test('waits while D1 is unavailable', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    await dov.sends(general, 'lunch', 'Pizza?')
    await advanceClock(realm, 5)
    await doDueWork(realm)
    await evict(realm)
    await preventAlarms(realm)
    succeeded(await ada.post('/export/realm'))
    const logged = captureConsole('error')
    const { mend } = breakD1(realm, unavailable)
    for (let runs = 0; runs < 4; runs++) await doDueWork(realm)
    expect((await listExports(ada))[0]).toMatchObject({ pending: true })
    expect(logged.some((line) => line.includes('make_exports'))).toBe(true)
    mend()
    await advanceClock(realm, 60)
    await untilExportsFinish(realm, ada)
    const files = await downloadExport(realm, (await listExports(ada))[0])
    expect(contentsOf(files.all('messages'))).toEqual(['Pizza?'])
  })

  test('sends no message in a deactivated organization, and is ready after the reactivation', async () => {
    const { realm, ada } = await realmWithoutAlarms()
    succeeded(await ada.post('/export/realm'))
    succeeded(await ada.post('/realm/deactivate'))
    const messages = await selectRows(realm, 'SELECT id FROM message_index')
    for (let runs = 0; runs < 10; runs++) await doDueWork(realm)
    expect(await selectRows(realm, 'SELECT id FROM message_index')).toEqual(messages)
    const authorization = `Bearer ${env.DEPLOYMENT_SECRET}`
    expect(await realm.post('/realm/reactivate', {}, { headers: { authorization } })).toEqual(SUCCESS)
    expect(await listExports(ada)).toMatchObject([{ pending: false, export_url: expect.any(String) }])
  })

  test('fails after many attempts, publishes this to administrators, tells the requester and deletes the files', async () => {
    const { realm, ada, ben, dov, general } = await realmWithoutAlarms()
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post('/export/realm'))
    await doDueWork(realm)
    expect(await storedKeys(realm)).not.toEqual([])
    captureConsole('error')
    const mend = breakR2(realm, 'put')
    const [requester, administrator, member] = await Promise.all(
      [ada, ben, dov].map((person) => person.registers({ queue_lifespan_secs: 7 * DAY })),
    )
    for (let hours = 0; hours < 8; hours++) {
      await advanceClock(realm, 3601)
      await doDueWork(realm).catch(() => undefined)
      expect((await listExports(ada))[0].pending).toBe(hours < 7)
    }
    const failed = { pending: false, failed_timestamp: expect.any(Number), export_url: null }
    expect(await administrator!.events()).toMatchObject([{ type: 'realm_export', exports: [failed] }])
    expect(await requester!.events()).toMatchObject([{}, { message: { content: expect.stringContaining('failed') } }])
    expect(await member!.events()).toEqual([])
    mend()
    await advanceClock(realm, DAY)
    await doDueWork(realm)
    expect(await storedKeys(realm)).toEqual([])
    expect(await ada.delete('/export/realm/1')).toEqual(refusal('Export failed, nothing to delete'))
    // A later export succeeds.
    expect(await createExport(realm, ada)).toMatchObject({ id: 2, failed_timestamp: null })
  })
})
