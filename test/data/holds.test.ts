import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { doDueWork, doDueWorkAfter30Days, preventAlarms } from '../support/alarms'
import { Browser } from '../support/browser'
import { advanceClock } from '../support/clock'
import { createsHold, endsHold, finds, heldRows, letSearch } from '../support/discovery'
import { createExport, downloadExport, EXPORT } from '../support/exports'
import { captureConsole } from '../support/faults'
import { fileOf, linkTo, storedKeys, uploadFile } from '../support/files'
import { succeeded, type Json, type Person } from '../support/person'
import { realmWithHistory, restore } from '../support/point-in-time'
import { copyOf } from '../support/realm-copies'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'
import { receivedBy } from '../support/received-events'
import { storeSetting } from '../support/settings'

async function realmWithSearcher(): Promise<Cast> {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  await letSearch(cast.ada, cast.ada)
  return cast
}

/** Returns the texts of the realm in D1: those that are not empty. */
async function textsInD1(realm: TestRealm): Promise<string[]> {
  const statement = `SELECT content FROM messages WHERE realm_id = ?1 AND content <> ''
                     UNION ALL SELECT content FROM old_versions WHERE realm_id = ?1 AND content <> ''`
  const { results } = await env.DB.prepare(statement).bind(realm.name).all<{ content: string }>()
  return results.map(({ content }) => content)
}

const contents = (messages: Json[]): string[] => messages.map(({ content }) => content)

/** What a user and an administrator notice when the user writes, edits and deletes. */
async function noticed({ realm, ada, ben, dov, general }: Cast, hold: boolean) {
  if (hold) await createsHold(ada, { user_ids: [dov.id] })
  const sent = await dov.sends(general, 'lunch', 'I took the money')
  const direct = await dov.sendsDirectly([ben], 'Keep quiet')
  const answers: Json[] = []
  const events = await receivedBy([ben, dov], async () => {
    answers.push(await dov.patch(`/messages/${sent.id}`, { content: 'I took the bus' }))
    answers.push(await dov.delete(`/messages/${sent.id}`))
    answers.push(await dov.delete(`/messages/${direct.id}`))
    answers.push(await dov.delete(`/messages/${direct.id}`))
    answers.push(await dov.get(`/messages/${sent.id}`), await ben.get(`/messages/${sent.id}/history`))
    answers.push(await ben.get('/messages', { anchor: 'newest', num_before: 10 }))
    await doDueWork(realm)
    answers.push(await ben.get('/messages', { anchor: 'newest', num_before: 10, narrow: [['search', 'money']] }))
    answers.push(await dov.get('/messages', { anchor: 'newest', num_before: 10, narrow: [['search', 'quiet']] }))
    answers.push(await ben.get('/parley/replica/compare', {}))
  })
  return { answers, events }
}

/** Leaves out what two realms never have alike. */
const comparable = (value: unknown, { realm }: Cast): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(realm.name, 'REALM')
      .replaceAll(/"(?:edit_timestamp|timestamp|date_sent|last_edit_timestamp|queue_id)":[^,}]+/g, '"t":0'),
  )

describe('POST /parley/discovery/holds', () => {
  test('a user and an administrator notice no difference when a hold keeps what is deleted', async () => {
    const [withHold, without] = [await realmWithSearcher(), await realmWithSearcher()]
    const noticedWith = comparable(await noticed(withHold, true), withHold)
    expect(noticedWith).toEqual(comparable(await noticed(without, false), without))
    expect(contents(await finds(withHold.ada))).toEqual(['Keep quiet', 'I took the bus'])
    expect(contents(await finds(without.ada))).toEqual([])
  })

  test('a deleted message is found with its earlier texts, and D1 has none of them any more', async () => {
    const cast = await realmWithSearcher()
    const { realm, ada, dov, general } = cast
    const hold_id = await createsHold(ada, { user_ids: [dov.id] })
    const { id } = await dov.sends(general, 'lunch', 'first')
    await doDueWork(realm)
    succeeded(await dov.patch(`/messages/${id}`, { content: 'second' }))
    succeeded(await dov.delete(`/messages/${id}`))
    const expected = {
      id,
      sender_id: dov.id,
      stream_id: general.stream_id,
      topic: 'lunch',
      user_ids: null,
      content: 'second',
      earlier_contents: [{ content: 'first', user_id: dov.id, replaced_at: expect.any(Number) }],
      deleted_at: expect.any(Number),
    }
    // The texts are in the outbox or in D1 until the alarm takes them over.
    expect(await finds(ada)).toEqual([expect.objectContaining(expected)])
    await doDueWork(realm)
    expect(await finds(ada)).toEqual([expect.objectContaining(expected)])
    await doDueWork(realm)
    expect(await textsInD1(realm)).toEqual([])
    expect(await heldRows(realm)).toEqual([1, 1, 0])
    succeeded(await endsHold(ada, hold_id))
    await doDueWork(realm)
    expect(await heldRows(realm)).toEqual([0, 0, 0])
    expect(await finds(ada)).toEqual([])
  })

  test('a hold that ends before the texts are taken over leaves none in D1', async () => {
    const { realm, ada, dov, general } = await realmWithSearcher()
    const hold_id = await createsHold(ada)
    const { id } = await dov.sends(general, 'lunch', 'first')
    succeeded(await dov.patch(`/messages/${id}`, { content: 'second' }))
    await doDueWork(realm)
    expect(await textsInD1(realm)).toEqual(['second', 'first'])
    succeeded(await dov.delete(`/messages/${id}`))
    succeeded(await endsHold(ada, hold_id))
    await doDueWork(realm)
    await doDueWork(realm)
    expect(await heldRows(realm)).toEqual([0, 0, 0])
    expect(await textsInD1(realm)).toEqual([])
  })

  test('what two holds keep stays until both have ended', async () => {
    const { realm, ada, dov, cleo, general } = await realmWithSearcher()
    const ofDov = await createsHold(ada, { user_ids: [dov.id] })
    const ofGeneral = await createsHold(ada, { stream_ids: [general.stream_id] })
    for (const person of [dov, cleo]) {
      const { id } = await person.sends(general, 'lunch', `by ${person.email}`)
      succeeded(await person.delete(`/messages/${id}`))
    }
    await doDueWork(realm)
    expect(await finds(ada)).toHaveLength(2)
    succeeded(await endsHold(ada, ofGeneral))
    await doDueWork(realm)
    expect(contents(await finds(ada))).toEqual([`by ${dov.email}`])
    succeeded(await endsHold(ada, ofDov))
    await doDueWork(realm)
    expect(await finds(ada)).toEqual([])
  })

  test('a hold keeps the messages of its people, channels and time, and no others', async () => {
    const { realm, ada, ben, cleo, dov, general, vault } = await realmWithSearcher()
    await createsHold(ada, { user_ids: [dov.id] })
    await createsHold(ada, { stream_ids: [vault.stream_id] })
    const sent = [
      await dov.sends(general, 'lunch', 'by dov'),
      await cleo.sends(general, 'lunch', 'by cleo'),
      await ben.sends(vault, 'keys', 'in the vault'),
      await cleo.sendsDirectly([dov], 'to dov'),
      await cleo.sendsDirectly([ben], 'to ben'),
    ]
    const authors = [dov, cleo, ben, cleo, cleo]
    for (const [i, { id }] of sent.entries()) succeeded(await authors[i]!.delete(`/messages/${id}`))
    expect(contents(await finds(ada))).toEqual(['to dov', 'in the vault', 'by dov'])
    await doDueWork(realm)
    expect(contents(await finds(ada))).toEqual(['to dov', 'in the vault', 'by dov'])
  })

  test('a message that was moved out of a held channel before it was deleted is kept', async () => {
    const { ada, ben, general, vault } = await realmWithSearcher()
    await createsHold(ada, { stream_ids: [vault.stream_id] })
    const { id } = await ben.sends(vault, 'keys', 'Under the mat')
    succeeded(
      await ben.patch(`/messages/${id}`, { stream_id: general.stream_id, send_notification_to_new_thread: false }),
    )
    succeeded(await ben.delete(`/messages/${id}`))
    expect(await finds(ada, [{ operator: 'channel', operand: vault.stream_id }])).toMatchObject([
      { id, content: 'Under the mat', stream_id: general.stream_id },
    ])
  })

  test('what retention deletes is kept, and users see it deleted', async () => {
    const { realm, ada, dov, general } = await realmWithSearcher()
    await createsHold(ada)
    await dov.sends(general, 'lunch', 'old')
    await storeSetting(realm, 'message_retention_days', 1)
    await advanceClock(realm, 2 * 86_400)
    await doDueWork(realm)
    const { messages } = succeeded(await dov.get('/messages', { anchor: 'newest', num_before: 10 }))
    expect(contents(messages)).not.toContain('<p>old</p>')
    expect(await finds(ada)).toMatchObject([{ content: 'old', deleted_at: expect.any(Number) }])
  })

  test('what an administrator deletes with a whole topic is kept', async () => {
    const { ada, ben, dov, general } = await realmWithSearcher()
    await createsHold(ada)
    for (const text of ['one', 'two']) await dov.sends(general, 'lunch', text)
    succeeded(await ben.post(`/streams/${general.stream_id}/delete_topic`, { topic_name: 'lunch' }))
    expect(contents(await finds(ada))).toEqual(['two', 'one'])
  })

  describe('files', () => {
    const lose: [string, (cast: Cast, file: Json, id: number) => Promise<void>][] = [
      ['with its message', async ({ dov }, _, id) => void succeeded(await dov.delete(`/messages/${id}`))],
      [
        'by an edit',
        async ({ dov }, _, id) => void succeeded(await dov.patch(`/messages/${id}`, { content: 'No file' })),
      ],
      [
        'by its owner',
        async ({ dov }) => {
          const { attachments } = succeeded(await dov.get('/attachments'))
          succeeded(await dov.delete(`/attachments/${attachments[0].id}`))
        },
      ],
    ]
    test.each(lose)('a file that was deleted %s stays in R2 until the hold ends', async (_, act) => {
      const cast = await realmWithSearcher()
      const { realm, ada, dov, general } = cast
      const hold_id = await createsHold(ada, { user_ids: [dov.id] })
      const file = await uploadFile(dov, fileOf('Secret plans', 'plans.txt'))
      const { id } = await dov.sends(general, 'lunch', linkTo(file))
      await doDueWork(realm)
      await act(cast, file, id)
      for (let month = 0; month < 3; month++) await doDueWorkAfter30Days(realm)
      const uploads = async () => (await storedKeys(realm)).filter((key) => key.startsWith('uploads/'))
      expect(await uploads()).toHaveLength(1)
      expect(succeeded(await dov.get('/attachments')).attachments).toEqual([])
      expect(await finds(ada)).toMatchObject([{ id, files: [{ name: 'plans.txt', size: 12, owner_id: dov.id }] }])
      succeeded(await endsHold(ada, hold_id))
      await doDueWork(realm)
      for (let month = 0; month < 3; month++) await doDueWorkAfter30Days(realm)
      expect(await uploads()).toEqual([])
    })
  })

  test('without a hold, a deletion reads and writes no row of a hold', async () => {
    const { realm, dov, general } = await realmWithSearcher()
    const { id } = await dov.sends(general, 'lunch', 'first')
    succeeded(await dov.delete(`/messages/${id}`))
    await doDueWork(realm)
    expect(await heldRows(realm)).toEqual([0, 0, 0])
    expect(await textsInD1(realm)).toEqual([])
  })

  test('a realm with a hold stays closed, and is not erased', async () => {
    const warnings = captureConsole('warn')
    const { realm, ada, dov, general } = await realmWithSearcher()
    await createsHold(ada)
    await dov.sends(general, 'lunch', 'evidence')
    await doDueWork(realm)
    const browser = await new Browser(realm.url).logIn(ada)
    succeeded(await browser.post('/parley/erasure', { name: realm.name }))
    await doDueWorkAfter30Days(realm)
    expect(await ada.get('/users/me')).toMatchObject({ code: 'REALM_DEACTIVATED' })
    expect(await textsInD1(realm)).toEqual(['evidence'])
    expect(JSON.stringify(warnings)).toContain('erasure_waits_for_holds')
  })
})

const refused: [string, (cast: Cast) => Person][] = [
  ['an administrator', ({ ben }) => ben],
  ['a member', ({ dov }) => dov],
  ['a guest', ({ ezra }) => ezra],
  ['a bot', ({ fig }) => fig],
]

describe('GET /parley/discovery/holds', () => {
  test.each(refused)('%s gets nothing, even if the setting names them', async (_, who) => {
    const cast = await realmWithSearcher()
    await letSearch(cast.ada, cast.ada, who(cast))
    succeeded(await cast.ada.get('/parley/discovery/holds'))
    expect(await who(cast).get('/parley/discovery/holds')).toMatchObject({ result: 'error' })
  })

  test('no user may search everything before an owner says so', async () => {
    const { ada } = await freshRealm()
    expect(await ada.get('/parley/discovery/holds')).toMatchObject({ msg: 'Insufficient permission' })
    await letSearch(ada, ada)
    expect(succeeded(await ada.get('/parley/discovery/holds')).holds).toEqual([])
  })

  test('an owner whom the setting does not name sees no hold, and no entry about it', async () => {
    const { realm, ada } = await realmWithSearcher()
    const other = await realm.newPerson('olga', { role: 100 })
    await createsHold(ada)
    for (const path of ['/parley/discovery/holds', '/parley/discovery/log'])
      expect(await other.get(path)).toMatchObject({ msg: 'Insufficient permission' })
    const { entries } = succeeded(await other.get('/parley/audit_log'))
    expect(JSON.stringify(entries)).not.toContain('hold_')
    // But all owners see who may search everything.
    expect(entries[0].details.name ?? entries[1].details.name).toBe('parley_can_search_everything_group')
  })
})

describe('what a hold keeps', () => {
  test('is there after a restore of a moment at which the texts were still in D1', async () => {
    const { realm, ada, dov, general, history, pass } = await realmWithHistory()
    await letSearch(ada, ada)
    const hold_id = await createsHold(ada)
    const { id } = await dov.sends(general, 'lunch', 'first')
    succeeded(await dov.patch(`/messages/${id}`, { content: 'second' }))
    await doDueWork(realm)
    succeeded(await dov.delete(`/messages/${id}`))
    const moment = await history.remember()
    pass(660)
    await doDueWork(realm)
    succeeded(await endsHold(ada, hold_id))
    await doDueWork(realm)
    await doDueWork(realm)
    expect(await textsInD1(realm)).toEqual([])
    expect(await heldRows(realm)).toEqual([0, 0, 0])

    await restore(history, { moment })
    await doDueWork(realm)
    expect(await finds(ada)).toMatchObject([{ id, content: 'second', earlier_contents: [{ content: 'first' }] }])
    expect(succeeded(await ada.get('/parley/discovery/holds')).holds).toMatchObject([{ hold_id }])
  })

  test('stays as it was written when an account is erased, and the log says so', async () => {
    const { realm, ada, ben, general } = await realmWithSearcher()
    const gus = await realm.newPerson('gus')
    await gus.subscribes(general)
    await createsHold(ada, { user_ids: [gus.id, ben.id] })
    await gus.sends(general, 'lunch', 'I did it')
    await ben.sends(general, 'lunch', `It was @**Gus|${gus.id}**`)
    await doDueWork(realm)
    const browser = await new Browser(realm.url).logIn(gus)
    succeeded(await browser.post('/parley/users/me/erasure', { email: gus.email, deletes_messages: true }))
    for (let runs = 0; runs < 4; runs++) await doDueWork(realm)
    expect(await finds(ada)).toMatchObject([
      {
        content: `It was @**Deleted user ${gus.id}|${gus.id}**`,
        earlier_contents: [{ content: `It was @**Gus|${gus.id}**`, user_id: null }],
      },
      { content: 'I did it', sender_id: gus.id, deleted_at: expect.any(Number) },
    ])
    const { entries } = succeeded(await ada.get('/parley/discovery/log'))
    expect(entries.find(({ kind }: Json) => kind === 'held_person_erased')).toMatchObject({ user_id: gus.id })
  })

  test('is in a copy of the realm, and in no export for administrators', async () => {
    const { realm, ada, ben, dov, general } = await realmWithSearcher()
    await createsHold(ada)
    const { id } = await dov.sends(general, 'lunch', 'quokkasecret')
    succeeded(await dov.delete(`/messages/${id}`))
    for (let runs = 0; runs < 2; runs++) await doDueWork(realm)
    expect(JSON.stringify(await copyOf(realm))).toContain('quokkasecret')
    const { files } = await downloadExport(
      realm,
      await createExport(realm, ben, { export_type: EXPORT.fullWithConsent }),
    )
    for (const bytes of files.values()) expect(new TextDecoder().decode(bytes)).not.toContain('quokkasecret')
  })
})
