import { ApiError, type Refusal } from '../../../api/errors'
import type { ControlRow } from '../../../integrations/controls'
import type { ParsedMarkdown } from '../../../markdown/parse'
import type { BotWords } from '../../../pages/words/bots-en'
import type { Realm } from '../../../realm'
import { channelNamedDoesNotExist, channelDoesNotExist } from '../../channels/channels/rules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { withClientName } from '../../realm/settings/client-name'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { asCodeBlock } from '../../writing/bot-messages/quote-rules'
import { hasNoMarkdown, silentMention } from '../../writing/bot-messages/rules'
import { wordsFor } from '../../writing/bot-messages/words'
import { sendChannelMessage, sendDirectMessage } from '../../writing/sending/actions'
import type { ArrivedRequest, Outcome } from './arrival'
import { NOTICE_EVERY_SECONDS, REPEATS_DROPPED_SECONDS } from './rules'
import { insertArrival, isRepeated, lastNotice, rememberDelivery, writeNotice } from './storage'

/** A message for the channel of the address or for one that the delivery names, or for the owner of the bot. */
export type WebhookText = {
  topic: string
  content: string
  to?: string
  channel?: string
  controls?: readonly ControlRow[]
}

/** A message that the Worker has parsed. */
type ParsedText = WebhookText & ParsedMarkdown

/** A delivery after the Worker has read it: its messages, or why it is refused. */
export type ReadDelivery = {
  title: string
  event: string | null
  /** The channel in the address: a name, or the digits of an id. Absent: a direct message to the owner. */
  stream?: string
  texts: readonly WebhookText[]
  refusal?: Refusal
  /** The owner is notified of the refusal. */
  notifies?: boolean
  key?: string
  /** Wildcard mentions of the sender notify. Otherwise they are text. */
  mentionsEveryone: boolean
  request: ArrivedRequest
}

/** A delivery whose texts the Worker has parsed. */
export type ParsedDelivery = Omit<ReadDelivery, 'texts'> & { texts: readonly ParsedText[] }

/** `message_ids` are those of the messages that were sent. */
export type Received = { outcome: Outcome; refusal?: Refusal; message_ids?: readonly number[] }

/**
 * Sends the messages of a delivery, and records the delivery with its outcome. Returns the refusal, if there is one: a refusal
 * that is thrown would undo the record.
 */
export function receiveDelivery(realm: Realm, bot: User, delivery: ParsedDelivery): Received {
  const { event, key, request } = delivery
  const now = realm.now()
  const received = accept(realm, bot, delivery)
  const { outcome, refusal } = received
  insertArrival(realm.sql, {
    ...request,
    bot_id: bot.user_id,
    event,
    arrived_at: now,
    outcome,
    error: refusal ? `${refusal.code}: ${refusal.msg}` : null,
  })
  if (outcome === 'sent' && key !== undefined)
    rememberDelivery(realm.sql, bot.user_id, key, { now, until: now + REPEATS_DROPPED_SECONDS })
  if (refusal && delivery.notifies)
    notifyOwner(realm, bot, (words) => refusedText(words, bot, delivery.title, refusal.msg))
  return received
}

function accept(realm: Realm, bot: User, delivery: ParsedDelivery): Received {
  const { key, texts, refusal, title } = delivery
  if (refusal) return { outcome: 'refused', refusal }
  if (key !== undefined && isRepeated(realm.sql, bot.user_id, key, realm.now())) return { outcome: 'repeated' }
  if (texts.length === 0) return { outcome: 'nothing' }
  const realmOfWebhook = withClientName(realm, `Svc${title.replaceAll(/\W/g, '')}Webhook`)
  try {
    const message_ids = realm.transaction(() => texts.map((text) => send(realmOfWebhook, bot, delivery.stream, text)))
    return { outcome: 'sent', message_ids }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isUnknownChannel(error)) return { outcome: 'refused', refusal: error.refusal }
    // The service would repeat the request, or disable the webhook. Only the owner can mend the address.
    const missing = texts.find(({ channel }) => channel !== undefined)?.channel ?? delivery.stream ?? ''
    notifyOwner(realm, bot, (words) => missingChannelText(words, bot, missing))
    return { outcome: 'nothing' }
  }
}

const isUnknownChannel = ({ refusal }: ApiError) =>
  [channelNamedDoesNotExist.code, channelDoesNotExist.code].includes(refusal.code)

/** Sends a message, and returns its id. */
function send(realm: Realm, bot: User, stream: string | undefined, text: ParsedText): number {
  const { content, template, references, topic, controls } = text
  const message = { content, template, references, ...(controls === undefined ? {} : { controls }) }
  if (text.to !== undefined) return sendDirectMessage(realm, bot, { ...message, to: text.to }).id
  if (text.channel !== undefined) return sendChannelMessage(realm, bot, { ...message, to: text.channel, topic }).id
  if (stream === undefined) return sendDirectMessage(realm, bot, { ...message, to: [ownerOf(realm, bot).user_id] }).id
  const to = /^\d+$/.test(stream) ? Number(stream) : stream
  return sendChannelMessage(realm, bot, { ...message, to, topic }).id
}

/** A person who uses an own key is the owner. */
const ownerOf = (realm: Realm, bot: User): User =>
  (bot.bot_owner_id === null ? undefined : findUser(realm, bot.bot_owner_id)) ?? bot

const missingChannelText = ({ webhooks }: BotWords, { delivery_email }: User, stream: string): string =>
  hasNoMarkdown(stream)
    ? webhooks.channelMissing(`\`${delivery_email}\``, `#**${stream}**`)
    : `${webhooks.unnamedChannelMissing(`\`${delivery_email}\``)}\n\n${asCodeBlock(stream)}`

const refusedText = ({ webhooks }: BotWords, bot: User, title: string, reason: string): string =>
  `${webhooks.refused(title, silentMention(bot))}\n\n${asCodeBlock(reason)}`

/** Notifies the owner of a failure, at most once in some minutes. */
function notifyOwner(realm: Realm, bot: User, textIn: (words: BotWords) => string): void {
  const owner = ownerOf(realm, bot)
  const now = realm.now()
  if (!bot.is_bot || !owner.is_active || lastNotice(realm.sql, bot.user_id) > now - NOTICE_EVERY_SECONDS) return
  writeNotice(realm.sql, bot.user_id, now)
  sendBotMessage(realm, owner, textIn(wordsFor(realm, owner)))
}
