import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, NO_PERMISSION, OWNERS_ONLY, refusal } from '../support/answers'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { ADMINISTRATORS_GROUP, EVERYONE_GROUP } from '../support/system-groups'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { subscribe } from '../support/subscriptions'
import { executeSql } from '../support/tables'

const createChannel = (person: Person, fields: Record<string, FieldValue>) => person.post('/channels/create', fields)

describe('POST /channels/create', () => {
  test('creates a channel with these subscribers; the creator is not one unless listed', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    let id: unknown
    const received = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      const answer = await createChannel(dov, {
        name: ' Pottery ',
        description: 'Clay,\nand *fire*',
        subscribers: [cleo.id, ezra.id, cleo.id],
        topics_policy: 'disable_empty_topic',
        can_send_message_group: ADMINISTRATORS_GROUP,
      })
      expect(answer).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
      id = answer.id
    })
    const names = received.map(({ plain, able }) => [eventNames(plain), eventNames(able)])
    const forOthers = ['stream/create', 'subscription/peer_add']
    const forSubscribers = ['stream/create', 'subscription/add']
    for (const lists of [names[0], names[1], names[3]]) expect(lists).toEqual([forOthers, forOthers])
    for (const lists of [names[2], names[4]])
      expect(lists!.map((events) => events.slice(0, 2))).toEqual([forSubscribers, forSubscribers])
    const { stream_id } = succeeded(await dov.get('/get_stream_id', { stream: 'Pottery' }))
    expect(id).toBe(stream_id)
    expect(succeeded(await dov.get(`/streams/${stream_id}`)).stream).toMatchObject({
      name: 'Pottery',
      description: 'Clay, and *fire*',
      rendered_description: '<p>Clay, and <em>fire</em></p>',
      creator_id: dov.id,
      topics_policy: 'disable_empty_topic',
      can_send_message_group: ADMINISTRATORS_GROUP,
      subscriber_count: 2,
    })
  })

  test('a channel may have no subscribers; only users who can see a private channel receive it', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const eventLists = await replays([ada, ben, cleo, dov, ezra], async () => {
      succeeded(await createChannel(dov, { name: 'cellar', subscribers: [], invite_only: true }))
    })
    const created = ['stream/create']
    expect(eventLists.map(eventNames)).toEqual([created, created, created, created, [], [], created, created, [], []])
    const { stream_id } = succeeded(await dov.get('/get_stream_id', { stream: 'cellar' }))
    expect((await dov.get(`/streams/${stream_id}/members`)).subscribers).toEqual([])
  })

  test('a name in use is refused with HTTP 409; case does not matter', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const name of ['general', 'General ', 'VAULT', 'attic']) {
        const answer = await createChannel(dov, { name, subscribers: [dov.id] })
        const fields = { channel_name: name.trim() }
        expect(answer).toEqual(refusal(`Channel '${name.trim()}' already exists`, 'CHANNEL_ALREADY_EXISTS', fields))
      }
      const body = new URLSearchParams({ name: 'general', subscribers: '[]' })
      expect((await dov.request('/channels/create', { method: 'POST', body })).status).toBe(409)
    })
  })

  test('invalid values and missing permissions are refused, and no channel is created', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    const cases: [Record<string, FieldValue>, Json][] = [
      [{ name: undefined }, expect.objectContaining({ code: 'REQUEST_VARIABLE_MISSING' })],
      [{ name: ' ' }, refusal("Channel name can't be empty.")],
      [{ name: 'x'.repeat(61) }, refusal('Channel name too long (limit: 60 characters).')],
      [{ name: 'a\u0000' }, refusal('Invalid character in channel name, at position 2.')],
      [{ description: 'x'.repeat(1025) }, refusal('description is too long (limit: 1024 characters)')],
      [{ subscribers: undefined }, expect.objectContaining({ code: 'REQUEST_VARIABLE_MISSING' })],
      [{ subscribers: 'dov' }, refusal('subscribers is not valid JSON')],
      [{ subscribers: ['dov'] }, refusal('subscribers[0] is not an integer')],
      [{ subscribers: [4711] }, refusal('No such user')],
      [{ subscribers: [ben.id] }, refusal('User is deactivated')],
      [{ invite_only: 7 }, refusal('invite_only is not a boolean')],
      [{ history_public_to_subscribers: false }, refusal('Invalid parameters')],
      [{ invite_only: true, is_web_public: true }, refusal('Invalid parameters')],
      [{ is_web_public: true, history_public_to_subscribers: false }, refusal('Invalid parameters')],
      [{ is_web_public: true }, refusal('Web-public channels are not enabled.')],
      [{ is_default_stream: true }, ADMINISTRATORS_ONLY],
      [{ is_default_stream: true, invite_only: true }, refusal('A default channel cannot be private.')],
      [{ message_retention_days: 7 }, OWNERS_ONLY],
      [{ message_retention_days: 0 }, expect.objectContaining({ result: 'error', code: 'BAD_REQUEST' })],
      [{ topics_policy: 'none' }, refusal('Invalid topics_policy')],
      [{ folder_id: 4711 }, expect.objectContaining({ result: 'error', code: 'BAD_REQUEST' })],
      [{ can_delete_own_message_group: EVERYONE_GROUP }, NO_PERMISSION],
      [{ can_subscribe_group: 4711 }, refusal('Invalid user group')],
      [
        { can_subscribe_group: EVERYONE_GROUP },
        refusal("'can_subscribe_group' setting cannot be set to 'role:everyone' group."),
      ],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [fields, answer] of cases)
        expect(
          await createChannel(dov, { name: 'new', subscribers: [dov.id], ...fields }),
          JSON.stringify(fields),
        ).toEqual(answer)
    })
  })

  test('a guest cannot create channels; a member needs the permission for the kind of channel', async () => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    const pottery = { name: 'pottery', subscribers: [] }
    await changesNothing([ada, dov, ezra], async () => {
      expect(await createChannel(ezra, pottery)).toEqual(refusal('Not allowed for guest users'))
    })
    await executeSql(
      realm,
      `INSERT INTO realm_settings (name, value) VALUES ('can_create_public_channel_group', '3'),
       ('can_create_private_channel_group', '4'), ('can_set_topics_policy_group', '3')`,
    )
    await changesNothing([ada, dov], async () => {
      expect(await createChannel(cleo, pottery)).toEqual(NO_PERMISSION)
      expect(await createChannel(dov, { ...pottery, invite_only: true })).toEqual(NO_PERMISSION)
      expect(await createChannel(cleo, { ...pottery, invite_only: true, topics_policy: 'allow_empty_topic' })).toEqual(
        NO_PERMISSION,
      )
    })
    succeeded(
      await createChannel(cleo, { ...pottery, invite_only: true, can_delete_own_message_group: EVERYONE_GROUP }),
    )
    succeeded(await createChannel(ben, { name: 'kiln', subscribers: [], is_default_stream: true }))
    const { id } = succeeded(
      await createChannel(ada, { name: 'log', subscribers: [], message_retention_days: 'unlimited' }),
    )
    expect(succeeded(await ada.get(`/streams/${id}`)).stream.message_retention_days).toBe(-1)
  })

  test('a new public channel is announced in the channel for announcements, on request', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const setting = "INSERT INTO realm_settings (name, value) VALUES ('new_stream_announcements_stream_id', ?)"
    await executeSql(realm, setting, String(general.stream_id))
    await replays([ada, dov], async () => {
      succeeded(await createChannel(dov, { name: 'pottery', subscribers: [dov.id], announce: true }))
      succeeded(await createChannel(dov, { name: 'cellar', subscribers: [dov.id], announce: true, invite_only: true }))
      succeeded(await createChannel(dov, { name: 'kiln', subscribers: [dov.id] }))
    })
    const { messages } = succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }))
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ subject: 'new channels', content: expect.stringContaining('#pottery</a>') })
  })

  test('POST /users/me/subscriptions creates channels of the same kinds, with the same refusals', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const subscribeToNew = (person: Person, fields: Record<string, FieldValue>) => subscribe(person, ['new'], fields)
    await changesNothing([ada, dov, ezra], async () => {
      expect(await subscribeToNew(dov, { message_retention_days: 7 })).toEqual(OWNERS_ONLY)
      expect(await subscribeToNew(dov, { can_delete_any_message_group: EVERYONE_GROUP })).toEqual(NO_PERMISSION)
      expect(await subscribeToNew(ada, { is_web_public: true })).toEqual(
        refusal('Web-public channels are not enabled.'),
      )
      expect(await subscribeToNew(ada, { topics_policy: 'none' })).toEqual(refusal('Invalid topics_policy'))
    })
    await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_spectator_access', 'true')")
    const fields = { message_retention_days: 7, topics_policy: 'empty_topic_only', is_web_public: true }
    const eventLists = await replays([ezra], async () => succeeded(await subscribeToNew(ada, fields)))
    expect(eventLists[0]![0].streams[0]).toMatchObject(fields)
  })
})
