import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { createsHold, letSearch, searches } from '../support/discovery'
import { downloadExport, exportPath, listExports } from '../support/exports'
import { fileOf, linkTo, uploadFile, visit } from '../support/files'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'
import { changesNothing } from '../support/received-events'
import { sha256Of } from '../../src/domain/data/exports/checksums'
import { hashOfMessage } from '../../src/domain/data/discovery/hash-rules'

const PATH = '/parley/discovery'
const DAY = 24 * 3600

const listed = async (person: Person): Promise<Json[]> => succeeded(await person.get(`${PATH}/exports`)).exports

async function isExported(realm: TestRealm, person: Person, search_id: number): Promise<Json> {
  const { id } = succeeded(await person.post(`${PATH}/searches/${search_id}/exports`))
  for (let runs = 0; runs < 20; runs++) {
    const found = (await listed(person)).find((each) => each.id === id)
    if (found?.pending === false) return found
    await doDueWork(realm)
  }
  throw new Error('The export stays pending')
}

async function realmWithEvidence(): Promise<Cast & { search_id: number }> {
  const cast = await freshRealm()
  const { realm, ada, cleo, dov, general } = cast
  await preventAlarms(realm)
  await letSearch(ada, ada)
  await createsHold(ada, { user_ids: [dov.id] })
  const file = await uploadFile(dov, fileOf('The plan', 'plan.txt'))
  const { id } = await dov.sends(general, 'lunch', `first ${linkTo(file)}`)
  succeeded(await dov.patch(`/messages/${id}`, { content: 'second' }))
  succeeded(await dov.delete(`/messages/${id}`))
  await cleo.sendsDirectly([dov], 'Where is the plan?')
  await doDueWork(realm)
  const narrow = [{ operator: 'sender', operand: dov.id }]
  return { ...cast, search_id: await searches(ada, narrow, { reason: 'Case 12' }) }
}

describe('POST /parley/discovery/searches/:search_id/exports', () => {
  test('the archive has the messages, their files, and the hashes of all of them', async () => {
    const { realm, ada, dov, search_id } = await realmWithEvidence()
    const { export_url } = await isExported(realm, ada, search_id)
    const { files } = await downloadExport(realm, { export_url })
    const json = (name: string): Json => JSON.parse(new TextDecoder().decode(files.get(name)))
    const { messages } = json('messages-000001.json')
    expect(messages).toMatchObject([
      {
        sender_id: dov.id,
        content: 'second',
        earlier_contents: [{ content: expect.stringMatching(/^first/) }],
        deleted_at: expect.any(Number),
        files: [{ name: 'plan.txt', size: 8 }],
      },
    ])
    const [{ sha256, ...message }] = messages
    expect(hashOfMessage(message)).toBe(sha256)
    expect(new TextDecoder().decode(files.get(messages[0].files[0].file))).toBe('The plan')
    const marker = json('export.json')
    expect(marker).toMatchObject({ format: 'parley-discovery', search_id, search: { reason: 'Case 12' } })
    const stated: Json[] = [...marker.files, ...json('files-000001.json').files]
    expect(new Set(stated.map(({ name }) => name))).toEqual(
      new Set([...files.keys()].filter((name) => name !== 'export.json')),
    )
    for (const { name, sha256 } of stated) expect(await sha256Of(files.get(name)!)).toBe(sha256)
    const { entries } = succeeded(await ada.get(`${PATH}/log`))
    expect(entries.slice(0, 2)).toMatchObject([
      {
        kind: 'export_made',
        actor_id: null,
        details: { messages: 1, sha256: await sha256Of(files.get('export.json')!) },
      },
      { kind: 'search_exported', actor_id: ada.id, details: { search_id, reason: 'Case 12' } },
    ])
  })

  test('administrators and other owners notice nothing of it', async () => {
    const { realm, ada, ben, search_id } = await realmWithEvidence()
    const olga = await realm.newPerson('olga', { role: 100 })
    const before = succeeded(await olga.get('/parley/audit_log')).entries.length
    await changesNothing([ben, olga], () => isExported(realm, ada, search_id))
    expect(await listExports(ben)).toEqual([])
    const [{ id }] = await listed(ada)
    expect(await ben.delete(`/export/realm/${id}`)).toMatchObject({ msg: 'Invalid data export ID' })
    expect(succeeded(await olga.get('/parley/audit_log')).entries).toHaveLength(before)
    expect(await olga.get(`${PATH}/exports`)).toMatchObject({ msg: 'Insufficient permission' })
    expect(await olga.post(`${PATH}/searches/${search_id}/exports`)).toMatchObject({ msg: 'Insufficient permission' })
    // Their own exports still have their limit.
    for (let n = 0; n < 5; n++) succeeded(await ben.post('/export/realm', {}))
  })

  test('another owner who may search gets neither the search nor the URL', async () => {
    const { realm, ada, search_id } = await realmWithEvidence()
    const olga = await realm.newPerson('olga', { role: 100 })
    await letSearch(ada, ada, olga)
    await isExported(realm, ada, search_id)
    expect(await olga.post(`${PATH}/searches/${search_id}/exports`)).toMatchObject({ result: 'error' })
    expect(await listed(olga)).toMatchObject([{ acting_user_id: ada.id, export_url: null }])
  })

  test('there are at most twenty', async () => {
    const { ada, search_id } = await realmWithEvidence()
    for (let n = 0; n < 20; n++) succeeded(await ada.post(`${PATH}/searches/${search_id}/exports`))
    expect(await ada.post(`${PATH}/searches/${search_id}/exports`)).toMatchObject({
      msg: 'There are at most 20 exports of searches. Delete one first.',
    })
  })
})

describe('GET /parley/discovery/exports', () => {
  test('a URL stops to work when its owner may no longer search, and after 30 days', async () => {
    const { realm, ada, ben, search_id } = await realmWithEvidence()
    const path = exportPath(await isExported(realm, ada, search_id))
    expect((await visit(realm, path)).status).toBe(200)
    await letSearch(ada, ben)
    expect((await visit(realm, path)).status).toBe(404)
    await letSearch(ada, ada)
    expect((await visit(realm, path)).status).toBe(200)
    await advanceClock(realm, 31 * DAY)
    await doDueWork(realm)
    expect((await visit(realm, path)).status).toBe(404)
    expect(await listed(ada)).toEqual([])
  })
})

describe('DELETE /parley/discovery/exports/:export_id', () => {
  test('an owner who may search deletes an export, and no other export that way', async () => {
    const { realm, ada, search_id } = await realmWithEvidence()
    const { id, export_url } = await isExported(realm, ada, search_id)
    const other = succeeded(await ada.post('/export/realm', {}))
    expect(await ada.delete(`${PATH}/exports/${other.id}`)).toMatchObject({ msg: 'Invalid data export ID' })
    succeeded(await ada.delete(`${PATH}/exports/${id}`))
    expect((await visit(realm, exportPath({ export_url }))).status).toBe(404)
    expect(succeeded(await ada.get(`${PATH}/log`)).entries[0]).toMatchObject({
      kind: 'export_removed',
      details: { export_id: id },
    })
  })
})
