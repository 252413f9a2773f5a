import { ApiError, rateLimitHit } from '../../../api/errors'
import { secondsUntilAllowed } from '../../../api/rate-limit'
import { parseMarkdown } from '../../../markdown/parse'
import type { BotWords } from '../../../pages/words/bots-en'
import type { Realm } from '../../../realm'
import { SECONDS_PER_DAY } from '../../../store/days'
import type { MailPurpose, MessagePurpose } from '../../../store/mail-addresses'
import { countRequest, requestCounts } from '../../../store/recent-requests'
import { findTopic } from '../../channels/topics/lookup-storage'
import { realmMarkdownSettings } from '../../customization/linkifiers/markdown-settings'
import { beginUpload, finishUpload, type StartedUpload, type StoredUpload } from '../../files/uploads/actions'
import { MessageAccess } from '../../messages/access/access'
import type { IndexedMessage } from '../../messages/message-index/message'
import { findMessage } from '../../messages/message-index/storage'
import type { User } from '../../people/users/user'
import { withClientName } from '../../realm/settings/client-name'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { ownUrl } from '../../realm/settings/own-url'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { wordsFor } from '../../writing/bot-messages/words'
import { postInTopic, sendChannelMessage, sendDirectMessage } from '../../writing/sending/actions'
import { resolveTopicDestination } from '../../writing/sending/destinations'
import { channelWildcardNotAllowed } from '../../writing/sending/rules'
import { addressKey, isIgnored, LIMIT_OF_ADDRESS, REMEMBERED_DAYS, type EmailRefusal } from './arrival-rules'
import { authorOf, ownerOfAddress, type Author } from './authors'
import { contentOf, linkToFile, omittedFile, topicOfSubject, withoutWildcards } from './content-rules'
import type { Outcome, ReceivedEmail } from './email'
import { receivedTimes, receivedTimesAt, rememberEmail, wasReceived } from './storage'

const recentArrivals = requestCounts()

/**
 * Throws if no user receives emails at this address, or if the realm or the address received too many. Rows count the emails
 * that a Worker read. Memory counts all emails that arrived, also an ignored email, and an email that the Worker could not read.
 */
export function admitEmail(realm: Realm, purpose: MailPurpose): void {
  if (purpose.kind !== 'bounce') ownerOfAddress(realm, purpose)
  const now = realm.now()
  const limits = realm.config.rate_limits.received_mail
  const longest = Math.max(0, ...limits.map(({ seconds }) => seconds))
  const most = Math.max(0, ...limits.map((limit) => limit.most))
  const limit = LIMIT_OF_ADDRESS[purpose.kind]
  const times = receivedTimesAt(realm.sql, addressKey(purpose), now - limit.seconds, limit.most)
  const wait = Math.max(
    countRequest(realm, recentArrivals, addressKey(purpose), [limit])?.retry_after ?? 0,
    countRequest(realm, recentArrivals, 'all addresses', limits)?.retry_after ?? 0,
    secondsUntilAllowed(receivedTimes(realm.sql, now - longest, most), limits, now),
    secondsUntilAllowed(times, [limit], now),
  )
  if (wait > 0) throw rateLimitHit({ 'retry-after': wait })
}

type Arrived = { purpose: MessagePurpose; email: ReceivedEmail }

/** Starts the uploads of the files of an email. Returns undefined if it will not be posted, so its files are not needed. */
export function beginFiles(
  realm: Realm,
  { purpose, email, count }: Arrived & { count: number },
): StartedUpload[] | undefined {
  const isWanted = !isIgnored(purpose, email) && !wasReceived(realm.sql, email.email_hash)
  if (!isWanted) return undefined
  const author = authorOf(realm, purpose, email)
  if ('refusal' in author) return undefined
  return Array.from({ length: count }, () => beginUpload(realm, author.sender.user_id))
}

type NewFile = Omit<StoredUpload, 'user_id'>
export type Posting = Arrived & {
  body: string
  files: readonly NewFile[]
  omitted: readonly { name: string; reason: string }[]
  showsSender: boolean
}

/** Posts an email, once. If that fails, the user to whom the address belongs is notified of the reason. */
export function postEmail(realm: Realm, posting: Posting): { outcome: Outcome; message_id: number | null } {
  const { purpose, email } = posting
  if (isIgnored(purpose, email) || wasReceived(realm.sql, email.email_hash))
    return { outcome: 'ignored', message_id: null }
  const now = realm.now()
  const expires_at = now + REMEMBERED_DAYS * SECONDS_PER_DAY
  rememberEmail(realm.sql, { email_hash: email.email_hash, address: addressKey(purpose), received_at: now, expires_at })
  const author = authorOf(realm, purpose, email)
  if ('refusal' in author) return refuse(realm, ownerOfAddress(realm, purpose), email, author.refusal)
  if (purpose.kind === 'reply' && findAnswered(realm, author.sender, purpose.message_id) === undefined)
    return refuse(realm, author.responsible, email, 'conversation')
  try {
    // A message that cannot be sent leaves no files.
    const message_id = realm.transaction(() => send(withClientName(realm, 'Email'), author, posting))
    return { outcome: 'posted', message_id }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refuse(realm, author.responsible, email, error)
  }
}

/** Notifies the user to whom the address belongs. Returns the outcome. */
function refuse(realm: Realm, user: User, { subject }: ReceivedEmail, reason: EmailRefusal | ApiError) {
  const words = wordsFor(realm, user)
  const title = topicOfSubject(subject).replaceAll('`', '').trim().slice(0, 200)
  const text = typeof reason === 'string' ? textOfRefusal(words, user, reason) : reason.refusal.msg
  sendBotMessage(realm, user, words.emailNotPosted(title || '…', text))
  return { outcome: 'refused' as const, message_id: null }
}

function textOfRefusal({ emailRefused }: BotWords, { delivery_email }: User, reason: EmailRefusal): string {
  return reason === 'unproven' ? emailRefused.unproven(delivery_email) : emailRefused[reason]
}

/** Returns the message that an email answers, if the user can still read it. */
function findAnswered(realm: Realm, user: User, message_id: number): IndexedMessage | undefined {
  const message = findMessage(realm, message_id)
  return message !== undefined && new MessageAccess(realm, user).canRead(message) ? message : undefined
}

function send(realm: Realm, author: Author, { purpose, email, body, files, omitted, showsSender }: Posting): number {
  const { sender, isProven } = author
  const attachments = files.map((file) => finishUpload(realm, { ...file, user_id: sender.user_id }))
  const links = [...attachments.map(linkToFile), ...omitted.map(({ name, reason }) => omittedFile(name, reason))]
  const isShown = purpose.kind === 'channel' && (showsSender || !isProven) && sender.is_bot
  const content = contentOf({
    ...(isShown ? { sender: email } : {}),
    body: isProven ? body : withoutWildcards(body),
    links,
  })
  const settings = { ...realmMarkdownSettings(realm), realm_url: ownUrl(realm), translatesEmoticons: () => false }
  const message = { content, ...parseMarkdown(content, settings, MESSAGE_LIMITS) }
  const { mentions_channel_wildcard, mentions_topic_wildcard } = message.references
  if (!isProven && (mentions_channel_wildcard || mentions_topic_wildcard)) throw channelWildcardNotAllowed({})
  if (purpose.kind === 'reply') return answer(realm, sender, purpose.message_id, message)
  return postTo(realm, author, { ...message, to: purpose.stream_id, topic: topicOfSubject(email.subject) })
}

type Message = Omit<Parameters<typeof sendDirectMessage>[2], 'to'>

/** Sends a message to the conversation that a message is in now. */
function answer(realm: Realm, sender: User, message_id: number, message: Message): number {
  const { stream_id, topic, people } = findAnswered(realm, sender, message_id)!.conversation
  if (stream_id === null) return sendDirectMessage(realm, sender, { ...message, to: people }).id
  return sendChannelMessage(realm, sender, { ...message, to: stream_id, topic }).id
}

/** The Email Gateway bot has no rights of its own. It posts what the responsible user may post. */
function postTo(
  realm: Realm,
  { sender, responsible }: Author,
  message: Message & { to: number; topic: string },
): number {
  if (!sender.is_system_bot) return sendChannelMessage(realm, sender, message).id
  const destination = resolveTopicDestination(realm, responsible, message)
  const { channel, topic } = destination
  const conversation = findTopic(realm, channel.stream_id, topic)
  const posted = { ...message, mentions_resolved_for: responsible }
  return postInTopic(realm, sender, { ...destination, ...(conversation ? { conversation } : {}) }, posted)
}
