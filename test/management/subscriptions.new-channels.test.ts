import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, refusal } from '../support/answers'
import { changesNothing, eventNames } from '../support/received-events'
import { findChannelByName } from '../support/channels'
import { subscribe } from '../support/subscriptions'
import {
  ADMINISTRATORS_GROUP,
  EVERYONE_GROUP,
  INTERNET_GROUP,
  MEMBERS_GROUP,
  MODERATORS_GROUP,
  NOBODY_GROUP,
  OWNERS_GROUP,
} from '../support/system-groups'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

describe('POST /users/me/subscriptions: new channels', () => {
  test('creates a channel that does not exist; the actor subscribes to it', async () => {
    const { dov } = await freshRealm()
    const subscriptions = [{ name: '  Pottery ', description: 'Clay,\nand *fire*' }]
    const answer = await dov.post('/users/me/subscriptions', { subscriptions })
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      subscribed: { [dov.id]: ['Pottery'] },
      already_subscribed: {},
      new_subscription_messages_sent: true,
    })
    expect(await findChannelByName(dov, 'Pottery')).toEqual({
      stream_id: expect.any(Number),
      name: 'Pottery',
      description: 'Clay, and *fire*',
      rendered_description: '<p>Clay, and <em>fire</em></p>',
      date_created: expect.any(Number),
      creator_id: dov.id,
      invite_only: false,
      is_web_public: false,
      is_archived: false,
      history_public_to_subscribers: true,
      message_retention_days: null,
      topics_policy: 'inherit',
      default_push_notifications: false,
      first_message_id: null,
      folder_id: null,
      is_recently_active: true,
      stream_post_policy: 1,
      is_announcement_only: false,
      subscriber_count: 1,
      stream_weekly_traffic: null,
      can_add_subscribers_group: NOBODY_GROUP,
      can_administer_channel_group: { direct_members: [dov.id], direct_subgroups: [] },
      can_create_topic_group: EVERYONE_GROUP,
      can_delete_any_message_group: NOBODY_GROUP,
      can_delete_own_message_group: NOBODY_GROUP,
      can_move_messages_out_of_channel_group: NOBODY_GROUP,
      can_move_messages_within_channel_group: NOBODY_GROUP,
      can_remove_subscribers_group: ADMINISTRATORS_GROUP,
      can_resolve_topics_group: NOBODY_GROUP,
      can_send_message_group: EVERYONE_GROUP,
      can_subscribe_group: NOBODY_GROUP,
    })
  })

  test('all users but guests receive a new public channel, then the subscription; the subscriber receives their own', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const eventLists = await replays([ada, dov, ezra], () => subscribe(dov, ['pottery']))
    const pottery = await findChannelByName(ada, 'pottery')
    const id = expect.any(Number)
    expect(eventLists[0]).toEqual([
      { id, type: 'stream', op: 'create', streams: [{ ...pottery, subscriber_count: 0 }] },
      { id, type: 'subscription', op: 'peer_add', stream_ids: [pottery.stream_id], user_ids: [dov.id] },
    ])
    const personal = {
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
    }
    expect(eventLists[2]).toEqual([
      { id, type: 'stream', op: 'create', streams: [{ ...pottery, subscriber_count: 0 }] },
      {
        id,
        type: 'subscription',
        op: 'add',
        subscriptions: [
          {
            ...pottery,
            ...personal,
            desktop_notifications: false,
            audible_notifications: false,
            push_notifications: false,
            email_notifications: false,
            wildcard_mentions_notify: true,
            subscribers: [dov.id],
          },
        ],
      },
    ])
    // A client with notification_settings_null gets null for "as in my settings".
    expect(eventLists[3]![1].subscriptions).toEqual([
      {
        ...pottery,
        ...personal,
        desktop_notifications: null,
        audible_notifications: null,
        push_notifications: null,
        email_notifications: null,
        wildcard_mentions_notify: null,
        subscribers: [dov.id],
      },
    ])
    expect(eventLists[4]).toEqual([])
  })

  test('only users who can see a new private channel receive it; subscribers receive it before their subscription', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const eventLists = await replays([ada, ben, cleo, dov, ezra, fig], () =>
      subscribe(ben, ['cellar'], { invite_only: true, principals: [dov.id, ezra.id] }),
    )
    const namesFor = (index: number) => eventNames(eventLists[2 * index]!)
    expect(namesFor(0)).toEqual(['stream/create', 'subscription/peer_add'])
    expect(namesFor(1)).toEqual(['stream/create', 'subscription/peer_add']) // ben, the creator, is not a subscriber
    expect(namesFor(2)).toEqual([])
    expect(namesFor(3)).toEqual(['stream/create', 'subscription/add'])
    expect(namesFor(4)).toEqual(['stream/create', 'subscription/add'])
    expect(namesFor(5)).toEqual([])
    expect(await findChannelByName(dov, 'cellar')).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: false,
    })
  })

  test('all users but guests receive a new default channel as such, after its creation and before its subscribers', async () => {
    const { ben, cleo, ezra } = await freshRealm()
    const eventLists = await replays([ben, cleo, ezra], () =>
      subscribe(ben, ['lobby', 'garden'], { is_default_stream: true, principals: [ben.id, ezra.id] }),
    )
    const [lobby, garden] = [await findChannelByName(ben, 'lobby'), await findChannelByName(ben, 'garden')]
    expect(eventNames(eventLists[2]!)).toEqual([
      'stream/create',
      'stream/create',
      'default_streams',
      'subscription/peer_add',
    ])
    expect(eventLists[2]![2].default_streams).toEqual([lobby.stream_id, garden.stream_id])
    expect(eventNames(eventLists[4]!)).toEqual(['stream/create', 'subscription/add'])
    expect(eventLists[4]![0].streams).toHaveLength(2)
  })

  test('only administrators can create default channels, and a default channel cannot be private', async () => {
    const { ben, cleo } = await freshRealm()
    await replays([ben], async () => {
      expect(await subscribe(cleo, ['lobby'], { is_default_stream: true })).toEqual(
        refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
      )
      expect(await subscribe(ben, ['lobby'], { is_default_stream: true, invite_only: true })).toEqual(
        refusal('A default channel cannot be private.'),
      )
    })
    succeeded(await subscribe(ben, ['lobby'], { is_default_stream: true }))
  })

  test('a public channel has shared history; for a private one the request decides', async () => {
    const { dov } = await freshRealm()
    const cases = [
      { invite_only: true, history_public_to_subscribers: true },
      { invite_only: true, history_public_to_subscribers: false },
      { invite_only: false, history_public_to_subscribers: true },
    ]
    for (const fields of cases) {
      const name = JSON.stringify(fields)
      succeeded(await subscribe(dov, [name], fields))
      expect(await findChannelByName(dov, name)).toMatchObject(fields)
    }
    const protectedPublic = { invite_only: false, history_public_to_subscribers: false }
    expect(await subscribe(dov, ['closed'], protectedPublic)).toEqual(refusal('Invalid parameters'))
  })

  test('a permission is a group, or an anonymous group of users and groups', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const anonymousGroup = { direct_members: [dov.id, ben.id, dov.id], direct_subgroups: [MODERATORS_GROUP] }
    const fields = {
      can_add_subscribers_group: MEMBERS_GROUP,
      can_administer_channel_group: anonymousGroup,
      can_remove_subscribers_group: { direct_members: [], direct_subgroups: [MEMBERS_GROUP] },
      can_delete_any_message_group: { direct_members: [], direct_subgroups: [] },
      can_delete_own_message_group: EVERYONE_GROUP,
      can_send_message_group: ADMINISTRATORS_GROUP,
      can_subscribe_group: OWNERS_GROUP,
    }
    await replays([ada, ben, cleo, dov], () => subscribe(cleo, ['kiln'], { ...fields, invite_only: true }))
    expect(await findChannelByName(cleo, 'kiln')).toMatchObject({
      ...fields,
      can_administer_channel_group: { direct_members: [ben.id, dov.id], direct_subgroups: [MODERATORS_GROUP] },
      can_remove_subscribers_group: MEMBERS_GROUP, // an anonymous group of one group is that group
      can_delete_any_message_group: NOBODY_GROUP, // an empty anonymous group is role:nobody
      stream_post_policy: 2,
      is_announcement_only: true,
    })
    expect(await findChannelByName(dov, 'kiln')).toMatchObject({ name: 'kiln' }) // dov can administer it, so dov can see it
  })

  test('a permission for an unknown user, a deactivated user, an unknown group or a forbidden group is refused', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    const cases: [Record<string, FieldValue>, Json][] = [
      [{ can_subscribe_group: 4711 }, refusal('Invalid user group')],
      [{ can_subscribe_group: { direct_members: [], direct_subgroups: [4711] } }, refusal('Invalid user group')],
      [{ can_subscribe_group: { direct_members: [4711], direct_subgroups: [] } }, refusal('Invalid user ID: 4711')],
      [
        { can_subscribe_group: { direct_members: [ben.id], direct_subgroups: [] } },
        refusal(`Invalid user ID: ${ben.id}`),
      ],
      [
        { can_send_message_group: INTERNET_GROUP },
        refusal("'can_send_message_group' setting cannot be set to 'role:internet' group."),
      ],
      [
        { can_add_subscribers_group: EVERYONE_GROUP },
        refusal("'can_add_subscribers_group' setting cannot be set to 'role:everyone' group."),
      ],
      [
        { can_add_subscribers_group: { direct_members: [dov.id], direct_subgroups: [EVERYONE_GROUP] } },
        refusal("'can_add_subscribers_group' setting cannot be set to 'role:everyone' group."),
      ],
      [{ can_subscribe_group: 'everyone' }, refusal('can_subscribe_group is not valid JSON')],
      [{ can_subscribe_group: { direct_members: [] } }, refusal('Invalid can_subscribe_group')],
    ]
    const eventLists = await replays([ada, dov], async () => {
      for (const [fields, answer] of cases)
        expect(await subscribe(dov, ['kiln'], fields), JSON.stringify(fields)).toEqual(answer)
    })
    expect(eventLists.flat()).toEqual([])
  })

  test('the parameters of new channels do not change existing ones', async () => {
    const { ada, dov, general } = await freshRealm()
    const before = await findChannelByName(ada, 'general')
    const fields = {
      invite_only: true,
      can_administer_channel_group: MEMBERS_GROUP,
      history_public_to_subscribers: false,
    }
    const subscriptions = [{ name: 'general', description: 'Mine now' }]
    const answer = await dov.post('/users/me/subscriptions', { subscriptions, ...fields })
    expect(answer).toMatchObject({ subscribed: {}, already_subscribed: { [dov.id]: [general.name] } })
    expect(await findChannelByName(ada, 'general')).toEqual(before)
  })

  test('names match in any case; a repeated name is one channel with the first spelling', async () => {
    const { dov } = await freshRealm()
    const answer = await subscribe(dov, ['GENERAL', 'Pottery', 'pottery', 'POTTERY ', 'general'])
    expect(answer).toMatchObject({
      subscribed: { [dov.id]: ['Pottery'] },
      already_subscribed: { [dov.id]: ['general'] },
    })
  })

  test('an invalid name or description refuses the request, and no channel is created', async () => {
    const { ada, dov } = await freshRealm()
    const cases: [string, string][] = [
      ['', "Channel name can't be empty."],
      ['   ', "Channel name can't be empty."],
      ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
      ['a\u0000b', 'Invalid character in channel name, at position 2.'],
      ['🐙\u202a\n', 'Invalid character in channel name, at position 3.'],
    ].map(([name, msg]) => [name!.replace('\u202a\n', '\u202a\u0007'), msg!])
    const eventLists = await replays([ada, dov], async () => {
      for (const [name, msg] of cases)
        expect(await subscribe(dov, ['fine', name]), JSON.stringify(name)).toEqual(refusal(msg))
      const tooLong = [{ name: 'fine', description: 'x'.repeat(1025) }]
      expect(await dov.post('/users/me/subscriptions', { subscriptions: tooLong })).toEqual(
        refusal('subscriptions[0]["description"] is too long (limit: 1024 characters)'),
      )
    })
    expect(eventLists.flat()).toEqual([])
    succeeded(await subscribe(dov, ['🐙'.repeat(60)]))
    expect(await findChannelByName(dov, 'fine')).toBeUndefined()
  })

  test('an invalid list of channels is refused, and an empty one is accepted', async () => {
    const { dov } = await freshRealm()
    const cases: [FieldValue, string, string][] = [
      [undefined, "Missing 'subscriptions' argument", 'REQUEST_VARIABLE_MISSING'],
      ['general', 'subscriptions is not valid JSON', 'BAD_REQUEST'],
      [{ name: 'general' }, 'subscriptions is not a list', 'BAD_REQUEST'],
      [['general'], 'subscriptions[0] is not a dict', 'BAD_REQUEST'],
      [[{ description: 'x' }], 'name key is missing from subscriptions[0]', 'BAD_REQUEST'],
      [[{ name: 7 }], 'subscriptions[0]["name"] is not a string', 'BAD_REQUEST'],
    ]
    for (const [subscriptions, msg, code] of cases)
      expect(await dov.post('/users/me/subscriptions', { subscriptions })).toMatchObject({ result: 'error', msg, code })
    expect(await subscribe(dov, [])).toEqual({
      result: 'success',
      msg: '',
      subscribed: {},
      already_subscribed: {},
      new_subscription_messages_sent: true,
    })
  })

  test('a request has at most 500 channels and creates at most 100: other requests wait while it runs', async () => {
    const { dov } = await freshRealm()
    const subscriptions = Array.from({ length: 501 }, (_, index) => ({ name: `number ${index}` }))
    const { msg } = await dov.post('/users/me/subscriptions', { subscriptions })
    expect(msg).toBe('subscriptions is too long (limit: 500 items)')
    expect((await dov.get('/get_stream_id', { stream: 'number 0' })).result).toBe('error')
    await changesNothing([dov], async () => {
      const tooMany = refusal('One request creates at most 100 channels.')
      expect(await dov.post('/users/me/subscriptions', { subscriptions: subscriptions.slice(0, 101) })).toEqual(tooMany)
      expect(await dov.patch('/users/me/subscriptions', { add: subscriptions.slice(0, 101) })).toEqual(tooMany)
    })
    // Channels that exist already are not created.
    succeeded(await dov.post('/users/me/subscriptions', { subscriptions: subscriptions.slice(0, 100) }))
    succeeded(await dov.post('/users/me/subscriptions', { subscriptions: subscriptions.slice(0, 150) }))
  })

  test('a member needs the realm’s permission to create channels of the kind', async () => {
    const { realm, ben, dov } = await freshRealm()
    succeeded(await subscribe(dov, ['one']))
    succeeded(await subscribe(dov, ['two'], { invite_only: true }))
    for (const name of ['can_create_public_channel_group', 'can_create_private_channel_group'])
      await executeSql(realm, 'INSERT INTO realm_settings (name, value) VALUES (?, ?)', name, `${ADMINISTRATORS_GROUP}`)
    for (const invite_only of [true, false]) {
      expect(await subscribe(dov, ['three'], { invite_only })).toEqual(NO_PERMISSION)
      const notFatal = { invite_only, authorization_errors_fatal: false }
      expect(await subscribe(dov, ['three'], notFatal)).toEqual(NO_PERMISSION)
      succeeded(await subscribe(ben, [`by ben ${invite_only}`], { invite_only }))
    }
  })

  test('unknown parameters are ignored, and listed in the answer', async () => {
    const { dov } = await freshRealm()
    const answer = await subscribe(dov, ['pottery'], { is_archived: true, stream_id: 1, creator_id: 1 })
    expect(answer.ignored_parameters_unsupported.toSorted()).toEqual(['creator_id', 'is_archived', 'stream_id'])
    expect(await findChannelByName(dov, 'pottery')).toMatchObject({ is_archived: false, creator_id: dov.id })
  })
})
