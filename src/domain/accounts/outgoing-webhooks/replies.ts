import { parseMarkdown } from '../../../markdown/parse'
import type { Realm } from '../../../realm'
import { realmMarkdown } from '../../customization/linkifiers/current-markdown'
import type { IndexedMessage } from '../../messages/message-index/message'
import { normalizeContent } from '../../messages/message-index/rules'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { ownUrl } from '../../realm/settings/own-url'
import { spokenBy } from '../../realm/settings/spoken-by'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { sendDirectMessage, sendChannelMessage } from '../../writing/sending/actions'

const CLIENT = 'OutgoingWebhookResponse'

/** The bot says something where it was spoken to, and nowhere else, as far as it may. */
export function answer(realm: Realm, bot: User, { conversation }: IndexedMessage, said: string): void {
  const as = spokenBy(realm, CLIENT)
  const content = normalizeContent(said)
  const settings = { ...realmMarkdown(realm), realm_url: ownUrl(realm), translatesEmoticons: () => false }
  const parsed = parseMarkdown(content, settings, MESSAGE_LIMITS)
  const draft = { content, ...parsed, read_by_sender: true }
  if (conversation.stream_id === null) sendDirectMessage(as, bot, { ...draft, to: conversation.people })
  else sendChannelMessage(as, bot, { ...draft, to: conversation.stream_id, topic: conversation.topic })
}

/** Its owner learns that it could not be called, or what it said could not be said; what was said to it they do not. */
export function tellOwner(realm: Realm, bot: User, { id }: IndexedMessage, why: string): void {
  const owner = bot.bot_owner_id === null ? undefined : maybeUser(realm, bot.bot_owner_id)
  if (!owner?.is_active) return
  sendBotMessage(realm, owner, `Message ${id} was said to your bot @_**${bot.full_name}|${bot.user_id}**, but ${why}.`)
}
