import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, NO_PERMISSION, OWNERS_ONLY, refusal } from '../support/answers'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { ADMINISTRATORS_GROUP, EVERYONE_GROUP } from '../support/system-groups'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { writesTo } from '../support/tables'

const make = (person: Person, fields: Record<string, FieldValue>) => person.post('/channels/create', fields)

describe('POST /channels/create', () => {
  test('a channel with these people in it; who made it is in it only if named', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const heard = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      const answer = await make(dov, {
        name: ' Pottery ',
        description: 'Clay,\nand *fire*',
        subscribers: [cleo.id, ezra.id, cleo.id],
        topics_policy: 'disable_empty_topic',
        can_send_message_group: ADMINISTRATORS_GROUP,
      })
      expect(answer).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
    })
    const kinds = heard.map(({ plain, able }) => [eventNames(plain), eventNames(able)])
    const outside = ['stream/create', 'subscription/peer_add']
    const inside = ['stream/create', 'subscription/add']
    for (const each of [kinds[0], kinds[1], kinds[3]]) expect(each).toEqual([outside, outside])
    for (const each of [kinds[2], kinds[4]]) expect(each!.map((events) => events.slice(0, 2))).toEqual([inside, inside])
    const { stream_id } = succeeded(await dov.get('/get_stream_id', { stream: 'Pottery' }))
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

  test('with nobody in it, if nobody is named; of a private one only those hear who may know of it', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const heard = await replays([ada, ben, cleo, dov, ezra], async () => {
      succeeded(await make(dov, { name: 'cellar', subscribers: [], invite_only: true }))
    })
    const created = ['stream/create']
    expect(heard.map(eventNames)).toEqual([created, created, created, created, [], [], created, created, [], []])
    const { stream_id } = succeeded(await dov.get('/get_stream_id', { stream: 'cellar' }))
    expect((await dov.get(`/streams/${stream_id}/members`)).subscribers).toEqual([])
  })

  test('a name that is taken, in whatever case, is said to be, with HTTP 409', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const name of ['general', 'General ', 'VAULT', 'attic']) {
        const answer = await make(dov, { name, subscribers: [dov.id] })
        const fields = { channel_name: name.trim() }
        expect(answer).toEqual(refusal(`Channel '${name.trim()}' already exists`, 'CHANNEL_ALREADY_EXISTS', fields))
      }
      const body = new URLSearchParams({ name: 'general', subscribers: '[]' })
      expect((await dov.request('/channels/create', { method: 'POST', body })).status).toBe(409)
    })
  })

  test('what a channel cannot be, and what its maker may not, is refused, and nothing is made', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
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
        expect(await make(dov, { name: 'new', subscribers: [dov.id], ...fields }), JSON.stringify(fields)).toEqual(
          answer,
        )
    })
  })

  test('guests make none; where few may make them, or add others, only those few do', async () => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    const pottery = { name: 'pottery', subscribers: [] }
    await changesNothing([ada, dov, ezra], async () => {
      expect(await make(ezra, pottery)).toEqual(refusal('Not allowed for guest users'))
    })
    await writesTo(
      realm,
      `INSERT INTO realm_settings (name, value) VALUES ('can_create_public_channel_group', '3'),
       ('can_create_private_channel_group', '4'), ('can_set_topics_policy_group', '3')`,
    )
    await changesNothing([ada, dov], async () => {
      expect(await make(cleo, pottery)).toEqual(NO_PERMISSION)
      expect(await make(dov, { ...pottery, invite_only: true })).toEqual(NO_PERMISSION)
      expect(await make(cleo, { ...pottery, invite_only: true, topics_policy: 'allow_empty_topic' })).toEqual(
        NO_PERMISSION,
      )
    })
    succeeded(await make(cleo, { ...pottery, invite_only: true, can_delete_own_message_group: EVERYONE_GROUP }))
    succeeded(await make(ben, { name: 'kiln', subscribers: [], is_default_stream: true }))
    const { id } = succeeded(await make(ada, { name: 'log', subscribers: [], message_retention_days: 'unlimited' }))
    expect(succeeded(await ada.get(`/streams/${id}`)).stream.message_retention_days).toBe(-1)
  })

  test('the realm is told of it where it wants to hear of new channels, if everyone may know', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const setting = "INSERT INTO realm_settings (name, value) VALUES ('new_stream_announcements_stream_id', ?)"
    await writesTo(realm, setting, String(general.stream_id))
    await replays([ada, dov], async () => {
      succeeded(await make(dov, { name: 'pottery', subscribers: [dov.id], announce: true }))
      succeeded(await make(dov, { name: 'cellar', subscribers: [dov.id], announce: true, invite_only: true }))
      succeeded(await make(dov, { name: 'kiln', subscribers: [dov.id] }))
    })
    const { messages } = succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }))
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ subject: 'new channels', content: expect.stringContaining('#pottery</a>') })
  })

  test('POST /users/me/subscriptions makes channels of the same kinds, and refuses the same', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const join = (person: Person, fields: Record<string, FieldValue>) =>
      person.post('/users/me/subscriptions', { subscriptions: [{ name: 'new' }], ...fields })
    await changesNothing([ada, dov, ezra], async () => {
      expect(await join(dov, { message_retention_days: 7 })).toEqual(OWNERS_ONLY)
      expect(await join(dov, { can_delete_any_message_group: EVERYONE_GROUP })).toEqual(NO_PERMISSION)
      expect(await join(ada, { is_web_public: true })).toEqual(refusal('Web-public channels are not enabled.'))
      expect(await join(ada, { topics_policy: 'none' })).toEqual(refusal('Invalid topics_policy'))
    })
    await writesTo(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_spectator_access', 'true')")
    const wishes = { message_retention_days: 7, topics_policy: 'empty_topic_only', is_web_public: true }
    const heard = await replays([ezra], async () => succeeded(await join(ada, wishes)))
    expect(heard[0]![0].streams[0]).toMatchObject(wishes)
  })
})
