import { parseMarkdown } from '../../../markdown/parse'
import type { Realm } from '../../../realm'
import { realmMarkdownSettings } from '../../customization/linkifiers/markdown-settings'
import type { IndexedMessage } from '../../messages/message-index/message'
import { normalizeContent } from '../../messages/message-index/rules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { withClientName } from '../../realm/settings/client-name'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { ownUrl } from '../../realm/settings/own-url'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { silentMention } from '../../writing/bot-messages/rules'
import { wordsFor } from '../../writing/bot-messages/words'
import { sendDirectMessage, sendChannelMessage } from '../../writing/sending/actions'
import type { Answer } from './request-webhook'

const CLIENT = 'OutgoingWebhookResponse'

/** Sends the webhook's answer from the bot to the conversation of the message. Throws if the bot may not send it there. */
export function sendReply(realm: Realm, bot: User, { conversation }: IndexedMessage, answer: Answer): void {
  const realmOfWebhook = withClientName(realm, CLIENT)
  const content = normalizeContent(answer.content)
  const settings = { ...realmMarkdownSettings(realm), realm_url: ownUrl(realm), translatesEmoticons: () => false }
  const parsed = parseMarkdown(content, settings, MESSAGE_LIMITS)
  const widget = answer.widget === undefined ? {} : { widget: answer.widget }
  const draft = { content, ...parsed, ...widget, read_by_sender: true }
  if (conversation.stream_id === null) sendDirectMessage(realmOfWebhook, bot, { ...draft, to: conversation.people })
  else sendChannelMessage(realmOfWebhook, bot, { ...draft, to: conversation.stream_id, topic: conversation.topic })
}

/** Notifies the bot's owner of a failure. The notice has the message's id, not its text: the owner may not read it. */
export function notifyOwner(realm: Realm, bot: User, { id }: IndexedMessage, why: string): void {
  const owner = bot.bot_owner_id === null ? undefined : findUser(realm, bot.bot_owner_id)
  if (!owner?.is_active) return
  sendBotMessage(realm, owner, wordsFor(realm, owner).webhooks.failed(silentMention(bot), id, why))
}
