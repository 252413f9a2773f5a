import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NOT_LOGGED_IN } from '../support/answers'
import { evict } from '../support/faults'
import { formOf, succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { executeSql } from '../support/tables'

const WEB_PUBLIC = ['channels', 'web-public']

const writeSetting = (realm: TestRealm, name: string, value: string) =>
  executeSql(realm, 'INSERT OR REPLACE INTO realm_settings (name, value) VALUES (?, ?)', name, value)

const request = async (realm: TestRealm, path: string, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  (await realm.request(`${path}?${formOf(fields).toString()}`)).json()

const fetchMessages = (realm: TestRealm, narrow: FieldValue, more: Record<string, FieldValue> = {}) =>
  request(realm, '/messages', { narrow, anchor: 'oldest', num_after: 100, ...more })

const idsOf = (response: Json) => succeeded(response).messages.map(({ id }: Json) => id)

/** A web-public channel with two messages, and messages elsewhere. */
async function realmWithHarbour() {
  const cast = await freshRealm()
  const { realm, ada, dov, general, vault } = cast
  await writeSetting(realm, 'enable_spectator_access', 'true')
  const harbour = await newChannel(ada, 'harbour', [ada, dov], { is_web_public: true })
  const ids = {
    general: (await dov.sends(general, 'x', 'pizza')).id,
    vault: (await ada.sends(vault, 'x', 'pizza')).id,
    direct: (await ada.sendsDirectly([dov], 'pizza')).id,
    boats: (await dov.sends(harbour, 'boats', 'A **pizza** on a boat')).id,
    ships: (await ada.sends(harbour, 'ships', 'No pasta https://example.com')).id,
  }
  return { ...cast, harbour, ids }
}

describe('spectators', () => {
  test('read the messages of web-public channels, without email addresses', async () => {
    const { realm, dov, harbour, ids } = await realmWithHarbour()
    const response = await fetchMessages(realm, [WEB_PUBLIC])
    expect(idsOf(response)).toEqual([ids.boats, ids.ships])
    expect(response.messages[0]).toMatchObject({
      stream_id: harbour.stream_id,
      display_recipient: 'harbour',
      sender_id: dov.id,
      sender_full_name: 'Dov',
      sender_email: `user${dov.id}@${realm.name}.parley.test`,
      avatar_url: expect.stringContaining('gravatar.com/avatar/'),
      flags: ['read'],
    })
    expect(JSON.stringify(response)).not.toContain(dov.email)
    expect(succeeded(await request(realm, `/messages/${ids.boats}`)).message).toMatchObject({
      id: ids.boats,
      flags: ['read'],
    })
  })

  test('see the topics of web-public channels only', async () => {
    const { realm, general, vault, harbour, ids } = await realmWithHarbour()
    const topicsOf = ({ stream_id }: { stream_id: number }) => request(realm, `/users/me/${stream_id}/topics`)
    expect(succeeded(await topicsOf(harbour)).topics).toEqual([
      { name: 'ships', max_id: ids.ships },
      { name: 'boats', max_id: ids.boats },
    ])
    for (const channel of [general, vault, { stream_id: 987 }])
      expect(await topicsOf(channel)).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid channel ID' })
    await writeSetting(realm, 'enable_spectator_access', 'false')
    expect(await topicsOf(harbour)).toEqual(NOT_LOGGED_IN)
  })

  test('can add terms to their narrow, and search', async () => {
    const { realm, ada, dov, general, harbour, ids } = await realmWithHarbour()
    const CASES: [FieldValue[], number[]][] = [
      [[['channel', harbour.stream_id]], [ids.boats, ids.ships]],
      [
        [
          ['channel', 'harbour'],
          ['topic', 'boats'],
        ],
        [ids.boats],
      ],
      [[['sender', ada.id]], [ids.ships]],
      [[['has', 'link']], [ids.ships]],
      [[['id', ids.ships]], [ids.ships]],
      [[['with', ids.boats]], [ids.boats]],
      [[['near', ids.boats]], [ids.boats, ids.ships]],
      [[['search', 'pizzas']], [ids.boats]],
      [[['search', 'ship']], [ids.ships]],
      [[{ operator: 'search', operand: 'pizza', negated: true }], [ids.ships]],
    ]
    for (const [more, expected] of CASES)
      expect(idsOf(await fetchMessages(realm, [WEB_PUBLIC, ...more])), JSON.stringify(more)).toEqual(expected)
    expect(
      idsOf(
        await fetchMessages(realm, [WEB_PUBLIC], {
          message_ids: Object.values(ids),
          anchor: undefined,
          num_after: undefined,
        }),
      ),
    ).toEqual([ids.boats, ids.ships])
    expect(await fetchMessages(realm, [WEB_PUBLIC], { anchor: 'first_unread' })).toMatchObject({
      anchor: 10_000_000_000_000_000,
    })
    for (const [operator, operand] of [
      ['channel', general.stream_id],
      ['channel', 'vault'],
      ['sender', dov.email],
      ['sender', 987],
    ])
      expect(await fetchMessages(realm, [WEB_PUBLIC, [operator, operand]]), String(operand)).toMatchObject({
        code: 'BAD_NARROW',
      })
  })

  test('must name channels:web-public, and cannot use operators that need an account', async () => {
    const { realm, dov, harbour, ids } = await realmWithHarbour()
    const NARROWS: FieldValue[] = [
      [],
      'null',
      [['channel', harbour.stream_id]],
      [['channels', 'public']],
      [{ operator: 'channels', operand: 'web-public', negated: true }],
      [WEB_PUBLIC, ['is', 'unread']],
      [WEB_PUBLIC, ['is', 'resolved']],
      [WEB_PUBLIC, ['in', 'home']],
      [WEB_PUBLIC, ['mentions', dov.id]],
      [['dm', dov.id]],
    ]
    for (const narrow of NARROWS)
      expect(await fetchMessages(realm, narrow), JSON.stringify(narrow)).toEqual(NOT_LOGGED_IN)
    for (const id of [ids.general, ids.vault, ids.direct, 987_654])
      expect(await request(realm, `/messages/${id}`)).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' })
    for (const id of [ids.boats, ids.ships]) {
      const response = await realm.request(`/messages/${id}/reactions`, {
        method: 'POST',
        body: formOf({ emoji_name: 'tada' }),
      })
      expect(response.status).toBe(401)
    }
    expect(
      await request(realm, '/messages/matches_narrow', { msg_ids: [ids.boats], narrow: [WEB_PUBLIC] }),
    ).toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  test('read nothing if the deployment forbids it, or the organization is deactivated', async () => {
    const { realm, ada, ids } = await realmWithHarbour()
    const before = { ...env }
    Object.assign(env, { WEB_PUBLIC_STREAMS_ENABLED: 'false' })
    onTestFinished(() => void Object.assign(env, before))
    await evict(realm)
    expect(await fetchMessages(realm, [WEB_PUBLIC])).toEqual(NOT_LOGGED_IN)
    Object.assign(env, before)
    await evict(realm)
    expect(idsOf(await fetchMessages(realm, [WEB_PUBLIC]))).toEqual([ids.boats, ids.ships])
    succeeded(await ada.post('/realm/deactivate'))
    expect(await fetchMessages(realm, [WEB_PUBLIC])).toEqual(NOT_LOGGED_IN)
  })

  test('read nothing if the organization forbids it, or the channel is archived or no longer web-public', async () => {
    const { realm, ada, harbour, ids } = await realmWithHarbour()
    succeeded(await ada.patch(`/streams/${harbour.stream_id}`, { is_web_public: false }))
    expect(idsOf(await fetchMessages(realm, [WEB_PUBLIC]))).toEqual([])
    expect(await request(realm, `/messages/${ids.boats}`)).toMatchObject({ msg: 'Invalid message(s)' })
    succeeded(await ada.patch(`/streams/${harbour.stream_id}`, { is_web_public: true }))
    expect(idsOf(await fetchMessages(realm, [WEB_PUBLIC]))).toEqual([ids.boats, ids.ships])
    succeeded(await ada.delete(`/streams/${harbour.stream_id}`))
    expect(idsOf(await fetchMessages(realm, [WEB_PUBLIC]))).toEqual([])
    expect(await request(realm, `/messages/${ids.boats}`)).toMatchObject({ msg: 'Invalid message(s)' })

    await writeSetting(realm, 'enable_spectator_access', 'false')
    expect(await fetchMessages(realm, [WEB_PUBLIC])).toEqual(NOT_LOGGED_IN)
    expect(await request(realm, `/messages/${ids.boats}`)).toEqual(NOT_LOGGED_IN)
    expect((await realm.request(`/messages/${ids.boats}`)).status).toBe(401)
  })
})
