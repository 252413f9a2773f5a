import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, refusal } from '../support/answers'
import { changesNothing, eventProperties, receivedBy } from '../support/received-events'
import { MODERATORS_GROUP } from '../support/system-groups'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { writesTo } from '../support/tables'

const NOT_ENABLED = refusal('Web-public channels are not enabled.')

const setting = (realm: TestRealm, name: string, value: unknown) =>
  writesTo(realm, 'INSERT INTO realm_settings (name, value) VALUES (?, ?)', name, JSON.stringify(value))
const letSpectatorsIn = (realm: TestRealm) => setting(realm, 'enable_spectator_access', true)

describe('web-public channels', () => {
  test('where the realm does not let spectators in there are none, and nobody is told that they may make one', async () => {
    const { ada, ben, general } = await freshRealm()
    await changesNothing([ada, ben], async () => {
      expect(await ada.patch(`/streams/${general.stream_id}`, { is_web_public: true })).toEqual(NOT_ENABLED)
      expect(await ada.post('/channels/create', { name: 'plaza', subscribers: [], is_web_public: true })).toEqual(
        NOT_ENABLED,
      )
    })
    const { state } = await ada.registers()
    expect(state).toMatchObject({ can_create_web_public_streams: false, server_web_public_streams_enabled: true })
  })

  test('a channel turns web-public: guests are told of it, but not who is in it, and read it', async () => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    await letSpectatorsIn(realm)
    const plaza = await newChannel(ada, 'plaza', [ada, dov])
    const { id } = await dov.sends(plaza, 'lunch', 'Pizza?')
    const { stream_id } = plaza
    expect(await ezra.get(`/messages/${id}`)).toMatchObject({ result: 'error' })
    const heard = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      succeeded(await ada.patch(`/streams/${stream_id}`, { is_web_public: true }))
    })
    for (const { plain, able } of heard.slice(0, 4)) {
      expect(plain).toEqual(able)
      expect(plain).toEqual([
        {
          type: 'stream',
          op: 'update',
          stream_id,
          name: 'plaza',
          property: 'invite_only',
          value: false,
          history_public_to_subscribers: true,
          is_web_public: true,
        },
      ])
    }
    const created = { type: 'stream', op: 'create', streams: [expect.objectContaining({ subscriber_count: 2 })] }
    expect(heard[4]).toEqual({ plain: [created], able: [created] })
    expect(succeeded(await ezra.get(`/messages/${id}`)).message.id).toBe(id)

    const left = await receivedBy([ada, dov, ezra], async () => {
      succeeded(await ada.patch(`/streams/${stream_id}`, { is_web_public: false }))
    })
    expect(left.map(({ plain }) => eventProperties(plain))).toEqual([
      ['stream/update/invite_only'],
      ['stream/update/invite_only'],
      ['stream/delete'],
    ])
    expect(await ezra.get(`/messages/${id}`)).toMatchObject({ result: 'error' })
  })

  test('one made web-public at once is known to guests at once', async () => {
    const { realm, ada, ezra } = await freshRealm()
    await letSpectatorsIn(realm)
    const heard = await receivedBy([ada, ezra], async () => {
      succeeded(await ada.post('/channels/create', { name: 'plaza', subscribers: [], is_web_public: true }))
    })
    for (const { plain } of heard) expect(eventProperties(plain)).toEqual(['stream/create'])
    expect(heard[1]!.able[0].streams[0]).toMatchObject({ is_web_public: true, history_public_to_subscribers: true })
  })

  test('a private channel turns web-public only if it turns public, and a web-public one private alike', async () => {
    const { realm, ada, ben, dov, vault } = await freshRealm()
    await letSpectatorsIn(realm)
    await changesNothing([ada, ben, dov], async () => {
      const invalid = refusal('Invalid parameters')
      expect(await ada.patch(`/streams/${vault.stream_id}`, { is_web_public: true })).toEqual(invalid)
    })
    const opened = await receivedBy([ada, dov], async () => {
      succeeded(await ada.patch(`/streams/${vault.stream_id}`, { is_web_public: true, is_private: false }))
    })
    expect(eventProperties(opened[1]!.plain)).toEqual(['stream/create', 'subscription/peer_add'])
    await changesNothing([ada, ben, dov], async () => {
      const invalid = refusal('Invalid parameters')
      expect(await ada.patch(`/streams/${vault.stream_id}`, { is_private: true })).toEqual(invalid)
    })
    const closed = await receivedBy([ada, dov], async () => {
      succeeded(await ada.patch(`/streams/${vault.stream_id}`, { is_web_public: false, is_private: true }))
    })
    expect(eventProperties(closed[1]!.plain)).toEqual(['stream/delete'])
  })

  test('only those make one whom the realm lets', async () => {
    const { realm, ada, ben, cleo, general } = await freshRealm()
    await letSpectatorsIn(realm)
    const plaza = { name: 'plaza', subscribers: [], is_web_public: true }
    await changesNothing([ada, ben], async () => {
      expect(await ben.patch(`/streams/${general.stream_id}`, { is_web_public: true })).toEqual(NO_PERMISSION)
      expect(await ben.post('/channels/create', plaza)).toEqual(NO_PERMISSION)
    })
    expect((await ben.registers()).state.can_create_web_public_streams).toBe(false)
    await setting(realm, 'can_create_web_public_channel_group', MODERATORS_GROUP)
    expect((await cleo.registers()).state.can_create_web_public_streams).toBe(true)
    succeeded(await cleo.post('/channels/create', plaza))
    succeeded(await ben.patch(`/streams/${general.stream_id}`, { is_web_public: true }))
  })

  test('guests outside it hear how many come and go, and not who', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const gil = await realm.newPerson('gil', { role: 600 })
    await letSpectatorsIn(realm)
    const heard = await receivedBy([ada, dov, ezra, gil], async () => {
      const wishes = { is_web_public: true, principals: [ada.id, gil.id] }
      await ada.subscribes({ name: 'plaza' }, wishes)
      await dov.subscribes({ name: 'plaza' })
      await ada.delete('/users/me/subscriptions', { subscriptions: ['plaza'] })
      await gil.delete('/users/me/subscriptions', { subscriptions: ['plaza'] })
    })
    const [, , ezras, gils] = heard
    expect(eventProperties(ezras!.plain)).toEqual(['stream/create', ...Array(4).fill('stream/update/subscriber_count')])
    expect(ezras!.able.slice(1).map(({ value }: Json) => value)).toEqual([2, 3, 2, 1])
    expect(eventProperties(gils!.able)).toEqual([
      'stream/create',
      'subscription/add',
      'subscription/peer_add',
      'subscription/peer_remove',
      'subscription/remove',
      'stream/update/subscriber_count',
    ])
  })
})
