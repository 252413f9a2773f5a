import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, refusal } from '../support/answers'
import { changesNothing, eventProperties, receivedBy } from '../support/received-events'
import { MODERATORS_GROUP } from '../support/system-groups'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { executeSql } from '../support/tables'

const WEB_PUBLIC_DISABLED = refusal('Web-public channels are not enabled.')

const storeSetting = (realm: TestRealm, name: string, value: unknown) =>
  executeSql(realm, 'INSERT INTO realm_settings (name, value) VALUES (?, ?)', name, JSON.stringify(value))
const allowSpectators = (realm: TestRealm) => storeSetting(realm, 'enable_spectator_access', true)

describe('web-public channels', () => {
  test('web-public channels are refused in a realm without spectator access', async () => {
    const { ada, ben, general } = await freshRealm()
    await changesNothing([ada, ben], async () => {
      expect(await ada.patch(`/streams/${general.stream_id}`, { is_web_public: true })).toEqual(WEB_PUBLIC_DISABLED)
      expect(await ada.post('/channels/create', { name: 'plaza', subscribers: [], is_web_public: true })).toEqual(
        WEB_PUBLIC_DISABLED,
      )
    })
    const { state } = await ada.registers()
    expect(state).toMatchObject({ can_create_web_public_streams: false, server_web_public_streams_enabled: true })
  })

  test('a channel becomes web-public: guests receive the channel and its messages, but not its subscribers', async () => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    await allowSpectators(realm)
    const plaza = await newChannel(ada, 'plaza', [ada, dov])
    const { id } = await dov.sends(plaza, 'lunch', 'Pizza?')
    const { stream_id } = plaza
    expect(await ezra.get(`/messages/${id}`)).toMatchObject({ result: 'error' })
    const received = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      succeeded(await ada.patch(`/streams/${stream_id}`, { is_web_public: true }))
    })
    for (const { plain, able } of received.slice(0, 4)) {
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
    expect(received[4]).toEqual({ plain: [created], able: [created] })
    expect(succeeded(await ezra.get(`/messages/${id}`)).message.id).toBe(id)

    const receivedLater = await receivedBy([ada, dov, ezra], async () => {
      succeeded(await ada.patch(`/streams/${stream_id}`, { is_web_public: false }))
    })
    expect(receivedLater.map(({ plain }) => eventProperties(plain))).toEqual([
      ['stream/update/invite_only'],
      ['stream/update/invite_only'],
      ['stream/delete'],
    ])
    expect(await ezra.get(`/messages/${id}`)).toMatchObject({ result: 'error' })
  })

  test('guests receive a channel that is created web-public', async () => {
    const { realm, ada, ezra } = await freshRealm()
    await allowSpectators(realm)
    const received = await receivedBy([ada, ezra], async () => {
      succeeded(await ada.post('/channels/create', { name: 'plaza', subscribers: [], is_web_public: true }))
    })
    for (const { plain } of received) expect(eventProperties(plain)).toEqual(['stream/create'])
    expect(received[1]!.able[0].streams[0]).toMatchObject({ is_web_public: true, history_public_to_subscribers: true })
  })

  test('a private channel becomes web-public only together with public, and a web-public channel likewise private', async () => {
    const { realm, ada, ben, dov, vault } = await freshRealm()
    await allowSpectators(realm)
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

  test('only users of can_create_web_public_channel_group may make a channel web-public', async () => {
    const { realm, ada, ben, cleo, general } = await freshRealm()
    await allowSpectators(realm)
    const plaza = { name: 'plaza', subscribers: [], is_web_public: true }
    await changesNothing([ada, ben], async () => {
      expect(await ben.patch(`/streams/${general.stream_id}`, { is_web_public: true })).toEqual(NO_PERMISSION)
      expect(await ben.post('/channels/create', plaza)).toEqual(NO_PERMISSION)
    })
    expect((await ben.registers()).state.can_create_web_public_streams).toBe(false)
    await storeSetting(realm, 'can_create_web_public_channel_group', MODERATORS_GROUP)
    expect((await cleo.registers()).state.can_create_web_public_streams).toBe(true)
    succeeded(await cleo.post('/channels/create', plaza))
    succeeded(await ben.patch(`/streams/${general.stream_id}`, { is_web_public: true }))
  })

  test('guests without a subscription receive the number of subscribers, but not their ids', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const gil = await realm.newPerson('gil', { role: 600 })
    await allowSpectators(realm)
    const received = await receivedBy([ada, dov, ezra, gil], async () => {
      const fields = { is_web_public: true, principals: [ada.id, gil.id] }
      await ada.subscribes({ name: 'plaza' }, fields)
      await dov.subscribes({ name: 'plaza' })
      await ada.delete('/users/me/subscriptions', { subscriptions: ['plaza'] })
      await gil.delete('/users/me/subscriptions', { subscriptions: ['plaza'] })
    })
    const [, , ezraEvents, gilEvents] = received
    expect(eventProperties(ezraEvents!.plain)).toEqual([
      'stream/create',
      ...Array(4).fill('stream/update/subscriber_count'),
    ])
    expect(ezraEvents!.able.slice(1).map(({ value }: Json) => value)).toEqual([2, 3, 2, 1])
    expect(eventProperties(gilEvents!.able)).toEqual([
      'stream/create',
      'subscription/add',
      'subscription/peer_add',
      'subscription/peer_remove',
      'subscription/remove',
      'stream/update/subscriber_count',
    ])
  })
})
