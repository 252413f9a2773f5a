import { expect, test } from 'vitest'
import { stateOf } from '../../client-state/model'
import type { Channel, FoundMessage, GroupSetting } from '../../client-state/wire'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, type Role } from '../../src/domain/people/users/user'
import {
  mayAddSubscribers,
  mayAdminister,
  mayChangeTopic,
  mayDelete,
  mayMove,
  mayMoveOut,
  mayRemoveSubscriber,
  mayResolve,
} from '../store/may-act'
import { mayEdit, mayPost, refusalToWrite } from '../store/may-write'
import type { OwnParts, OwnState, Registered } from '../wire/own-state'
import { partOf, type Part } from './part-of'

const OWN_ID = 10
const OTHER_ID = 11
const NO_USER = 1
const EVERYONE = 2
const NOW = 10_000

const PERMISSIONS = [
  'can_add_subscribers_group',
  'can_resolve_topics_group',
  'can_move_messages_between_topics_group',
  'can_move_messages_between_channels_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
]

/** Returns the state of a user who is in the group of everyone, in a realm that gives no user any permission. */
const stateWith = (changes: Part<Registered> = {}, role: Role = MEMBER): OwnState =>
  stateOf<OwnParts>(
    partOf<Registered>({
      user_id: OWN_ID,
      realm_users: [
        { user_id: OWN_ID, role, is_bot: false },
        { user_id: OTHER_ID, role: MEMBER, is_bot: false },
        { user_id: 12, role: MEMBER, is_bot: true, bot_owner_id: OWN_ID },
      ],
      realm_non_active_users: [],
      server_supported_permission_settings: {
        realm: Object.fromEntries(PERMISSIONS.map((name) => [name, { allow_everyone_group: false }])),
      },
      realm_user_groups: [
        { id: NO_USER, members: [], direct_subgroup_ids: [] },
        { id: EVERYONE, members: [OWN_ID, OTHER_ID], direct_subgroup_ids: [] },
      ],
      subscriptions: [],
      unread_msgs: { pms: [], streams: [], huddles: [], mentions: [], count: 0 },
      realm_allow_message_editing: true,
      realm_message_content_edit_limit_seconds: 600,
      realm_message_content_delete_limit_seconds: 600,
      ...Object.fromEntries(PERMISSIONS.map((name) => [`realm_${name}`, NO_USER])),
      ...changes,
    }),
  )

const channelWith = (changes: Part<Channel> = {}): Channel =>
  partOf<Channel>({
    stream_id: 1,
    is_archived: false,
    invite_only: false,
    is_web_public: false,
    history_public_to_subscribers: true,
    can_add_subscribers_group: NO_USER,
    can_administer_channel_group: NO_USER,
    can_delete_any_message_group: NO_USER,
    can_delete_own_message_group: NO_USER,
    can_move_messages_out_of_channel_group: NO_USER,
    can_move_messages_within_channel_group: NO_USER,
    can_remove_subscribers_group: NO_USER,
    can_resolve_topics_group: NO_USER,
    can_send_message_group: NO_USER,
    ...changes,
  })

const messageBy = (sender_id: number, changes: Part<FoundMessage> = {}): FoundMessage =>
  partOf<FoundMessage>({
    id: 1,
    sender_id,
    timestamp: NOW - 60,
    submessages: [],
    ...changes,
  })

const mayRemove = (state: OwnState, channel: Channel) => mayRemoveSubscriber(state, channel, OTHER_ID)

const BY_REALM_OR_CHANNEL = [
  [mayResolve, 'can_resolve_topics_group', 'can_resolve_topics_group'],
  [mayChangeTopic, 'can_move_messages_between_topics_group', 'can_move_messages_within_channel_group'],
  [mayMoveOut, 'can_move_messages_between_channels_group', 'can_move_messages_out_of_channel_group'],
  [mayAddSubscribers, 'can_add_subscribers_group', 'can_add_subscribers_group'],
] as const

test.each(BY_REALM_OR_CHANNEL)('%o is a permission of the realm or of the channel', (may, ofRealm, ofChannel) => {
  expect(may(stateWith(), channelWith())).toBe(false)
  expect(may(stateWith({ [`realm_${ofRealm}`]: EVERYONE }), channelWith())).toBe(true)
  expect(may(stateWith(), channelWith({ [ofChannel]: EVERYONE }))).toBe(true)
})

test('who may only move messages out of a channel changes no topic, unless the other channel permits it', () => {
  const source = channelWith({ can_move_messages_out_of_channel_group: EVERYONE })
  const target = (changes: Part<Channel>) => channelWith({ stream_id: 2, ...changes })
  const open = target({ can_move_messages_within_channel_group: EVERYONE })
  expect(mayMove(stateWith(), source)).toBe(true)
  expect(mayChangeTopic(stateWith(), source)).toBe(false)
  expect(mayChangeTopic(stateWith(), source, target({}))).toBe(false)
  expect(mayChangeTopic(stateWith(), source, open)).toBe(true)
  expect(mayChangeTopic(stateWith(), channelWith({ is_archived: true }), open)).toBe(false)
  expect(mayMove(stateWith(), channelWith({ can_move_messages_within_channel_group: EVERYONE }))).toBe(true)
  expect(mayMove(stateWith(), channelWith())).toBe(false)
})

test('who administers a channel may move its messages, and add and remove subscribers', () => {
  const administered = channelWith({ can_administer_channel_group: { direct_members: [OWN_ID], direct_subgroups: [] } })
  for (const may of [mayAdminister, mayChangeTopic, mayMoveOut, mayAddSubscribers, mayRemove]) {
    expect(may(stateWith(), administered)).toBe(true)
    expect(may(stateWith({}, ADMINISTRATOR), channelWith())).toBe(true)
    expect(may(stateWith(), channelWith())).toBe(false)
  }
})

test('a guest administers no channel, and subscribes and unsubscribes no one, even with the permission', () => {
  const open = channelWith({
    can_administer_channel_group: EVERYONE,
    can_add_subscribers_group: EVERYONE,
    can_remove_subscribers_group: EVERYONE,
  })
  for (const may of [mayAdminister, mayAddSubscribers, mayRemove]) {
    expect(may(stateWith(), open)).toBe(true)
    expect(may(stateWith({}, GUEST), open)).toBe(false)
  }
})

test('writing needs the permission of the channel, and a channel that is not archived', () => {
  expect(mayPost(stateWith(), channelWith({ can_send_message_group: EVERYONE }))).toBe(true)
  expect(mayPost(stateWith(), channelWith())).toBe(false)
  expect(mayPost(stateWith(), channelWith({ can_send_message_group: EVERYONE, is_archived: true }))).toBe(false)
})

test('a user edits own messages within the time limit, but no polls', () => {
  const old = { timestamp: NOW - 601 }
  expect(mayEdit(stateWith(), messageBy(OWN_ID), NOW)).toBe(true)
  expect(mayEdit(stateWith(), messageBy(OTHER_ID), NOW)).toBe(false)
  expect(mayEdit(stateWith(), messageBy(OWN_ID, old), NOW)).toBe(false)
  expect(mayEdit(stateWith({ realm_message_content_edit_limit_seconds: null }), messageBy(OWN_ID, old), NOW)).toBe(true)
  expect(mayEdit(stateWith({ realm_allow_message_editing: false }), messageBy(OWN_ID), NOW)).toBe(false)
  expect(mayEdit(stateWith(), messageBy(OWN_ID, { submessages: [{}] }), NOW)).toBe(false)
})

test('a user deletes own messages, and those of own bots, within the time limit; the permission for all has no limit', () => {
  const own = stateWith({ realm_can_delete_own_message_group: EVERYONE })
  const old = { timestamp: NOW - 601 }
  expect(mayDelete(stateWith(), channelWith(), messageBy(OWN_ID), NOW)).toBe(false)
  expect(mayDelete(own, channelWith(), messageBy(OWN_ID), NOW)).toBe(true)
  expect(mayDelete(own, undefined, messageBy(12), NOW)).toBe(true)
  expect(mayDelete(own, channelWith(), messageBy(OTHER_ID), NOW)).toBe(false)
  expect(mayDelete(own, channelWith(), messageBy(OWN_ID, old), NOW)).toBe(false)
  const any = channelWith({ can_delete_any_message_group: EVERYONE })
  expect(mayDelete(stateWith(), any, messageBy(OTHER_ID, old), NOW)).toBe(true)
})

const BOT_ID = 12
const MODERATORS = 3
const direct = (...user_ids: number[]) => ({ view: 'direct' as const, user_ids })

/** The other user is a moderator. */
const withPolicy = (permission: GroupSetting, initiators: GroupSetting, existing: number[][] = []): OwnState =>
  stateWith({
    realm_users: [
      { user_id: OWN_ID, role: MEMBER, is_bot: false },
      { user_id: OTHER_ID, role: MODERATOR, is_bot: false },
      { user_id: BOT_ID, is_bot: true },
      { user_id: 13, is_bot: false },
    ],
    cross_realm_bots: [],
    realm_user_groups: [
      { id: NO_USER, name: 'role:nobody', members: [], direct_subgroup_ids: [] },
      { id: EVERYONE, name: 'role:everyone', members: [OWN_ID, 13], direct_subgroup_ids: [MODERATORS] },
      { id: MODERATORS, name: 'role:moderators', members: [OTHER_ID], direct_subgroup_ids: [] },
    ],
    realm_direct_message_permission_group: permission,
    realm_direct_message_initiator_group: initiators,
    recent_private_conversations: existing.map((user_ids) => ({ max_message_id: 1, user_ids })),
  })

test.each([
  ['all may', withPolicy(EVERYONE, EVERYONE), direct(OTHER_ID), undefined],
  ['a user has left', withPolicy(EVERYONE, EVERYONE), direct(OTHER_ID, 99), 'left'],
  ['no one may', withPolicy(NO_USER, EVERYONE), direct(OTHER_ID), 'disabled'],
  ['no one may, to a bot', withPolicy(NO_USER, NO_USER), direct(BOT_ID), undefined],
  ['no one may, to oneself', withPolicy(NO_USER, NO_USER), direct(OWN_ID), undefined],
  ['moderators may, and one is there', withPolicy(MODERATORS, EVERYONE), direct(OTHER_ID, 13), undefined],
  ['moderators may, and none is there', withPolicy(MODERATORS, EVERYONE), direct(13), 'noAuthorizer'],
  ['moderators begin, and none did', withPolicy(EVERYONE, MODERATORS), direct(OTHER_ID), 'mayNotInitiate'],
  ['moderators begin, and one did', withPolicy(EVERYONE, MODERATORS, [[OTHER_ID]]), direct(OTHER_ID), undefined],
] as const)('direct messages: %s', (_, state, to, refusal) => {
  expect(refusalToWrite(state, to)).toBe(refusal)
})

test('a guest of a link answers direct messages, and begins none', () => {
  const asGuest = (existing: number[][]): OwnState => {
    const state = withPolicy(EVERYONE, EVERYONE, existing)
    const own = state.realm_users.get(OWN_ID)
    if (own) own.is_link_guest = true
    return state
  }
  expect(refusalToWrite(asGuest([]), direct(OTHER_ID))).toBe('mayNotInitiate')
  expect(refusalToWrite(asGuest([]), direct(BOT_ID))).toBe('mayNotInitiate')
  expect(refusalToWrite(asGuest([[OTHER_ID]]), direct(OTHER_ID))).toBe(undefined)
})

test('the reason why a channel takes no message is named', () => {
  const to = { view: 'channel' as const, stream_id: 1 }
  const stateOfChannel = (changes: Part<Channel>) => stateWith({ streams: [channelWith(changes)] })
  expect(refusalToWrite(stateOfChannel({ can_send_message_group: EVERYONE }), to)).toBe(undefined)
  expect(refusalToWrite(stateOfChannel({}), to)).toBe('notPermitted')
  expect(refusalToWrite(stateOfChannel({ is_archived: true }), to)).toBe('archived')
  expect(refusalToWrite(stateWith({ streams: [] }), to)).toBe('noPlace')
})
