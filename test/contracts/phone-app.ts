import table from './phone-app.json'
import {
  arrayCheck,
  decoderOf,
  isObject,
  wrongType,
  type Decoder,
  type FieldCheck,
  type Gap,
  type Row,
} from './decoder'
import {
  ascendingIds,
  wrongConversations,
  wrongDeletion,
  wrongDetail,
  wrongDetails,
  wrongEdits,
  wrongJoinDate,
  wrongKind,
  wrongMessageIds,
  wrongNames,
  wrongTimestamp,
  wrongUserIds,
} from './phone-readers'

// What Zulip's phone app decodes: which class of phone-app.json it reads from which answer and event, and the fields that its
// hand-written readers take from elsewhere. It ignores all other answers, and events of other types.

const listOf =
  (field: string, name: string): FieldCheck =>
  (object, decode) =>
    arrayCheck((value) => decode(name, value))(object[field])

const nothing: FieldCheck = () => undefined
const userIn = (value: unknown) =>
  wrongType('object', value) ?? wrongType('int', (value as { user_id: unknown }).user_id)

/** A status has all three fields of its emoji, or none. */
const EMOJI_FIELDS = ['emoji_name', 'emoji_code', 'reaction_type']

const messageFields = (name: string): Record<string, FieldCheck> => ({
  [`${name}.edit_state`]: nothing, // Message.edit_history
  [`${name}.timestamp`]: wrongTimestamp,
  [`${name}.reactions`]: listOf('reactions', 'Reaction'),
  [`${name}.flags`]: ({ flags }) => arrayCheck((flag) => wrongType('string', flag))(flags),
  [`${name}.submessages`]: wrongWidget,
})

/** The app fills in `is_active` where the list says it. */
const users =
  (field: string, is_active: boolean): FieldCheck =>
  (state, decode) =>
    state[field] === undefined
      ? 'is missing'
      : arrayCheck((user) => decode('User', isObject(user) ? { is_active, ...user } : user))(state[field])

const USER_LISTS: Record<string, FieldCheck> = {
  realm_users: users('realm_users', true),
  realm_non_active_users: users('realm_non_active_users', false),
  cross_realm_bots: users('cross_realm_bots', true),
}

/** A class for the answers of `POST /register` to a client that asks for some types only. */
export const PART_OF_SNAPSHOT = 'PartOfInitialSnapshot'

const userLists = Object.entries(USER_LISTS).flatMap(([field, check]): [string, FieldCheck][] => [
  [`InitialSnapshot.${field}`, check],
  [`${PART_OF_SNAPSHOT}.${field}`, (state, decode) => (field in state ? check(state, decode) : undefined)],
])

const SPECIAL: Record<string, FieldCheck> = {
  ...Object.fromEntries(userLists),
  ...messageFields('StreamMessage'),
  ...messageFields('DmMessage'),
  'StreamMessage.conversation': (message, decode) => decode('StreamConversation', message),
  'DmMessage.display_recipient': ({ display_recipient }) =>
    arrayCheck((user) => wrongType('object', user) ?? wrongType('int', (user as { id: unknown }).id))(
      display_recipient,
    ),
  'Message.edit_history': wrongEdits,
  'NotifPayloadNewMessage.recipient': (payload, decode) =>
    decode('channel_id' in payload ? 'NotifPayloadChannelRecipient' : 'NotifPayloadDmRecipient', payload),
  'Message.type': ({ type }) => (type === 'stream' || type === 'private' ? undefined : `is ${String(type)}`),
  'GetMessagesResult.messages': ({ messages }, decode) =>
    arrayCheck((message) => messageGap(message, decode))(messages) ??
    ascendingIds('ids')({ ids: (messages as { id: number }[]).map(({ id }) => id) }, decode),
  'GetMessageResult.message': (answer, decode) => messageGap(answer.message, decode),
  'MessageEvent.message': ({ message, flags }, decode) =>
    isObject(message) ? messageGap({ ...message, flags }, decode) : 'is no object',
  'GetEventsResult.events': ({ events }, decode) => arrayCheck((event) => eventGap(event, decode))(events),
  'ServerEmojiData.code_to_names': wrongNames,
  'UserSettingsUpdateEvent.value': ({ property, value }) => wrongSetting(String(property), value),
  'ChannelUpdateEvent.value': (event, decode) => channelValueGap(event, decode),
  'SubscriptionUpdateEvent.value': ({ property, value }) =>
    property === 'color'
      ? wrongColor(value)
      : READ_PROPERTIES.has(String(property))
        ? wrongType('bool', value)
        : undefined,
  'Subscription.color': ({ color }) => wrongColor(color),
  'SubscriptionRemoveEvent.channel_ids': ({ subscriptions }) =>
    arrayCheck((channel) => wrongType('int', (channel as { stream_id: unknown }).stream_id))(subscriptions),
  'ChannelDeleteEvent.stream_ids': ({ stream_ids }) => arrayCheck((id) => wrongType('int', id))(stream_ids),
  'RealmUserRemoveEvent.person': ({ person }) => userIn(person),
  'CustomProfileField.field_data': wrongChoices,
  'UserStatusEvent.change': (event, decode) => decode('UserStatusChange', event),
  'UserStatusChange.emoji_name': wrongStatusEmoji,
  'UserStatusChange.reaction_type': ({ reaction_type }) =>
    reaction_type === undefined || EMOJI_TYPES.has(reaction_type) ? undefined : `is ${JSON.stringify(reaction_type)}`,
  'UpdateMessageEvent.flags': ({ flags }) =>
    arrayCheck((flag) => (READ_FLAGS.has(flag) ? undefined : `is an unknown flag: ${String(flag)}`))(flags),
  'UpdateMessageEvent.message_ids': wrongMessageIds,
  'UpdateMessageEvent.move_data': wrongMove,
  'DeleteMessageEvent.message_type': wrongDeletion,
  'UpdateMessageFlagsRemoveEvent.message_details': wrongDetails,
  'UpdateMessageFlagsMessageDetail.type': wrongDetail,
  'InitialSnapshot.recent_private_conversations': wrongConversations,
  'UnreadDmSnapshot.unread_message_ids': ascendingIds('unread_message_ids'),
  'UnreadChannelSnapshot.unread_message_ids': ascendingIds('unread_message_ids'),
  'UnreadHuddleSnapshot.unread_message_ids': ascendingIds('unread_message_ids'),
  'UnreadHuddleSnapshot.user_ids_string': wrongUserIds,
  'User.date_joined': wrongJoinDate,
  'TypingEvent.sender': ({ sender }) => userIn(sender),
  'TypingEvent.recipients': wrongTyping,
  'MessageLegacyFcmMessage.recipient': (payload, decode) =>
    'stream_id' in payload ? decode('LegacyFcmMessageChannelRecipient', payload) : undefined,
}

/**
 * The content of the first submessage is a widget, whatever `msg_type` is. The others change it. The app reads the changes of polls
 * alone. It cannot read the whole answer if one message is wrong.
 */
function wrongWidget({ submessages }: Record<string, unknown>, decode: Decoder): Gap | string | undefined {
  if (!Array.isArray(submessages) || submessages.length === 0) return undefined
  const [widget, ...changes]: unknown[] = submessages.map(({ content }) => JSON.parse(content))
  if (!isObject(widget) || typeof widget.widget_type !== 'string') return `begins with ${JSON.stringify(widget)}`
  if (widget.widget_type !== 'poll') return undefined
  return decode('PollWidgetData', widget) ?? changes.map((change) => pollChangeGap(change, decode)).find(Boolean)
}

const POLL_CHANGES: Readonly<Record<string, string>> = {
  new_option: 'PollNewOptionEventSubmessage',
  question: 'PollQuestionEventSubmessage',
  vote: 'PollVoteEventSubmessage',
}

function pollChangeGap(change: unknown, decode: Decoder): Gap | string | undefined {
  const name = isObject(change) ? POLL_CHANGES[String(change.type)] : undefined
  if (!isObject(change) || name === undefined) return `has ${JSON.stringify(change)} in a poll`
  // It takes the key of an option apart: who added it, or "canned", and its number.
  if (change.type === 'vote' && !/^(?:canned|-?\d{1,18}),-?\d{1,18}$/.test(String(change.key)))
    return `has a vote for ${JSON.stringify(change.key)}`
  return decode(name, change)
}

const SELECT = 3

/** The choices of a field are JSON in a text. */
function wrongChoices({ type, field_data }: Record<string, unknown>, decode: Decoder): Gap | string | undefined {
  if (typeof field_data !== 'string') return wrongType('string', field_data)
  if (type !== SELECT) return undefined
  const choices: object = JSON.parse(field_data)
  return Object.values(choices)
    .map((choice) => decode('CustomProfileFieldChoiceDataItem', choice))
    .find(Boolean)
}

const EMOJI_TYPES: ReadonlySet<unknown> = new Set(['', 'unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'])

const rows: readonly Row[] = table.fields

const partRows = rows
  .filter((row) => row.class === 'InitialSnapshot')
  .map((row) => ({ ...row, class: PART_OF_SNAPSHOT, nullable: true }))

/** The classes of which an object was decoded, and all classes. */
export const metPhoneClasses = new Set<string>()
export const phoneClasses: readonly string[] = [...new Set(rows.map((row) => row.class))]

/** Returns what the app cannot read in an object of this class, or undefined. */
export const decodePhoneClass: Decoder = decoderOf([...rows, ...partRows], SPECIAL, metPhoneClasses)

const valuesOf = (name: string, field: string): ReadonlySet<string> =>
  new Set(rows.find((row) => row.class === name && row.field === field)!.enum!.map(String))

const READ_PROPERTIES = valuesOf('SubscriptionUpdateEvent', 'property')
const READ_FLAGS: ReadonlySet<unknown> = valuesOf('UpdateMessageEvent', 'flags')
const READ_SETTINGS = valuesOf('UserSettingsUpdateEvent', 'property')
const READ_CHANNEL_PROPERTIES = valuesOf('ChannelUpdateEvent', 'property')

const wrongColor = (value: unknown) =>
  /^#[0-9a-f]{6}$/.test(String(value)) ? undefined : `is no color: ${String(value)}`

function wrongSetting(property: string, value: unknown) {
  if (!READ_SETTINGS.has(property)) return undefined
  if (property === 'emojiset') return wrongType('string', value)
  return property === 'twenty_four_hour_time' && value === null ? undefined : wrongType('bool', value)
}

/** The value has the type of that property in a channel object. */
function channelValueGap({ property, value }: Record<string, unknown>, decode: Decoder): Gap | string | undefined {
  if (!READ_CHANNEL_PROPERTIES.has(String(property))) return undefined
  if (value === null || value === undefined) return MAY_BE_NULL.has(property) ? undefined : 'is null'
  const whole = { ...ANY_CHANNEL, [String(property)]: value }
  return decode('ZulipStream', whole)
}

const MAY_BE_NULL: ReadonlySet<unknown> = new Set([
  'first_message_id',
  'message_retention_days',
  'folder_id',
  'stream_weekly_traffic',
])

const ANY_CHANNEL = {
  stream_id: 1,
  name: '',
  description: '',
  rendered_description: '',
  date_created: 0,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
}

function wrongStatusEmoji(status: Record<string, unknown>) {
  const there = EMOJI_FIELDS.filter((field) => status[field] !== undefined)
  return there.length === 0 || there.length === 3 ? undefined : `stands with ${there.join(', ')} only`
}

/** With `propagate_mode`, the channel or the topic must differ. If one differs, the app needs the rest too. */
function wrongMove(event: Record<string, unknown>) {
  const { stream_id, new_stream_id, orig_subject, subject, propagate_mode } = event
  const isMoved =
    (new_stream_id !== undefined && new_stream_id !== stream_id) || (subject !== undefined && subject !== orig_subject)
  if (!isMoved) return propagate_mode === undefined ? undefined : 'has a propagate_mode, but nothing moves'
  if (propagate_mode === undefined || orig_subject === undefined) return 'lacks propagate_mode or orig_subject'
  return wrongType('int', stream_id)
}

function wrongTyping({ message_type, recipients, stream_id, topic }: Record<string, unknown>) {
  if (message_type === 'stream') return wrongType('int', stream_id) ?? wrongType('string', topic)
  return arrayCheck(userIn)(recipients)
}

function messageGap(message: unknown, decode: Decoder = decodePhoneClass): Gap | undefined {
  const gap = decode('Message', message)
  if (gap !== undefined) return gap
  return decode((message as { type: string }).type === 'stream' ? 'StreamMessage' : 'DmMessage', message)
}

/** The classes of events, by type and op. */
const EVENTS: Readonly<Record<string, string>> = {
  'realm_emoji/add': 'RealmEmojiAddEvent',
  'realm_emoji/update_one': 'RealmEmojiUpdateOneEvent',
  'realm_emoji/update': 'RealmEmojiUpdateEvent',
  alert_words: 'AlertWordsEvent',
  'user_settings/update': 'UserSettingsUpdateEvent',
  'device/add': 'DeviceAddEvent',
  'device/remove': 'DeviceRemoveEvent',
  'device/update': 'DeviceUpdateEvent',
  custom_profile_fields: 'CustomProfileFieldsEvent',
  'user_group/add': 'UserGroupAddEvent',
  'user_group/update': 'UserGroupUpdateEvent',
  'user_group/add_members': 'UserGroupAddMembersEvent',
  'user_group/remove_members': 'UserGroupRemoveMembersEvent',
  'user_group/add_subgroups': 'UserGroupAddSubgroupsEvent',
  'user_group/remove_subgroups': 'UserGroupRemoveSubgroupsEvent',
  'user_group/remove': 'UserGroupRemoveEvent',
  'realm_user/add': 'RealmUserAddEvent',
  'realm_user/remove': 'RealmUserRemoveEvent',
  'realm_user/update': 'RealmUserUpdateEvent',
  'saved_snippets/add': 'SavedSnippetsAddEvent',
  'saved_snippets/update': 'SavedSnippetsUpdateEvent',
  'saved_snippets/remove': 'SavedSnippetsRemoveEvent',
  'stream/create': 'ChannelCreateEvent',
  'stream/delete': 'ChannelDeleteEvent',
  'stream/update': 'ChannelUpdateEvent',
  'subscription/add': 'SubscriptionAddEvent',
  'subscription/remove': 'SubscriptionRemoveEvent',
  'subscription/update': 'SubscriptionUpdateEvent',
  'subscription/peer_add': 'SubscriptionPeerAddEvent',
  'subscription/peer_remove': 'SubscriptionPeerRemoveEvent',
  'channel_folder/add': 'ChannelFolderAddEvent',
  'channel_folder/update': 'ChannelFolderUpdateEvent',
  'channel_folder/reorder': 'ChannelFolderReorderEvent',
  user_status: 'UserStatusEvent',
  user_topic: 'UserTopicEvent',
  muted_users: 'MutedUsersEvent',
  message: 'MessageEvent',
  update_message: 'UpdateMessageEvent',
  delete_message: 'DeleteMessageEvent',
  'update_message_flags/add': 'UpdateMessageFlagsAddEvent',
  'update_message_flags/remove': 'UpdateMessageFlagsRemoveEvent',
  submessage: 'SubmessageEvent',
  'typing/start': 'TypingEvent',
  'typing/stop': 'TypingEvent',
  presence: 'PresenceEvent',
  'reaction/add': 'ReactionEvent',
  'reaction/remove': 'ReactionEvent',
  heartbeat: 'HeartbeatEvent',
}

/** Forms that the app never receives, because of its capabilities. */
const isOtherForm = (event: Record<string, unknown>): boolean =>
  (event.type === 'presence' && event.presences !== undefined) || // simplified_presence_events
  (event.type === 'delete_message' && event.message_id !== undefined) // without bulk_message_deletion

export function eventGap(event: unknown, decode: Decoder = decodePhoneClass): Gap | undefined {
  const gap = decode('Event', event)
  if (gap !== undefined || !isObject(event)) return gap
  const problem = wrongKind(event)
  if (problem !== undefined) return { class: 'Event', field: String(event.type), problem }
  const { type, op } = event as { type: string; op?: string }
  const name = EVENTS[op === undefined ? type : `${type}/${op}`] ?? EVENTS[type]
  if (!Number.isInteger(event.id)) return { class: name ?? 'Event', field: 'id', problem: 'is no int' }
  return name === undefined || isOtherForm(event) ? undefined : decode(name, event)
}
