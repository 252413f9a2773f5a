import { describe, expect, test } from 'vitest'
import { storedKeys, visit } from '../support/files'
import { doDueWork } from '../support/alarms'
import { advanceClock, stopClock } from '../support/clock'
import {
  createExport,
  listExports,
  exportPath,
  untilExportsFinish,
  realmWithoutAlarms,
  setConsent,
} from '../support/exports'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'

const DAY = 86_400

describe('POST /export/realm', () => {
  test('makes an export, and publishes its progress to administrators', async () => {
    const { realm, ada, ben, cleo, dov } = await realmWithoutAlarms()
    const now = Math.floor(Date.now() / 1000)
    await stopClock(realm, now)
    const received = await receivedBy([ada, ben, cleo, dov], async () => {
      expect(await ada.post('/export/realm')).toEqual({ ...SUCCESS, id: 1 })
      await untilExportsFinish(realm, ada)
    })
    const [requester, administrator, ...others] = received
    const fields = {
      id: 1,
      acting_user_id: ada.id,
      export_time: now,
      deleted_timestamp: null,
      failed_timestamp: null,
      export_type: 'public',
      export_from_prior_server: false,
    }
    const export_url = expect.stringMatching(
      new RegExp(`^${realm.url}/exports/1/[A-Za-z0-9]{43}/${realm.name}-export-1\\.tar$`),
    )
    const steps = [
      { type: 'realm_export', exports: [{ ...fields, pending: true, export_url: null }] },
      { type: 'realm_export', exports: [{ ...fields, pending: false, export_url }] },
    ]
    expect(administrator!.able).toEqual(steps)
    expect(requester!.able.slice(0, 2)).toEqual(steps)
    expect(requester!.able[2]).toMatchObject({
      type: 'message',
      message: { sender_full_name: 'Notification Bot', content: expect.stringContaining('is ready') },
    })
    expect(requester!.able).toHaveLength(3)
    for (const { plain, able } of others) expect([...plain, ...able]).toEqual([])
    expect(await listExports(ben)).toEqual(steps[1]!.exports)
  })

  test('is for administrators only, like all endpoints about exports', async () => {
    const { ada, ben, cleo, dov, ezra, fig, realm } = await realmWithoutAlarms()
    succeeded(await ben.post('/export/realm'))
    const requests: ((person: Person) => Promise<Json>)[] = [
      (person) => person.get('/export/realm'),
      (person) => person.post('/export/realm'),
      (person) => person.get('/export/realm/consents'),
      (person) => person.delete('/export/realm/1'),
    ]
    await changesNothing([ada, dov], async () => {
      for (const request of requests) {
        for (const person of [cleo, dov, ezra, fig])
          expect(await request(person)).toEqual(
            refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
          )
      }
      expect((await realm.request('/export/realm', { method: 'POST' })).status).toBe(401)
    })
    expect(await listExports(ada)).toHaveLength(1)
  })

  test.for(['0', '3', '-1', '1.5', 'full', 'full_without_consent', '', 'null', 'true', '[1]'])(
    'refuses the type %s, and changes nothing',
    async (export_type) => {
      const { ada } = await realmWithoutAlarms()
      await changesNothing([ada], async () =>
        expect(await ada.post('/export/realm', { export_type })).toMatchObject({
          result: 'error',
          code: 'BAD_REQUEST',
        }),
      )
      expect(await listExports(ada)).toEqual([])
    },
  )

  test('the type of an export has a name; requests may also have the older number', async () => {
    const { ada } = await realmWithoutAlarms()
    for (const export_type of ['public', 'full_with_consent', 1, 2])
      succeeded(await ada.post('/export/realm', { export_type }))
    const types = ['public', 'full_with_consent', 'public', 'full_with_consent']
    expect((await listExports(ada)).map(({ export_type }: Json) => export_type)).toEqual(types)
    const older = await ada.request('/export/realm', { headers: { 'user-agent': 'SvcMobile/27.0' } })
    const { exports }: Json = await older.json()
    expect(exports.map(({ export_type }: Json) => export_type)).toEqual([1, 2, 1, 2])
    expect((await ada.registers()).state.realm_owner_full_content_access).toBe(false)
    expect(await ada.post('/export/realm', { export_type: 'full_without_consent' })).toEqual(
      refusal('Full exports without consent are only available if owners have full content access.'),
    )
  })

  test('an organization can request five exports in a week; deleted ones count', async () => {
    const { realm, ada, ben } = await realmWithoutAlarms()
    await createExport(realm, ada)
    succeeded(await ada.delete('/export/realm/1'))
    for (const person of [ada, ben, ada]) succeeded(await person.post('/export/realm'))
    await advanceClock(realm, DAY)
    succeeded(await ben.post('/export/realm'))
    await changesNothing([ada], async () =>
      expect(await ada.post('/export/realm')).toEqual(refusal('Exceeded rate limit.')),
    )
    await advanceClock(realm, 6 * DAY)
    for (const id of [6, 7, 8, 9]) expect(succeeded(await ada.post('/export/realm')).id).toBe(id)
    expect(await ada.post('/export/realm')).toEqual(refusal('Exceeded rate limit.'))
  })
})

describe('DELETE /export/realm/:export_id', () => {
  test('deletes an export, its URL and its files in R2, and publishes this to administrators', async () => {
    const { realm, ada, ben, dov } = await realmWithoutAlarms()
    const dataExport = await createExport(realm, ada)
    expect(await storedKeys(realm)).not.toEqual([])
    const now = 1_900_000_000
    await stopClock(realm, now)
    const [administrator, member] = await receivedBy([ada, dov], async () =>
      expect(await ben.delete('/export/realm/1')).toEqual(SUCCESS),
    )
    const deleted = { ...dataExport, deleted_timestamp: now, export_url: null }
    expect(administrator!.able).toEqual([{ type: 'realm_export', exports: [deleted] }])
    expect(member!.able).toEqual([])
    expect(await listExports(ben)).toEqual([deleted])
    expect((await visit(realm, exportPath(dataExport))).status).toBe(404)
    await doDueWork(realm)
    expect(await storedKeys(realm)).toEqual([])
  })

  test('refuses exports that are pending, deleted or unknown, and changes nothing', async () => {
    const { realm, ada } = await realmWithoutAlarms()
    await createExport(realm, ada)
    succeeded(await ada.delete('/export/realm/1'))
    succeeded(await ada.post('/export/realm'))
    await changesNothing([ada], async () => {
      expect(await ada.delete('/export/realm/1')).toEqual(refusal('Export already deleted'))
      expect(await ada.delete('/export/realm/2')).toEqual(refusal('Export still in progress'))
      for (const id of [0, 3, 9_007_199_254_740_991])
        expect(await ada.delete(`/export/realm/${id}`)).toEqual(refusal('Invalid data export ID'))
      for (const id of ['x', '-1', '1.5', '1e400'])
        expect(await ada.delete(`/export/realm/${id}`)).toMatchObject({ result: 'error' })
    })
  })
})

describe('GET /export/realm/consents', () => {
  test('lists the consent of each active user, and publishes changes to administrators', async () => {
    const { ada, ben, cleo, dov, ezra, realm } = await realmWithoutAlarms()
    const gwen = await realm.newPerson('gwen')
    succeeded(await ada.delete(`/users/${gwen.id}`))
    succeeded(await cleo.patch('/settings', { email_address_visibility: 3 }))
    const getConsents = async () => succeeded(await ben.get('/export/realm/consents')).export_consents
    const noConsents = [ada, ben, cleo, dov, ezra].map(({ id }) => ({
      user_id: id,
      consented: false,
      email_address_visibility: id === cleo.id ? 3 : 1,
    }))
    expect(await getConsents()).toEqual(noConsents)

    const [administrator, member, moderator] = await receivedBy([ada, dov, cleo], () => setConsent(dov))

    const consentEvent = { type: 'realm_export_consent', user_id: dov.id, consented: true }
    expect(administrator!.able).toEqual([consentEvent])
    expect(member!.able).toMatchObject([{ type: 'user_settings', property: 'allow_private_data_export', value: true }])
    expect(moderator!.able).toEqual([])
    expect(await getConsents()).toEqual(
      noConsents.map((consent) => (consent.user_id === dov.id ? { ...consent, consented: true } : consent)),
    )
    await changesNothing([ada], () => setConsent(dov))
    const [again] = await receivedBy([ada], () => setConsent(dov, false))
    expect(again!.able).toEqual([{ ...consentEvent, consented: false }])
    expect(await getConsents()).toEqual(noConsents)
  })

  test('a reactivated user has their earlier consent, and administrators receive it', async () => {
    const { ada, ben, dov, ezra } = await realmWithoutAlarms()
    await setConsent(dov)
    for (const { id } of [dov, ezra]) succeeded(await ada.delete(`/users/${id}`))
    const queue = await ben.registers({ event_types: ['realm_export_consent'] })
    const { export_consents } = succeeded(await ben.get('/export/realm/consents'))
    expect(export_consents.map(({ user_id }: Json) => user_id)).not.toContain(dov.id)
    for (const { id } of [dov, ezra, dov]) succeeded(await ada.post(`/users/${id}/reactivate`))
    expect(await queue.next()).toMatchObject({ user_id: dov.id, consented: true })
    expect(succeeded(await ben.get('/export/realm/consents')).export_consents).toContainEqual({
      user_id: dov.id,
      consented: true,
      email_address_visibility: 1,
    })
  })
})
