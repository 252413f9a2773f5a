import packageTable from './python-package.json'
import terminalTable from './terminal.json'
import { htmlGap } from './message-html'
import { arrayCheck, decoderOf, isObject, wrongType, type Decoder, type FieldCheck, type Gap } from './decoder'

// What the Python package and the terminal client decode: which class of their tables they read from which answer and event.

/** Returns what is wrong with one of the members of an object, or undefined. */
const eachMember =
  (check: (value: unknown) => Gap | string | undefined) =>
  (value: unknown): Gap | string | undefined =>
    isObject(value)
      ? Object.values(value)
          .map(check)
          .find((gap) => gap !== undefined)
      : wrongType('object', value)

/** By the address of the user, and then by the client. */
const presencesIn: FieldCheck = ({ presences }, decode) =>
  presences === undefined ? 'is missing' : eachMember(eachMember((entry) => decode('PresenceEntry', entry)))(presences)

/** A muted topic: the name of the channel, the topic, and when it was muted. */
const wrongMutedTopic = (topic: unknown): string | undefined =>
  Array.isArray(topic) && (topic.length === 2 || topic.length === 3)
    ? (wrongType('string', topic[0]) ?? wrongType('string', topic[1]))
    : `is no muted topic: ${JSON.stringify(topic)}`

const wrongHtml = (html: unknown) => (typeof html === 'string' ? htmlGap(html) : wrongType('string', html))

/** The settings of a channel that the program follows. */
const FOLLOWED = new Set<unknown>(['in_home_view', 'pin_to_top', 'desktop_notifications'])

const inTopic = (field: string): FieldCheck => {
  const type = field === 'subject' ? 'string' : 'int'
  return (message) => (message.type === 'stream' ? wrongType(type, message[field]) : undefined)
}

const TERMINAL: Record<string, FieldCheck> = {
  'State.presences': presencesIn,
  'PresenceResult.presences': presencesIn,
  'State.muted_topics': ({ muted_topics }) => arrayCheck(wrongMutedTopic)(muted_topics),
  'Message.subject': inTopic('subject'),
  'Message.stream_id': inTopic('stream_id'),
  'Message.display_recipient': ({ type, display_recipient }, decode) =>
    type === 'stream'
      ? wrongType('string', display_recipient)
      : arrayCheck((recipient) => decode('Recipient', recipient))(display_recipient),
  'MessageEvent.message': ({ message, flags }, decode) =>
    isObject(message) ? decode('Message', { ...message, flags }) : 'is no object',
  // A new topic needs the rest too.
  'UpdateMessageEvent.subject': ({ subject, orig_subject, stream_id }) =>
    subject === undefined
      ? undefined
      : (wrongType('string', subject) ?? wrongType('string', orig_subject) ?? wrongType('int', stream_id)),
  'ReactionEvent.user': ({ op, user }) => (op === 'add' ? wrongType('object', user) : undefined),
  'SubscriptionUpdateEvent.value': ({ property, value }) =>
    FOLLOWED.has(property) && value !== null ? wrongType('bool', value) : undefined,
  'GlobalNotificationsEvent.setting': ({ setting }) => (setting === undefined ? 'is missing' : undefined),
  'DisplaySettingsEvent.setting': ({ setting }) => (setting === undefined ? 'is missing' : undefined),
  'Message.content': ({ content, content_type }) =>
    content_type === 'text/html' ? wrongHtml(content) : wrongType('string', content),
  'UpdateMessageEvent.rendered_content': ({ rendered_content }) =>
    rendered_content === undefined ? undefined : wrongHtml(rendered_content),
  'UserSettingsEvent.value': ({ property, value }) =>
    property === 'send_private_typing_notifications' ? wrongType('bool', value) : undefined,
}

/** Returns what the terminal client cannot read in an object of this class, or undefined. */
export const decodeTerminalClass: Decoder = decoderOf(terminalTable.fields, TERMINAL)

/** Returns what the Python package cannot read in an object of this class, or undefined. */
const decodePackageClass: Decoder = decoderOf(packageTable.fields, {})

/** The classes of events, by type and op. The programs read events of other types by `type` and `id` alone. */
const TERMINAL_EVENTS: Readonly<Record<string, string>> = {
  message: 'MessageEvent',
  update_message: 'UpdateMessageEvent',
  'reaction/add': 'ReactionEvent',
  'reaction/remove': 'ReactionEvent',
  'subscription/update': 'SubscriptionUpdateEvent',
  'subscription/peer_add': 'SubscriptionPeerEvent',
  'subscription/peer_remove': 'SubscriptionPeerEvent',
  'typing/start': 'TypingEvent',
  'typing/stop': 'TypingEvent',
  'update_message_flags/add': 'UpdateMessageFlagsEvent',
  'update_message_flags/remove': 'UpdateMessageFlagsEvent',
  'realm_emoji/update': 'RealmEmojiEvent',
  'user_settings/update': 'UserSettingsEvent',
  update_global_notifications: 'GlobalNotificationsEvent',
  update_display_settings: 'DisplaySettingsEvent',
}

const PACKAGE_EVENTS: Readonly<Record<string, string>> = {
  message: 'MessageEvent',
  update_message: 'UpdateMessageEvent',
  'reaction/add': 'ReactionEvent',
  'reaction/remove': 'ReactionEvent',
  'update_message_flags/add': 'FlagsEvent',
  'update_message_flags/remove': 'FlagsEvent',
}

const nameIn = (events: Readonly<Record<string, string>>, { type, op }: Record<string, unknown>) =>
  events[`${String(type)}/${String(op)}`] ?? events[String(type)]

/** Returns what one of the two programs cannot read in an event, or undefined. */
export function pythonEventGap(event: unknown): Gap | undefined {
  const gap = decodePackageClass('Event', event)
  if (gap !== undefined || !isObject(event)) return gap
  const [ofPackage, ofTerminal] = [nameIn(PACKAGE_EVENTS, event), nameIn(TERMINAL_EVENTS, event)]
  return (
    (ofPackage === undefined ? undefined : decodePackageClass(ofPackage, event)) ??
    (ofTerminal === undefined ? undefined : decodeTerminalClass(ofTerminal, event))
  )
}

/** Returns what one of the two programs cannot read in the answer to a request, or undefined. `form` has its parameters. */
export function pythonAnswerGap(request: string, answer: object, form: URLSearchParams): Gap | undefined {
  const wrong = decodePackageClass('Answer', answer)
  if (wrong !== undefined) return wrong
  if (request === 'POST /register') return registrationGap(answer, form)
  if (request === 'GET /get_stream_id') return decodePackageClass('StreamIdResult', answer)
  if (request === 'GET /users/me') return decodePackageClass('ProfileResult', answer)
  if (/^GET \/messages\/\d+\/history$/.test(request)) return decodeTerminalClass('MessageHistory', answer)
  if (request === 'GET /server_settings') return decodePackageClass('ServerSettings', answer)
  if (request === 'GET /messages')
    return decodePackageClass('MessagesResult', answer) ?? decodeTerminalClass('MessagesResult', answer)
  // The program asks for all presences by address, and never only pings.
  const wantsPresences = form.get('slim_presence') !== 'true' && form.get('ping_only') !== 'true'
  if (request === 'POST /users/me/presence' && wantsPresences && !form.has('last_update_id'))
    return decodeTerminalClass('PresenceResult', answer)
  return undefined
}

/** The parts of the state that the terminal client asks for. */
export const TERMINAL_PARTS = [
  'realm',
  'presence',
  'subscription',
  'message',
  'starred_messages',
  'update_message_flags',
  'muted_topics',
  'realm_user',
  'realm_user_groups',
  'update_global_notifications',
  'update_display_settings',
  'user_settings',
  'realm_emoji',
  'zulip_version',
]

/** Visitors without an account have no queue. */
function registrationGap(answer: object, form: URLSearchParams): Gap | undefined {
  if ('queue_id' in answer && answer.queue_id === null) return undefined
  const gap = decodePackageClass('RegisterResult', answer)
  // The terminal client has no capabilities.
  if (gap !== undefined || form.get('slim_presence') === 'true' || form.has('client_capabilities')) return gap
  const fetched = form.get('fetch_event_types') ?? form.get('event_types')
  // The older form of muted topics is only for clients that ask for it.
  if (fetched === null) return decodeTerminalClass('State', { ...answer, muted_topics: [] })
  return TERMINAL_PARTS.every((part) => fetched.includes(`"${part}"`))
    ? decodeTerminalClass('State', answer)
    : undefined
}
