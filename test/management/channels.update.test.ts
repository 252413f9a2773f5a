import { describe, expect, test } from 'vitest'
import {
  ADMINISTRATORS_ONLY,
  CHANNEL_ADMINISTRATORS_ONLY,
  INVALID_CHANNEL,
  NO_PERMISSION,
  OWNERS_ONLY,
  refusal,
  SUCCESS,
} from '../support/answers'
import { changesNothing, eventProperties, receivedBy } from '../support/received-events'
import {
  ADMINISTRATORS_GROUP,
  EVERYONE_GROUP,
  INTERNET_GROUP,
  MEMBERS_GROUP,
  MODERATORS_GROUP,
  NOBODY_GROUP,
} from '../support/system-groups'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { writesTo } from '../support/tables'

const change = (person: Person, { stream_id }: Channel, fields: Record<string, FieldValue>) =>
  person.patch(`/streams/${stream_id}`, fields)
const changes = async (person: Person, channel: Channel, fields: Record<string, FieldValue>) =>
  succeeded(await change(person, channel, fields))
const read = async (person: Person, { stream_id }: Channel): Promise<Json> =>
  succeeded(await person.get(`/streams/${stream_id}`)).stream

/** A channel that ezra, a guest, is in beside its maker, and that dov has left. */
async function clubOf({ ada, dov, ezra }: Cast, more: Record<string, FieldValue> = {}): Promise<Channel> {
  const club = await newChannel(ada, 'club', [ada, dov, ezra], more)
  await dov.delete('/users/me/subscriptions', { subscriptions: ['club'] })
  return club
}

describe('PATCH /streams/:stream_id', () => {
  test('each property that changes is told by an event of its own, to all who may know of the channel', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov, ezra, general } = cast
    const fields = {
      new_name: ' Lobby ',
      description: 'Come in,\nand *stay*',
      message_retention_days: 30,
      topics_policy: 'allow_empty_topic',
      can_send_message_group: { new: ADMINISTRATORS_GROUP },
    }
    const heard = await receivedBy([ada, cleo, dov, ezra], async () => {
      expect(await change(ada, general, fields)).toEqual(SUCCESS)
    })
    const update = (property: string, value: unknown, more = {}) => ({
      type: 'stream',
      op: 'update',
      stream_id: general.stream_id,
      name: 'general',
      property,
      value,
      ...more,
    })
    const events = [
      update('message_retention_days', 30),
      update('topics_policy', 'allow_empty_topic'),
      update('description', 'Come in, and *stay*', {
        rendered_description: '<p>Come in, and <em>stay</em></p>',
      }),
      update('name', 'Lobby'),
      update('can_send_message_group', ADMINISTRATORS_GROUP, { name: 'Lobby' }),
      update('stream_post_policy', 2, { name: 'Lobby' }),
    ]
    for (const { plain, able } of heard) {
      expect(plain).toEqual(events)
      expect(able).toEqual(events)
    }
    expect(await read(dov, general)).toMatchObject({
      name: 'Lobby',
      description: 'Come in, and *stay*',
      message_retention_days: 30,
      topics_policy: 'allow_empty_topic',
      can_send_message_group: ADMINISTRATORS_GROUP,
      is_announcement_only: true,
    })
  })

  test('what is so already is told to nobody', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await changesNothing([ada, dov, ezra], async () => {
      const same = {
        description: '',
        is_private: false,
        is_web_public: false,
        history_public_to_subscribers: true,
        is_default_stream: false,
        message_retention_days: 'realm_default',
        topics_policy: 'inherit',
        can_send_message_group: { new: { direct_members: [], direct_subgroups: [EVERYONE_GROUP] } },
        can_administer_channel_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
      }
      expect(await change(ada, general, same)).toEqual(SUCCESS)
      expect(await change(ada, general, {})).toEqual(SUCCESS)
    })
  })

  test('a new name may differ in case only; one that is taken, or the channel’s own, is refused', async () => {
    const { ada, dov, general } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      const cases: [string, string][] = [
        ['general', 'Channel already has that name.'],
        [' general ', 'Channel already has that name.'],
        ['Vault', 'Channel name already in use.'],
        ['ATTIC', 'Channel name already in use.'],
        ['', "Channel name can't be empty."],
        ['  ', "Channel name can't be empty."],
        ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
        ['a\u0000b', 'Invalid character in channel name, at position 2.'],
      ]
      for (const [new_name, msg] of cases) expect(await change(ada, general, { new_name })).toEqual(refusal(msg))
    })
    await replays([ada, dov], () => changes(ada, general, { new_name: 'General' }))
    expect((await dov.sends({ name: 'GENERAL' }, 'lunch', 'Pizza?')).id).toEqual(expect.any(Number))
  })

  test('values that cannot be are refused, and nothing changes', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    const cases: [Record<string, FieldValue>, Json][] = [
      [{ description: 'x'.repeat(1025) }, refusal('description is too long (limit: 1024 characters)')],
      [{ is_private: 'maybe' }, refusal('is_private is not valid JSON')],
      [{ is_private: 1 }, refusal('is_private is not a boolean')],
      [{ is_web_public: 'x' }, refusal('is_web_public is not valid JSON')],
      [{ history_public_to_subscribers: 7 }, refusal('history_public_to_subscribers is not a boolean')],
      [{ is_default_stream: 7 }, refusal('is_default_stream is not a boolean')],
      [{ is_archived: 'x' }, refusal('is_archived is not valid JSON')],
      [{ topics_policy: 'none' }, refusal('Invalid topics_policy')],
      ...[0, -1, 1.5, 'for_ever', null, true].map((days): [Record<string, FieldValue>, Json] => [
        { message_retention_days: days },
        expect.objectContaining({ result: 'error', code: 'BAD_REQUEST' }),
      ]),
      [{ history_public_to_subscribers: false }, refusal('Invalid parameters')],
      [{ is_private: true, is_web_public: true }, refusal('Invalid parameters')],
      [{ is_web_public: true, history_public_to_subscribers: false }, refusal('Invalid parameters')],
      [{ is_web_public: true }, refusal('Web-public channels are not enabled.')],
      [{ is_private: true, is_default_stream: true }, refusal('A default channel cannot be private.')],
      [{ is_archived: false }, refusal('Channel is not currently deactivated')],
      [{ can_subscribe_group: 7 }, refusal('can_subscribe_group is not a dict')],
      [{ can_subscribe_group: {} }, refusal('new key is missing from can_subscribe_group')],
      [{ can_subscribe_group: { new: 'x' } }, refusal('Invalid can_subscribe_group["new"]')],
      [{ can_subscribe_group: { new: 4711 } }, refusal('Invalid user group')],
      [
        { can_subscribe_group: { new: { direct_members: [ben.id], direct_subgroups: [] } } },
        refusal(`Invalid user ID: ${ben.id}`),
      ],
      [
        { can_send_message_group: { new: INTERNET_GROUP } },
        refusal("'can_send_message_group' setting cannot be set to 'role:internet' group."),
      ],
      [
        { can_add_subscribers_group: { new: EVERYONE_GROUP } },
        refusal("'can_add_subscribers_group' setting cannot be set to 'role:everyone' group."),
      ],
      [
        { can_subscribe_group: { new: MEMBERS_GROUP, old: MEMBERS_GROUP } },
        refusal("'old' value does not match the expected value.", 'EXPECTATION_MISMATCH'),
      ],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [fields, answer] of cases)
        // Whatever comes with it does not happen either.
        expect(await change(ada, general, { new_name: 'Lobby', ...fields }), JSON.stringify(fields)).toEqual(answer)
    })
    expect(await read(ada, general)).toEqual(general)
  })

  test('who may: administrators, and whom the channel lets; what needs more than that needs more', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra, fig, general, vault } = cast
    await changesNothing([ada, dov], async () => {
      for (const person of [cleo, dov, ezra, fig])
        expect(await change(person, general, { description: 'Mine' })).toEqual(CHANNEL_ADMINISTRATORS_ONLY)
      for (const stream_id of [vault.stream_id, 4711])
        expect(await dov.patch(`/streams/${stream_id}`, { description: 'Mine' })).toEqual(INVALID_CHANNEL)
      expect(await change(ben, general, { message_retention_days: 7 })).toEqual(OWNERS_ONLY)
    })
    const people = { direct_members: [cleo.id, dov.id, ezra.id], direct_subgroups: [] }
    await changes(ben, general, { can_administer_channel_group: { new: people } })
    await changesNothing([ada, dov], async () => {
      expect(await change(ezra, general, { description: 'Mine' })).toEqual(CHANNEL_ADMINISTRATORS_ONLY)
      expect(await change(dov, general, { is_default_stream: true })).toEqual(ADMINISTRATORS_ONLY)
      expect(await change(dov, general, { message_retention_days: 'unlimited' })).toEqual(OWNERS_ONLY)
      expect(await change(dov, general, { can_delete_own_message_group: { new: EVERYONE_GROUP } })).toEqual(
        NO_PERMISSION,
      )
    })
    await replays([ada, dov, ezra], () => changes(dov, general, { description: 'Ours' }))
    await replays([ada, dov, ezra], () =>
      changes(cleo, general, { can_delete_own_message_group: { new: EVERYONE_GROUP } }),
    )
    await replays([ada, dov, ezra], () => changes(ada, general, { message_retention_days: 'unlimited' }))
    expect(await read(dov, general)).toMatchObject({ description: 'Ours', message_retention_days: -1 })
    await replays([ada, dov, ezra], () => changes(ada, general, { message_retention_days: 'realm_default' }))
    expect(await read(dov, general)).toMatchObject({ message_retention_days: null })
  })

  test('what the realm lets few do, few may do to a channel', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    const workshop = await newChannel(dov, 'workshop', [dov])
    await writesTo(
      realm,
      `INSERT INTO realm_settings (name, value) VALUES ('can_create_private_channel_group', '3'),
       ('can_create_public_channel_group', '3'), ('can_set_topics_policy_group', '3')`,
    )
    await changesNothing([ada, dov], async () => {
      expect(await change(dov, workshop, { is_private: true })).toEqual(NO_PERMISSION)
      expect(await change(dov, workshop, { topics_policy: 'disable_empty_topic' })).toEqual(NO_PERMISSION)
    })
    await changes(ada, workshop, { is_private: true, topics_policy: 'disable_empty_topic' })
    await changesNothing([ada, dov], async () => {
      expect(await change(dov, workshop, { is_private: false })).toEqual(NO_PERMISSION)
    })
    await changes(dov, workshop, { topics_policy: 'inherit', history_public_to_subscribers: true })
  })

  test('an administrator who cannot read a channel opens it to nobody, themselves included', async () => {
    const { ada, ben, dov } = await freshRealm()
    const diary = await newChannel(ada, 'diary', [ada], { invite_only: true })
    const bens = { direct_members: [ben.id], direct_subgroups: [] }
    await changesNothing([ada, ben, dov], async () => {
      const cases = [
        { is_private: false },
        { history_public_to_subscribers: true },
        { can_add_subscribers_group: { new: bens } },
        { can_subscribe_group: { new: bens } },
        { can_delete_any_message_group: { new: bens } },
        { can_delete_own_message_group: { new: bens } },
      ]
      for (const fields of cases)
        expect(await change(ben, diary, fields), JSON.stringify(fields)).toEqual(INVALID_CHANNEL)
    })
    const heard = await replays([ada, ben, dov], () =>
      changes(ben, diary, { description: 'Dear', can_send_message_group: { new: MODERATORS_GROUP } }),
    )
    expect(heard.map((events) => events.length)).toEqual([3, 3, 3, 3, 0, 0])
  })

  test('the value that the client took a permission to have is compared', async () => {
    const { ada, dov, general } = await freshRealm()
    const dovs = { direct_members: [dov.id], direct_subgroups: [] }
    await replays([ada, dov], () =>
      changes(ada, general, {
        can_administer_channel_group: { new: dovs, old: { direct_members: [ada.id, ada.id], direct_subgroups: [] } },
        can_subscribe_group: { new: MEMBERS_GROUP, old: { direct_members: [], direct_subgroups: [] } },
      }),
    )
    expect(await read(ada, general)).toMatchObject({
      can_administer_channel_group: dovs,
      can_subscribe_group: MEMBERS_GROUP,
    })
    expect(await read(ada, general)).toMatchObject({ can_resolve_topics_group: NOBODY_GROUP })
  })

  test('a channel turns private: to those who lose sight of it it is gone, and they hear no more', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra } = cast
    const club = await clubOf(cast)
    const { stream_id } = club
    const heard = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      await changes(ada, club, { is_private: true })
      await changes(ada, club, { description: 'Secret' })
      await ada.sends(club, 'x', 'y')
    })
    const gone = { type: 'stream', op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id] }
    const closed = {
      type: 'stream',
      op: 'update',
      stream_id,
      name: 'club',
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    }
    const [adas, bens, cleos, dovs, ezras] = heard
    for (const { plain, able } of [cleos!, dovs!]) {
      expect(plain).toEqual([gone])
      expect(able).toEqual([gone])
    }
    for (const { plain, able } of [adas!, bens!, ezras!]) {
      expect(plain[0]).toEqual(closed)
      expect(able[0]).toEqual(closed)
      expect(eventProperties(plain).slice(1, 2)).toEqual(['stream/update/description'])
    }
    expect(await dov.get(`/streams/${stream_id}`)).toEqual(INVALID_CHANNEL)
  })

  test('a channel turns public: those who gain sight of it are told of it and of who is in it', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra } = cast
    const gil = await cast.realm.newPerson('gil', { role: 600 })
    const club = await clubOf(cast, { invite_only: true })
    const heard = await receivedBy([ada, ben, cleo, dov, ezra, gil], async () => {
      await changes(ada, club, { description: 'Secret' })
      await changes(ada, club, { description: 'Open' })
      await changes(ada, club, { is_private: false })
    })
    const [adas, bens, cleos, dovs, ezras, gils] = heard.map(({ plain, able }) => [
      eventProperties(plain),
      eventProperties(able),
    ])
    const news = ['stream/update/description', 'stream/update/description', 'stream/update/invite_only']
    for (const each of [adas, bens, ezras]) expect(each).toEqual([news, news])
    for (const each of [cleos, dovs])
      expect(each).toEqual([
        ['stream/create', 'subscription/peer_add'],
        ['stream/create', 'subscription/peer_add'],
      ])
    expect(gils).toEqual([[], []])
    expect(heard[3]!.able[1]).toMatchObject({ user_ids: [ada.id, ezra.id] })
    expect(await read(dov, club)).toMatchObject({ invite_only: false, history_public_to_subscribers: true })
  })

  test('there and back again: whoever reads late ends up where whoever read at once did', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra } = cast
    const club = await clubOf(cast)
    const heard = await replays([ada, ben, cleo, dov, ezra], async () => {
      await changes(ada, club, { description: 'Open' })
      await changes(ada, club, { is_private: true, history_public_to_subscribers: true })
      await changes(ada, club, { description: 'Secret', new_name: 'cabal' })
      await ada.subscribes({ name: 'cabal' }, { principals: [ben.id] })
      await changes(ada, club, { description: 'Open again' })
      await changes(ada, club, { is_private: false, new_name: 'club' })
    })
    for (const events of heard.slice(4, 8)) expect(JSON.stringify(events)).not.toMatch(/Secret|cabal/)
    expect(JSON.stringify(heard[0])).toMatch(/Secret/)
  })

  test('permissions let people see a private channel, and hide it again', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra } = cast
    const club = await clubOf(cast, { invite_only: true })
    for (const permission of ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group']) {
      const people = { direct_members: [cleo.id, dov.id, ezra.id], direct_subgroups: [] }
      const came = await replays([ada, ben, cleo, dov, ezra], () =>
        changes(ada, club, { [permission]: { new: people } }),
      )
      expect(eventProperties(came[4]!)).toEqual(['stream/create', 'subscription/peer_add'])
      expect(eventProperties(came[6]!)).toEqual(['stream/create', 'subscription/peer_add'])
      expect(eventProperties(came[8]!)).toEqual([`stream/update/${permission}`])
      const went = await replays([ada, ben, cleo, dov, ezra], () =>
        changes(ada, club, { [permission]: { new: NOBODY_GROUP } }),
      )
      expect(eventProperties(went[4]!)).toEqual(['stream/delete'])
      expect(eventProperties(went[6]!)).toEqual(['stream/delete'])
      expect(eventProperties(went[8]!)).toEqual([`stream/update/${permission}`])
    }
  })

  test('default channels are told to everyone but guests, and none of them is private', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, general, vault } = cast
    const heard = await replays([dov, ezra], () => changes(ada, general, { is_default_stream: true }))
    expect(heard.map(eventProperties)).toEqual([['default_streams'], ['default_streams'], [], []])
    expect(heard[0]![0].default_streams).toEqual([general.stream_id])
    await changesNothing([ada, dov], async () => {
      const msg = refusal('A default channel cannot be private.')
      expect(await change(ada, general, { is_private: true })).toEqual(msg)
      expect(await change(ada, vault, { is_default_stream: true })).toEqual(msg)
    })
    const closed = await replays([ada, dov, ezra], () =>
      changes(ada, general, { is_private: true, is_default_stream: false }),
    )
    expect(eventProperties(closed[0]!)).toEqual(['default_streams', 'stream/update/invite_only'])
  })

  test('a channel whose messages are in named topics cannot do without them', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, '', 'Hello')
    await replays([ada, dov], () => changes(ada, general, { topics_policy: 'empty_topic_only' }))
    await changes(ada, general, { topics_policy: 'inherit' })
    await dov.sends(general, 'lunch', 'Pizza?')
    await changesNothing([ada, dov], async () => {
      expect(await change(ada, general, { topics_policy: 'empty_topic_only', new_name: 'Lobby' })).toEqual(
        refusal('All messages in this channel must be in its "general chat" topic first.'),
      )
    })
  })

  test('a channel is put into a folder that is in use, and taken out of it', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const newFolder = async (name: string): Promise<number> =>
      succeeded(await ada.post('/channel_folders/create', { name, description: '' })).channel_folder_id
    const [crafts, closed] = [await newFolder('Crafts'), await newFolder('Closed')]
    succeeded(await ada.patch(`/channel_folders/${closed}`, { is_archived: true }))
    for (const folder_id of [crafts, null]) {
      const heard = await receivedBy([dov, ezra], () => changes(ada, general, { folder_id }))
      for (const { plain, able } of heard) {
        expect(plain).toEqual([expect.objectContaining({ property: 'folder_id', value: folder_id })])
        expect(able).toEqual(plain)
      }
    }
    await changesNothing([ada, dov], async () => {
      for (const folder_id of [closed, 4711, -1])
        expect(await change(ada, general, { folder_id })).toEqual(refusal('Invalid channel folder ID'))
      expect(await change(ada, general, { folder_id: 'x' })).toEqual(refusal('folder_id is not valid JSON'))
      expect(await change(dov, general, { folder_id: crafts })).toEqual(CHANNEL_ADMINISTRATORS_ONLY)
      expect(await change(ada, general, { folder_id: null })).toEqual(SUCCESS)
    })
  })

  test('the channel for moderation requests stays private', async () => {
    const { realm, ada, ben, vault } = await freshRealm()
    const setting = "INSERT INTO realm_settings (name, value) VALUES ('moderation_request_channel_id', ?)"
    await writesTo(realm, setting, String(vault.stream_id))
    await changesNothing([ada, ben], async () => {
      const msg = refusal('The channel for moderation requests must be private.')
      expect(await change(ada, vault, { is_private: false })).toEqual(msg)
    })
  })
})

describe('PATCH /streams/:stream_id with is_archived', () => {
  test('a channel comes back: whole to clients to which it was gone, as a change to others', async () => {
    const cast = await freshRealm()
    const { ada, ben, dov, ezra } = cast
    const gil = await cast.realm.newPerson('gil', { role: 600 })
    const club = await clubOf(cast)
    await ezra.sends(club, 'x', 'y')
    succeeded(await ada.delete(`/streams/${club.stream_id}`))
    const heard = await receivedBy([ada, ben, dov, ezra, gil], async () => {
      expect(await change(ada, club, { is_archived: false })).toEqual(SUCCESS)
    })
    const [adas, bens, dovs, ezras, gils] = heard.map(({ plain }) => eventProperties(plain))
    expect(adas).toEqual(['stream/create', 'subscription/add'])
    expect(bens).toEqual(['stream/create', 'subscription/peer_add'])
    expect(dovs).toEqual(['stream/create', 'subscription/peer_add'])
    expect(ezras).toEqual(['stream/create', 'subscription/add'])
    expect(gils).toEqual([])
    for (const { able } of heard.slice(0, 4)) expect(eventProperties(able)).toEqual(['stream/update/is_archived'])
    await dov.sends(club, 'lunch', 'Pizza?')
  })

  test('archived and back again adds up, and what comes with it happens too', async () => {
    const cast = await freshRealm()
    const { ada, ben, dov, ezra } = cast
    const club = await clubOf(cast)
    await replays([ada, ben, dov, ezra], async () => {
      await changes(ada, club, { is_archived: true })
      await changes(ada, club, { description: 'Asleep' })
      await changes(ada, club, { is_archived: false, new_name: 'phoenix', is_private: true })
    })
    const heard = await replays([ada, dov, ezra], async () => {
      await changes(ada, club, { is_archived: true })
      await changes(ada, club, { description: 'Asleep again' })
    })
    expect(eventProperties(heard[0]!)).toEqual(['stream/delete']) // a channel that is gone does not change
    expect(eventProperties(heard[1]!)).toEqual(['stream/update/is_archived', 'stream/update/description'])
  })

  test('a private channel that nobody is in stays archived; what is archived is no default channel', async () => {
    const cast = await freshRealm()
    const { ada, ben, dov, vault, attic } = cast
    await ada.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals: [ada.id, ben.id] })
    if (!(await read(ada, vault)).is_archived) await ada.delete(`/streams/${vault.stream_id}`)
    await changesNothing([ada, dov], async () => {
      expect(await change(ada, vault, { is_archived: false })).toEqual(
        refusal('Channel is private and has no subscribers.'),
      )
      expect(await change(ada, attic, { is_default_stream: true })).toEqual(
        refusal('An archived channel cannot be a default channel.'),
      )
      expect(await change(ada, attic, { is_archived: true })).toEqual(refusal('Channel is already deactivated'))
      expect(await change(dov, attic, { is_archived: false })).toEqual(CHANNEL_ADMINISTRATORS_ONLY)
    })
    await replays([ada, dov], () => changes(ada, attic, { is_archived: false }))
  })
})
