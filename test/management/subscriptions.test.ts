import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, refusal } from '../support/answers'
import { changesNothing, eventNames } from '../support/received-events'
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
import { succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { writesTo } from '../support/tables'

const unsubscribe = (person: Person, subscriptions: string[], more: Record<string, FieldValue> = {}) =>
  person.delete('/users/me/subscriptions', { subscriptions, ...more })

async function channelNamed(person: Person, name: string): Promise<Json> {
  const { streams } = succeeded(await person.get('/streams', { include_all: true, exclude_archived: false }))
  return streams.find((channel: Json) => channel.name === name)
}

async function subscribersOf(person: Person, { stream_id }: Channel): Promise<number[]> {
  const { state } = await person.registers({ include_subscribers: 'true', fetch_event_types: ['subscription'] })
  const known = [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed]
  return known.find((channel) => channel.stream_id === stream_id)?.subscribers
}

describe('POST /users/me/subscriptions', () => {
  test('a channel that does not exist is made, with the asker in it', async () => {
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
    expect(await channelNamed(dov, 'Pottery')).toEqual({
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
      first_message_id: null,
      folder_id: null,
      is_recently_active: true,
      stream_post_policy: 1,
      is_announcement_only: false,
      subscriber_count: 1,
      stream_weekly_traffic: null,
      can_add_subscribers_group: NOBODY_GROUP,
      can_administer_channel_group: { direct_members: [dov.id], direct_subgroups: [] },
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

  test('of a new public channel everyone but guests hears first, then its subscriber, then the others of them', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const heard = await replays([ada, dov, ezra], () => subscribe(dov, ['pottery']))
    const pottery = await channelNamed(ada, 'pottery')
    const id = expect.any(Number)
    expect(heard[0]).toEqual([
      { id, type: 'stream', op: 'create', streams: [{ ...pottery, subscriber_count: 0 }] },
      { id, type: 'subscription', op: 'peer_add', stream_ids: [pottery.stream_id], user_ids: [dov.id] },
    ])
    const personal = {
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
    }
    expect(heard[2]).toEqual([
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
    // A client that can be told "as my settings say" is.
    expect(heard[3]![1].subscriptions).toEqual([
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
    expect(heard[4]).toEqual([])
  })

  test('of a new private channel only those hear who may know of it; newcomers hear that it is there before they are in', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const heard = await replays([ada, ben, cleo, dov, ezra, fig], () =>
      subscribe(ben, ['cellar'], { invite_only: true, principals: [dov.id, ezra.id] }),
    )
    const by = (nth: number) => eventNames(heard[2 * nth]!)
    expect(by(0)).toEqual(['stream/create', 'subscription/peer_add'])
    expect(by(1)).toEqual(['stream/create', 'subscription/peer_add']) // who made it need not be in it
    expect(by(2)).toEqual([])
    expect(by(3)).toEqual(['stream/create', 'subscription/add'])
    expect(by(4)).toEqual(['stream/create', 'subscription/add'])
    expect(by(5)).toEqual([])
    expect(await channelNamed(dov, 'cellar')).toMatchObject({ invite_only: true, history_public_to_subscribers: false })
  })

  test('who joins an existing private channel hears of it first; who was in it hears of them', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    const heard = await replays([ada, ben, cleo, dov], () =>
      ada.subscribes(vault, { principals: [dov.id, ben.id, dov.id] }),
    )
    expect(eventNames(heard[0]!)).toEqual(['subscription/peer_add'])
    expect(heard[2]).toEqual([
      {
        id: expect.any(Number),
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [vault.stream_id],
        user_ids: [dov.id],
      },
    ])
    expect(heard[4]).toEqual([])
    expect(eventNames(heard[6]!)).toEqual(['stream/create', 'subscription/add'])
    expect(heard[7]![1].subscriptions[0].subscribers).toEqual([ada.id, ben.id, dov.id])
  })

  test('the event of a new subscription has the subscribers, unless the client declined', async () => {
    const { ada, dov, vault } = await freshRealm()
    const declining = await dov.registers({ include_subscribers: 'false' })
    const listening = [
      await dov.registers(),
      await dov.registers({ include_subscribers: 'true' }),
      await dov.registers({ include_subscribers: 'partial' }),
    ]
    await ada.subscribes(vault, { principals: [dov.id] })
    const added = async (queue: Queue) =>
      (await queue.events()).find(({ type, op }) => `${type}/${op}` === 'subscription/add').subscriptions[0]
    expect(await added(declining)).not.toHaveProperty('subscribers')
    for (const queue of listening) expect((await added(queue)).subscribers).toEqual(await subscribersOf(dov, vault))
    const { state } = await dov.registers()
    for (const channel of state.subscriptions) expect(channel).not.toHaveProperty('subscribers')
  })

  test('who reads late is told what there was at the time, and no newcomer twice', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    await replays([ada, ben, cleo, dov, ezra], async () => {
      await subscribe(ada, ['cellar'], { invite_only: true })
      await subscribe(ada, ['cellar'], { principals: [dov.id] })
      await subscribe(ada, ['cellar'], { principals: [cleo.id, ezra.id] })
      await unsubscribe(ada, ['cellar'], { principals: [dov.id] })
      await subscribe(ada, ['cellar'], { principals: [dov.id] })
      await unsubscribe(ada, ['cellar'], { principals: [ezra.id, ada.id] })
    })
  })

  test('a default channel is announced as such to everyone but guests, after it is made and before anyone is in it', async () => {
    const { ben, cleo, ezra } = await freshRealm()
    const heard = await replays([ben, cleo, ezra], () =>
      subscribe(ben, ['lobby', 'garden'], { is_default_stream: true, principals: [ben.id, ezra.id] }),
    )
    const [lobby, garden] = [await channelNamed(ben, 'lobby'), await channelNamed(ben, 'garden')]
    expect(eventNames(heard[2]!)).toEqual([
      'stream/create',
      'stream/create',
      'default_streams',
      'subscription/peer_add',
    ])
    expect(heard[2]![2].default_streams).toEqual([lobby.stream_id, garden.stream_id])
    expect(eventNames(heard[4]!)).toEqual(['stream/create', 'subscription/add'])
    expect(heard[4]![0].streams).toHaveLength(2)
  })

  test('only administrators make default channels, and none that is private', async () => {
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

  test('history is open in public channels, and in private ones as their maker says', async () => {
    const { dov } = await freshRealm()
    const cases = [
      { invite_only: true, history_public_to_subscribers: true },
      { invite_only: true, history_public_to_subscribers: false },
      { invite_only: false, history_public_to_subscribers: true },
    ]
    for (const wishes of cases) {
      const name = JSON.stringify(wishes)
      succeeded(await subscribe(dov, [name], wishes))
      expect(await channelNamed(dov, name)).toMatchObject(wishes)
    }
    const closed = { invite_only: false, history_public_to_subscribers: false }
    expect(await subscribe(dov, ['closed'], closed)).toEqual(refusal('Invalid parameters'))
  })

  test('permissions are given to a group, or to people and groups without a name', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const set = { direct_members: [dov.id, ben.id, dov.id], direct_subgroups: [MODERATORS_GROUP] }
    const wishes = {
      can_add_subscribers_group: MEMBERS_GROUP,
      can_administer_channel_group: set,
      can_remove_subscribers_group: { direct_members: [], direct_subgroups: [MEMBERS_GROUP] },
      can_delete_any_message_group: { direct_members: [], direct_subgroups: [] },
      can_delete_own_message_group: EVERYONE_GROUP,
      can_send_message_group: ADMINISTRATORS_GROUP,
      can_subscribe_group: OWNERS_GROUP,
    }
    await replays([ada, ben, cleo, dov], () => subscribe(cleo, ['kiln'], { ...wishes, invite_only: true }))
    expect(await channelNamed(cleo, 'kiln')).toMatchObject({
      ...wishes,
      can_administer_channel_group: { direct_members: [ben.id, dov.id], direct_subgroups: [MODERATORS_GROUP] },
      can_remove_subscribers_group: MEMBERS_GROUP, // a set that is one group is that group
      can_delete_any_message_group: NOBODY_GROUP, // and one that is empty is nobody
      stream_post_policy: 2,
      is_announcement_only: true,
    })
    expect(await channelNamed(dov, 'kiln')).toMatchObject({ name: 'kiln' }) // they may administer it, so they know of it
  })

  test('a permission goes to nobody who does not exist, and to no group that may not have it', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
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
    const heard = await replays([ada, dov], async () => {
      for (const [fields, answer] of cases)
        expect(await subscribe(dov, ['kiln'], fields), JSON.stringify(fields)).toEqual(answer)
    })
    expect(heard.flat()).toEqual([])
  })

  test('what is said for new channels changes nothing about those that exist', async () => {
    const { ada, dov, general } = await freshRealm()
    const before = await channelNamed(ada, 'general')
    const wishes = {
      invite_only: true,
      can_administer_channel_group: MEMBERS_GROUP,
      history_public_to_subscribers: false,
    }
    const subscriptions = [{ name: 'general', description: 'Mine now' }]
    const answer = await dov.post('/users/me/subscriptions', { subscriptions, ...wishes })
    expect(answer).toMatchObject({ subscribed: {}, already_subscribed: { [dov.id]: [general.name] } })
    expect(await channelNamed(ada, 'general')).toEqual(before)
  })

  test('names are matched in any case; said twice they are one channel, spelled as first said', async () => {
    const { dov } = await freshRealm()
    const answer = await subscribe(dov, ['GENERAL', 'Pottery', 'pottery', 'POTTERY ', 'general'])
    expect(answer).toMatchObject({
      subscribed: { [dov.id]: ['Pottery'] },
      already_subscribed: { [dov.id]: ['general'] },
    })
  })

  test('what is wrong with a channel’s name is said, and none of the request’s channels is made', async () => {
    const { ada, dov } = await freshRealm()
    const cases: [string, string][] = [
      ['', "Channel name can't be empty."],
      ['   ', "Channel name can't be empty."],
      ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
      ['a\u0000b', 'Invalid character in channel name, at position 2.'],
      ['🐙\u202a\n', 'Invalid character in channel name, at position 3.'],
    ].map(([name, msg]) => [name!.replace('\u202a\n', '\u202a\u0007'), msg!])
    const heard = await replays([ada, dov], async () => {
      for (const [name, msg] of cases)
        expect(await subscribe(dov, ['fine', name]), JSON.stringify(name)).toEqual(refusal(msg))
      const long = [{ name: 'fine', description: 'x'.repeat(1025) }]
      expect(await dov.post('/users/me/subscriptions', { subscriptions: long })).toEqual(
        refusal('subscriptions[0]["description"] is too long (limit: 1024 characters)'),
      )
    })
    expect(heard.flat()).toEqual([])
    succeeded(await subscribe(dov, ['🐙'.repeat(60)]))
    expect(await channelNamed(dov, 'fine')).toBeUndefined()
  })

  test('what is not a list of channels is refused as such', async () => {
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

  test('nor are too many at once, as nobody else has their turn while channels are made', async () => {
    const { dov } = await freshRealm()
    const subscriptions = Array.from({ length: 501 }, (_, nth) => ({ name: `number ${nth}` }))
    const { msg } = await dov.post('/users/me/subscriptions', { subscriptions })
    expect(msg).toBe('subscriptions is too long (limit: 500 items)')
    expect((await dov.get('/get_stream_id', { stream: 'number 0' })).result).toBe('error')
    await changesNothing([dov], async () => {
      const refused = refusal('One request creates at most 100 channels.')
      expect(await dov.post('/users/me/subscriptions', { subscriptions: subscriptions.slice(0, 101) })).toEqual(refused)
      expect(await dov.patch('/users/me/subscriptions', { add: subscriptions.slice(0, 101) })).toEqual(refused)
    })
    // Channels that exist already are not created.
    succeeded(await dov.post('/users/me/subscriptions', { subscriptions: subscriptions.slice(0, 100) }))
    succeeded(await dov.post('/users/me/subscriptions', { subscriptions: subscriptions.slice(0, 150) }))
  })

  test('people are named by id, by address in any case, or not at all', async () => {
    const { realm, ada, ben, cleo, dov, vault } = await freshRealm()
    const answer = await ada.subscribes(vault, { principals: [cleo.email.toUpperCase(), dov.email] })
    expect(answer.subscribed).toEqual({ [cleo.id]: ['vault'], [dov.id]: ['vault'] })
    const dummy = `user${ben.id}@${new URL(realm.url).hostname}`
    expect((await ada.subscribes(vault, { principals: [dummy] })).already_subscribed).toEqual({ [ben.id]: ['vault'] })
    for (const principals of [undefined, [], [ada.id], [ada.email]])
      expect((await ada.subscribes(vault, { principals })).already_subscribed).toEqual({ [ada.id]: ['vault'] })
  })

  test('one bad principal refuses the whole request', async () => {
    const { realm, ada, ben, cleo, dov } = await freshRealm()
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    await writesTo(realm, 'UPDATE users SET email_address_visibility = 4 WHERE user_id = ?', cleo.id)
    const cases: [FieldValue, Json][] = [
      [[dov.id, 4711], refusal('No such user')],
      [[dov.id, 1], refusal('No such user')], // the server's own bots join nothing
      [['nobody@example.com'], refusal('No such user')],
      [[cleo.email], refusal('No such user')], // an address that the asker may not see is nobody's
      [[dov.id, ben.id], refusal('User is deactivated')],
      [[dov.id, dov.email], refusal('Invalid principals')],
      ['dov', refusal('principals is not valid JSON')],
    ]
    const heard = await replays([ada, dov], async () => {
      for (const [principals, answer] of cases)
        expect(await subscribe(ada, ['new', 'vault'], { principals }), JSON.stringify(principals)).toEqual(answer)
    })
    expect(heard.flat()).toEqual([])
    expect(await channelNamed(ada, 'new')).toBeUndefined()
  })

  test('a channel that the asker cannot read refuses the request, or is told apart where that is wished', async () => {
    const { ada, dov, vault } = await freshRealm()
    const heard = await replays([ada, dov], async () => {
      expect(await subscribe(dov, ['pottery', 'Vault'])).toEqual(refusal('Unable to access channel (Vault).'))
    })
    expect(heard.flat()).toEqual([])
    const answer = await subscribe(dov, ['pottery', 'Vault', 'general'], { authorization_errors_fatal: false })
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      subscribed: { [dov.id]: ['pottery'] },
      already_subscribed: { [dov.id]: ['general'] },
      unauthorized: ['Vault'],
      new_subscription_messages_sent: true,
    })
    expect(await subscribersOf(ada, vault)).not.toContain(dov.id)
    expect((await subscribe(dov, ['pottery'], { authorization_errors_fatal: false })).unauthorized).toEqual([])
  })

  test('an administrator as such cannot come into a private channel either', async () => {
    const { ada, ben } = await freshRealm()
    await newChannel(ada, 'diary', [ada], { invite_only: true })
    expect(await channelNamed(ben, 'diary')).toMatchObject({ invite_only: true })
    expect(await subscribe(ben, ['diary'])).toEqual(refusal('Unable to access channel (diary).'))
  })

  test('whom a private channel lets come in, or lets bring others, comes in', async () => {
    const { ada, cleo, dov, ezra } = await freshRealm()
    const people = { direct_members: [dov.id, ezra.id], direct_subgroups: [] }
    await newChannel(ada, 'club', [ada], { invite_only: true, can_subscribe_group: people })
    await newChannel(ada, 'band', [ada], { invite_only: true, can_add_subscribers_group: people })
    for (const name of ['club', 'band']) {
      expect(await subscribe(cleo, [name])).toEqual(refusal(`Unable to access channel (${name}).`))
      await replays([ada, cleo, dov, ezra], () => dov.subscribes({ name }))
    }
  })

  test('guests subscribe nobody, not even themselves', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await newChannel(ada, 'garden', [ada])
    const cases = [{}, { principals: [ezra.id] }, { principals: [dov.id] }]
    for (const more of cases)
      expect(await subscribe(ezra, ['garden'], more)).toEqual(refusal('Not allowed for guest users'))
    expect(await subscribe(ezra, [general.name])).toEqual(refusal('Not allowed for guest users'))
    expect((await ada.subscribes({ name: 'garden' }, { principals: [ezra.id] })).subscribed).toEqual({
      [ezra.id]: ['garden'],
    })
  })

  test('where the realm lets few add others, the channel’s own people and administrators still may', async () => {
    const { realm, ada, ben, cleo, dov, general, fig } = await freshRealm()
    const gwen = await realm.newPerson('gwen')
    succeeded(await dov.subscribes(general, { principals: [gwen.id] })) // at first every member may
    await writesTo(realm, "INSERT INTO realm_settings (name, value) VALUES ('can_add_subscribers_group', '1')")
    const own = { direct_members: [dov.id], direct_subgroups: [] }
    await newChannel(ada, 'open', [ada])
    await newChannel(ada, 'club', [ada, dov], { can_add_subscribers_group: own })
    await newChannel(ada, 'band', [ada, dov], { can_administer_channel_group: own })
    expect(await subscribe(dov, ['open'], { principals: [gwen.id] })).toEqual(NO_PERMISSION)
    expect(await subscribe(dov, ['open', 'club'], { principals: [gwen.id] })).toEqual(NO_PERMISSION)
    expect(await subscribe(cleo, ['club'], { principals: [gwen.id] })).toEqual(NO_PERMISSION)
    expect(await subscribe(dov, ['open'])).toMatchObject({ subscribed: { [dov.id]: ['open'] } }) // oneself always
    for (const name of ['club', 'band'])
      expect(await subscribe(dov, [name], { principals: [gwen.id] })).toMatchObject({
        subscribed: { [gwen.id]: [name] },
      })
    expect(await subscribe(ben, ['open'], { principals: [gwen.id, fig.id] })).toMatchObject({ result: 'success' })
  })

  test('where the realm lets few make channels, others make none', async () => {
    const { realm, ben, dov } = await freshRealm()
    succeeded(await subscribe(dov, ['one']))
    succeeded(await subscribe(dov, ['two'], { invite_only: true }))
    for (const name of ['can_create_public_channel_group', 'can_create_private_channel_group'])
      await writesTo(realm, 'INSERT INTO realm_settings (name, value) VALUES (?, ?)', name, `${ADMINISTRATORS_GROUP}`)
    for (const invite_only of [true, false]) {
      expect(await subscribe(dov, ['three'], { invite_only })).toEqual(NO_PERMISSION)
      const fatal = { invite_only, authorization_errors_fatal: false }
      expect(await subscribe(dov, ['three'], fatal)).toEqual(NO_PERMISSION)
      succeeded(await subscribe(ben, [`by ben ${invite_only}`], { invite_only }))
    }
  })

  test('an archived channel can still be come into, and clients that do not know it hear nothing', async () => {
    const { ada, dov, attic } = await freshRealm()
    const heard = await replays([ada, dov], () => dov.subscribes(attic))
    expect(eventNames(heard[2]!)).toEqual([])
    expect(eventNames(heard[3]!)).toEqual(['subscription/add'])
  })

  test('coming back finds everything as it was', async () => {
    const { ada, dov, general } = await freshRealm()
    for (const name of ['one', 'two', 'three']) await dov.subscribes({ name })
    const color = async () => {
      const { subscriptions } = succeeded(await dov.get('/users/me/subscriptions'))
      return subscriptions.find((each: Json) => each.stream_id === general.stream_id).color
    }
    const before = await color()
    await replays([ada, dov], async () => {
      succeeded(await unsubscribe(dov, ['general']))
      await dov.subscribes(general)
    })
    expect(await color()).toBe(before)
  })

  test('each new channel gets a colour that is used least', async () => {
    const { dov } = await freshRealm()
    for (let nth = 0; nth < 23; nth++) await dov.subscribes({ name: `channel ${nth}` })
    const { subscriptions } = succeeded(await dov.get('/users/me/subscriptions'))
    expect(new Set(subscriptions.map((each: Json) => each.color)).size).toBe(24)
  })

  test('what it does not know is ignored, and said to be', async () => {
    const { dov } = await freshRealm()
    const answer = await subscribe(dov, ['pottery'], { is_archived: true, stream_id: 1, creator_id: 1 })
    expect(answer.ignored_parameters_unsupported.toSorted()).toEqual(['creator_id', 'is_archived', 'stream_id'])
    expect(await channelNamed(dov, 'pottery')).toMatchObject({ is_archived: false, creator_id: dov.id })
  })

  test('two hundred people come into five channels with a handful of events', { timeout: 60_000 }, async () => {
    const { realm, ada, dov } = await freshRealm()
    const people: Person[] = []
    for (let nth = 0; nth < 200; nth++) people.push(await realm.newPerson(`person${nth}`))
    const names = [1, 2, 3, 4, 5].map((nth) => `hall ${nth}`)
    const heard = await replays([ada, dov, people[0]!], () =>
      subscribe(ada, names, { principals: people.map((person) => person.id) }),
    )
    expect(eventNames(heard[0]!)).toEqual([...names.map(() => 'stream/create'), 'subscription/peer_add'])
    expect(eventNames(heard[4]!)).toEqual([...names.map(() => 'stream/create'), 'subscription/add'])
    expect(heard[0]!.at(-1).user_ids).toHaveLength(200)
    expect(await channelNamed(ada, 'hall 5')).toMatchObject({ subscriber_count: 200 })
  })
})

describe('DELETE /users/me/subscriptions', () => {
  test('who leaves hears it, and so do those who may know who is in it', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const heard = await replays([ada, dov, ezra], async () => {
      expect(await unsubscribe(dov, ['General'])).toEqual({
        result: 'success',
        msg: '',
        removed: ['general'],
        not_removed: [],
      })
    })
    const [id, stream_id] = [expect.any(Number), general.stream_id]
    expect(heard[2]).toEqual([
      { id, type: 'subscription', op: 'remove', subscriptions: [{ stream_id, name: 'general' }] },
    ])
    for (const nth of [0, 4])
      expect(heard[nth]).toEqual([
        { id, type: 'subscription', op: 'peer_remove', stream_ids: [stream_id], user_ids: [dov.id] },
      ])
    const again = await unsubscribe(dov, ['general', 'GENERAL'])
    expect(again).toMatchObject({ removed: [], not_removed: ['general'] })
  })

  test('who leaves a private channel loses sight of it, and hears of nothing in it any more', async () => {
    const { ada, ben, cleo, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    await ada.sends(vault, 'keys', 'Where are they?')
    const heard = await replays([ada, ben, cleo], async () => {
      await ada.sends(vault, 'keys', 'Under the mat')
      succeeded(await unsubscribe(cleo, ['vault']))
      await ada.sends(vault, 'keys', 'Moved')
      succeeded(await unsubscribe(ben, ['vault']))
      succeeded(await ada.delete(`/streams/${vault.stream_id}`))
    })
    expect(eventNames(heard[4]!)).toEqual(['message', 'subscription/remove', 'stream/delete'])
    expect(eventNames(heard[5]!)).toEqual(['message', 'subscription/remove', 'stream/delete'])
    expect(heard[5]![2]).toEqual({
      id: expect.any(Number),
      type: 'stream',
      op: 'delete',
      streams: [{ stream_id: vault.stream_id }],
      stream_ids: [vault.stream_id],
    })
    expect(await cleo.get(`/streams/${vault.stream_id}`)).toEqual(refusal('Invalid channel ID'))
    // Ben administers the realm: he goes on knowing of it, and reads nothing in it.
    expect(eventNames(heard[3]!)).toEqual([
      'message',
      'subscription/peer_remove',
      'message',
      'subscription/remove',
      'stream/update',
    ])
  })

  test('a guest who is taken out of a public channel loses sight of it', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const heard = await replays([ada, dov, ezra], async () => {
      succeeded(await unsubscribe(ada, ['general'], { principals: [ezra.id] }))
      await dov.sends(general, 'lunch', 'Pizza?')
      succeeded(await unsubscribe(ada, ['general'], { principals: [dov.id] }))
    })
    expect(eventNames(heard[4]!)).toEqual(['subscription/remove', 'stream/delete'])
  })

  test('guests may leave by themselves', async () => {
    const { ada, ezra } = await freshRealm()
    await replays([ada, ezra], async () => {
      expect(await unsubscribe(ezra, ['general'])).toMatchObject({ removed: ['general'] })
    })
  })

  test('a channel that is not there, and one that the asker may not know of, are refused alike', async () => {
    const { ada, dov } = await freshRealm()
    const unknown = (stream: string) => ({
      ...refusal(`Channel '${stream}' does not exist`, 'STREAM_DOES_NOT_EXIST'),
      stream,
    })
    const heard = await replays([ada, dov], async () => {
      expect(await unsubscribe(dov, ['general', 'nowhere'])).toEqual(unknown('nowhere'))
      expect(await unsubscribe(dov, ['general', 'vault'])).toEqual(unknown('vault'))
    })
    expect(heard.flat()).toEqual([])
  })

  test('bad principals refuse the whole request', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    const heard = await replays([ada, dov], async () => {
      expect(await unsubscribe(ada, ['general'], { principals: [dov.id, 4711] })).toEqual(refusal('No such user'))
      expect(await unsubscribe(ada, ['general'], { principals: ['x@example.com'] })).toEqual(refusal('No such user'))
      expect(await unsubscribe(ada, ['general'], { principals: [ben.id] })).toEqual(refusal('User is deactivated'))
    })
    expect(heard.flat()).toEqual([])
  })

  test('administrators take out anyone, from channels they cannot read too', async () => {
    const { ada, ben, dov, cleo } = await freshRealm()
    await newChannel(ada, 'diary', [ada, dov, cleo], { invite_only: true })
    await replays([ada, ben, cleo, dov], async () => {
      expect(await unsubscribe(ben, ['diary', 'general'], { principals: [dov.id, ada.id] })).toMatchObject({
        removed: ['diary', 'general'],
      })
    })
  })

  test('others take out nobody but their own bots, unless the channel says so', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    const everyone = { can_remove_subscribers_group: EVERYONE_GROUP }
    await newChannel(ada, 'loose', [ada, cleo, dov], everyone)
    await newChannel(ada, 'hidden', [ada, cleo], { ...everyone, invite_only: true })
    for (const person of [cleo, dov, ezra])
      expect(await unsubscribe(person, ['general'], { principals: [ada.id] }), person.account.full_name).toEqual(
        NO_PERMISSION,
      )
    expect(await unsubscribe(cleo, ['general'], { principals: [fig.id] })).toEqual(NO_PERMISSION)
    expect(await unsubscribe(dov, ['general'], { principals: [fig.id, cleo.id] })).toEqual(NO_PERMISSION)
    expect(await unsubscribe(dov, ['general'], { principals: [fig.id, dov.id] })).toMatchObject({
      removed: ['general'],
    })
    expect(await unsubscribe(dov, ['loose'], { principals: [ada.id] })).toMatchObject({ removed: ['loose'] })
    // The permission is for those who can look: others do not even learn that the channel is there.
    expect(await unsubscribe(dov, ['hidden'], { principals: [cleo.id] })).toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
    })
    expect(await unsubscribe(cleo, ['hidden'], { principals: [ada.id] })).toMatchObject({ removed: ['hidden'] })
  })

  test('one channel where the asker may not refuses the request for all', async () => {
    const { ada, dov, cleo } = await freshRealm()
    await newChannel(ada, 'loose', [ada, cleo, dov], { can_remove_subscribers_group: EVERYONE_GROUP })
    const heard = await replays([ada, cleo], async () => {
      expect(await unsubscribe(dov, ['loose', 'general'], { principals: [cleo.id] })).toEqual(NO_PERMISSION)
    })
    expect(heard.flat()).toEqual([])
  })

  test('an archived channel can be left, and clients that know of no such channels hear that too, as what is unread there is settled', async () => {
    const { ada, dov } = await freshRealm()
    const heard = await replays([ada, dov], async () => {
      expect(await unsubscribe(ada, ['attic'])).toMatchObject({ removed: ['attic'] })
    })
    expect(eventNames(heard[0]!)).toEqual(['subscription/remove'])
    expect(eventNames(heard[1]!)).toEqual(['subscription/remove'])
  })
})

describe('GET /users/me/subscriptions', () => {
  test('the channels one is in, in their own colours; archived ones are not among them', async () => {
    const { ada, general, vault } = await freshRealm()
    const { subscriptions } = succeeded(await ada.get('/users/me/subscriptions'))
    expect(subscriptions.map((each: Json) => each.stream_id)).toEqual([general.stream_id, vault.stream_id])
    expect(subscriptions[1]).toEqual({
      ...vault,
      color: expect.stringMatching(/^#/),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: false,
      audible_notifications: false,
      push_notifications: false,
      email_notifications: false,
      wildcard_mentions_notify: true,
    })
  })

  test('with their subscribers, where asked for', async () => {
    const { ada, ben, ezra, general } = await freshRealm()
    for (const include_subscribers of ['true', 'partial']) {
      const { subscriptions } = succeeded(await ben.get('/users/me/subscriptions', { include_subscribers }))
      expect(subscriptions.map((each: Json) => each.subscribers.length)).toEqual([6, 2])
    }
    const own = succeeded(await ezra.get('/users/me/subscriptions', { include_subscribers: 'true' })).subscriptions
    expect(own.map((each: Json) => each.stream_id)).toEqual([general.stream_id])
    expect(own[0].subscribers).toContain(ada.id)
    expect(await ada.get('/users/me/subscriptions', { include_subscribers: 'some' })).toEqual(
      refusal('Invalid include_subscribers'),
    )
  })
})
