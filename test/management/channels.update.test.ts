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
import { changeChannel, channelFor, requestChannelChange } from '../support/channels'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

describe('PATCH /streams/:stream_id', () => {
  test('each changed property has its own event, for all users who can see the channel', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov, ezra, general } = cast
    const fields = {
      new_name: ' Lobby ',
      description: 'Come in,\nand *stay*',
      message_retention_days: 30,
      topics_policy: 'allow_empty_topic',
      can_send_message_group: { new: ADMINISTRATORS_GROUP },
    }
    const received = await receivedBy([ada, cleo, dov, ezra], async () => {
      expect(await requestChannelChange(ada, general, fields)).toEqual(SUCCESS)
    })
    const update = (property: string, value: unknown, otherFields = {}) => ({
      type: 'stream',
      op: 'update',
      stream_id: general.stream_id,
      name: 'general',
      property,
      value,
      ...otherFields,
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
    for (const { plain, able } of received) {
      expect(plain).toEqual(events)
      expect(able).toEqual(events)
    }
    expect(await channelFor(dov, general)).toMatchObject({
      name: 'Lobby',
      description: 'Come in, and *stay*',
      message_retention_days: 30,
      topics_policy: 'allow_empty_topic',
      can_send_message_group: ADMINISTRATORS_GROUP,
      is_announcement_only: true,
    })
  })

  test('a change to the current values publishes nothing', async () => {
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
      expect(await requestChannelChange(ada, general, same)).toEqual(SUCCESS)
      expect(await requestChannelChange(ada, general, {})).toEqual(SUCCESS)
    })
  })

  test('a new name may differ only in case; a name in use is refused, and so is the current name', async () => {
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
      for (const [new_name, msg] of cases)
        expect(await requestChannelChange(ada, general, { new_name })).toEqual(refusal(msg))
    })
    await replays([ada, dov], () => changeChannel(ada, general, { new_name: 'General' }))
    expect((await dov.sends({ name: 'GENERAL' }, 'lunch', 'Pizza?')).id).toEqual(expect.any(Number))
  })

  test('invalid values are refused, and nothing changes', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
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
        // The valid part of the request has no effect either.
        expect(
          await requestChannelChange(ada, general, { new_name: 'Lobby', ...fields }),
          JSON.stringify(fields),
        ).toEqual(answer)
    })
    expect(await channelFor(ada, general)).toEqual(general)
  })

  test('administrators may change a channel, and users who can administer it; some properties need more', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra, fig, general, vault } = cast
    await changesNothing([ada, dov], async () => {
      for (const person of [cleo, dov, ezra, fig])
        expect(await requestChannelChange(person, general, { description: 'Mine' })).toEqual(
          CHANNEL_ADMINISTRATORS_ONLY,
        )
      for (const stream_id of [vault.stream_id, 4711])
        expect(await dov.patch(`/streams/${stream_id}`, { description: 'Mine' })).toEqual(INVALID_CHANNEL)
      expect(await requestChannelChange(ben, general, { message_retention_days: 7 })).toEqual(OWNERS_ONLY)
    })
    const administrators = { direct_members: [cleo.id, dov.id, ezra.id], direct_subgroups: [] }
    await changeChannel(ben, general, { can_administer_channel_group: { new: administrators } })
    await changesNothing([ada, dov], async () => {
      expect(await requestChannelChange(ezra, general, { description: 'Mine' })).toEqual(CHANNEL_ADMINISTRATORS_ONLY)
      expect(await requestChannelChange(dov, general, { is_default_stream: true })).toEqual(ADMINISTRATORS_ONLY)
      expect(await requestChannelChange(dov, general, { message_retention_days: 'unlimited' })).toEqual(OWNERS_ONLY)
      expect(
        await requestChannelChange(dov, general, { can_delete_own_message_group: { new: EVERYONE_GROUP } }),
      ).toEqual(NO_PERMISSION)
    })
    await replays([ada, dov, ezra], () => changeChannel(dov, general, { description: 'Ours' }))
    await replays([ada, dov, ezra], () =>
      changeChannel(cleo, general, { can_delete_own_message_group: { new: EVERYONE_GROUP } }),
    )
    await replays([ada, dov, ezra], () => changeChannel(ada, general, { message_retention_days: 'unlimited' }))
    expect(await channelFor(dov, general)).toMatchObject({ description: 'Ours', message_retention_days: -1 })
    await replays([ada, dov, ezra], () => changeChannel(ada, general, { message_retention_days: 'realm_default' }))
    expect(await channelFor(dov, general)).toMatchObject({ message_retention_days: null })
  })

  test('a member who may not create a kind of channel may not change a channel into it', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    const workshop = await newChannel(dov, 'workshop', [dov])
    await executeSql(
      realm,
      `INSERT INTO realm_settings (name, value) VALUES ('can_create_private_channel_group', '3'),
       ('can_create_public_channel_group', '3'), ('can_set_topics_policy_group', '3')`,
    )
    await changesNothing([ada, dov], async () => {
      expect(await requestChannelChange(dov, workshop, { is_private: true })).toEqual(NO_PERMISSION)
      expect(await requestChannelChange(dov, workshop, { topics_policy: 'disable_empty_topic' })).toEqual(NO_PERMISSION)
    })
    await changeChannel(ada, workshop, { is_private: true, topics_policy: 'disable_empty_topic' })
    await changesNothing([ada, dov], async () => {
      expect(await requestChannelChange(dov, workshop, { is_private: false })).toEqual(NO_PERMISSION)
    })
    await changeChannel(dov, workshop, { topics_policy: 'inherit', history_public_to_subscribers: true })
  })

  test('an administrator who cannot read a private channel cannot give access to it, also not to themselves', async () => {
    const { ada, ben, dov } = await freshRealm()
    const diary = await newChannel(ada, 'diary', [ada], { invite_only: true })
    const onlyBen = { direct_members: [ben.id], direct_subgroups: [] }
    await changesNothing([ada, ben, dov], async () => {
      const cases = [
        { is_private: false },
        { history_public_to_subscribers: true },
        { can_add_subscribers_group: { new: onlyBen } },
        { can_subscribe_group: { new: onlyBen } },
        { can_delete_any_message_group: { new: onlyBen } },
        { can_delete_own_message_group: { new: onlyBen } },
      ]
      for (const fields of cases)
        expect(await requestChannelChange(ben, diary, fields), JSON.stringify(fields)).toEqual(INVALID_CHANNEL)
    })
    const eventLists = await replays([ada, ben, dov], () =>
      changeChannel(ben, diary, { description: 'Dear', can_send_message_group: { new: MODERATORS_GROUP } }),
    )
    expect(eventLists.map((events) => events.length)).toEqual([3, 3, 3, 3, 0, 0])
  })

  test('a permission is changed only if its old value is the one in the request', async () => {
    const { ada, dov, general } = await freshRealm()
    const onlyDov = { direct_members: [dov.id], direct_subgroups: [] }
    await replays([ada, dov], () =>
      changeChannel(ada, general, {
        can_administer_channel_group: { new: onlyDov, old: { direct_members: [ada.id, ada.id], direct_subgroups: [] } },
        can_subscribe_group: { new: MEMBERS_GROUP, old: { direct_members: [], direct_subgroups: [] } },
      }),
    )
    expect(await channelFor(ada, general)).toMatchObject({
      can_administer_channel_group: onlyDov,
      can_subscribe_group: MEMBERS_GROUP,
    })
    expect(await channelFor(ada, general)).toMatchObject({ can_resolve_topics_group: NOBODY_GROUP })
  })

  test('all users but guests receive the default channels, and a private channel cannot be one', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, general, vault } = cast
    const eventLists = await replays([dov, ezra], () => changeChannel(ada, general, { is_default_stream: true }))
    expect(eventLists.map(eventProperties)).toEqual([['default_streams'], ['default_streams'], [], []])
    expect(eventLists[0]![0].default_streams).toEqual([general.stream_id])
    await changesNothing([ada, dov], async () => {
      const msg = refusal('A default channel cannot be private.')
      expect(await requestChannelChange(ada, general, { is_private: true })).toEqual(msg)
      expect(await requestChannelChange(ada, vault, { is_default_stream: true })).toEqual(msg)
    })
    const eventsOfChange = await replays([ada, dov, ezra], () =>
      changeChannel(ada, general, { is_private: true, is_default_stream: false }),
    )
    expect(eventProperties(eventsOfChange[0]!)).toEqual(['default_streams', 'stream/update/invite_only'])
  })

  test('a channel with messages in named topics cannot allow only the empty topic', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, '', 'Hello')
    await replays([ada, dov], () => changeChannel(ada, general, { topics_policy: 'empty_topic_only' }))
    await changeChannel(ada, general, { topics_policy: 'inherit' })
    await dov.sends(general, 'lunch', 'Pizza?')
    await changesNothing([ada, dov], async () => {
      expect(
        await requestChannelChange(ada, general, { topics_policy: 'empty_topic_only', new_name: 'Lobby' }),
      ).toEqual(refusal('All messages in this channel must be in its "general chat" topic first.'))
    })
  })

  test('an administrator moves a channel into an active folder, and out of it', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const newFolder = async (name: string): Promise<number> =>
      succeeded(await ada.post('/channel_folders/create', { name, description: '' })).channel_folder_id
    const [crafts, archived] = [await newFolder('Crafts'), await newFolder('Closed')]
    succeeded(await ada.patch(`/channel_folders/${archived}`, { is_archived: true }))
    for (const folder_id of [crafts, null]) {
      const received = await receivedBy([dov, ezra], () => changeChannel(ada, general, { folder_id }))
      for (const { plain, able } of received) {
        expect(plain).toEqual([expect.objectContaining({ property: 'folder_id', value: folder_id })])
        expect(able).toEqual(plain)
      }
    }
    await changesNothing([ada, dov], async () => {
      for (const folder_id of [archived, 4711, -1])
        expect(await requestChannelChange(ada, general, { folder_id })).toEqual(refusal('Invalid channel folder ID'))
      expect(await requestChannelChange(ada, general, { folder_id: 'x' })).toEqual(
        refusal('folder_id is not valid JSON'),
      )
      expect(await requestChannelChange(dov, general, { folder_id: crafts })).toEqual(CHANNEL_ADMINISTRATORS_ONLY)
      expect(await requestChannelChange(ada, general, { folder_id: null })).toEqual(SUCCESS)
    })
  })

  test('the channel for moderation requests must stay private', async () => {
    const { realm, ada, ben, vault } = await freshRealm()
    const setting = "INSERT INTO realm_settings (name, value) VALUES ('moderation_request_channel_id', ?)"
    await executeSql(realm, setting, String(vault.stream_id))
    await changesNothing([ada, ben], async () => {
      const msg = refusal('The channel for moderation requests must be private.')
      expect(await requestChannelChange(ada, vault, { is_private: false })).toEqual(msg)
    })
  })
})
