import { ApiError } from '../../../api/errors'
import { parseMarkdown, type ParsedMarkdown } from '../../../markdown/parse'
import type { Realm, ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { realmMarkdownSettings } from '../../customization/linkifiers/markdown-settings'
import type { User } from '../../people/users/user'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { ownUrl } from '../../realm/settings/own-url'
import { withClientName } from '../../realm/settings/client-name'
import { postInTopic, sendDirectMessage } from '../sending/actions'
import { renderForAuthor } from '../sending/render'
import { notificationBot, welcomeBot } from './bots'
import { asCodeBlock } from './quote-rules'
import { wordsFor } from './words'

/*
 * Bot messages are messages like all others. They are written in the transaction of the change that they are about. Their
 * Markdown is short and comes from the server, so the realm parses it. Mentions in a direct message are resolved for its
 * recipient, and mentions in a topic for the user whom the message is about.
 */

/** Sends a direct message from the Notification Bot, and returns its id. */
export const sendBotMessage = (realm: Realm, to: User, content: string): number =>
  sendFromBot(realm, notificationBot(realm), to, content)

/** Sends the greeting of the Welcome Bot, and the realm's own text if it has one. Returns the id of the last message. */
export function sendWelcomeMessages(realm: Realm, to: User, custom_text: string): number {
  const bot = welcomeBot(realm)
  const greeting_id = sendFromBot(realm, bot, to, wordsFor(realm, to).welcome)
  return custom_text.trim() === '' ? greeting_id : sendFromBot(realm, bot, to, custom_text)
}

function sendFromBot(realm: Realm, bot: User, to: User, content: string): number {
  return sendDirectMessage(asServer(realm), bot, { ...messageFor(realm, to, content), to: [to.user_id] }).id
}

/**
 * Posts a message of the Notification Bot, or of the bot `from`, in a topic. Returns its id. The bot needs no permission to
 * post. The message is unread only for the users in `unread_only_for`; if that is absent, for all recipients.
 */
export function postBotMessage(
  realm: Realm,
  about: User,
  { channel, topic, unread_only_for, from = notificationBot(realm) }: BotPost,
  content: string,
): number {
  const destination = { channel, topic: channel.topics_policy === 'empty_topic_only' ? '' : topic }
  const message = { ...messageFor(realm, about, content), unread_only_for }
  return postInTopic(asServer(realm), from, destination, message)
}

type BotPost = { channel: Channel; topic: string; unread_only_for?: number[]; from?: User }

/** Parses Markdown with the settings of the realm, but without image previews. */
export const parseInRealm = (realm: ReadOnlyRealm, content: string, limits = MESSAGE_LIMITS): ParsedMarkdown =>
  parseMarkdown(
    content,
    {
      ...realmMarkdownSettings(realm),
      realm_url: ownUrl(realm),
      translatesEmoticons: () => false,
      inline_image_preview: false,
    },
    limits,
  )

const messageFor = (realm: Realm, mentions_resolved_for: User, content: string) => ({
  ...parseOrShowSource(realm, mentions_resolved_for, content),
  mentions_resolved_for,
  read_by_sender: false,
})

/**
 * Returns the parsed content. A quote of a user's text can make the rendered content too large. The message must not fail
 * because of that, so it then shows its whole source text.
 */
function parseOrShowSource(realm: Realm, reader: User, content: string): ParsedMarkdown & { content: string } {
  try {
    const parsed = parseInRealm(realm, content)
    renderForAuthor(realm, reader, parsed.template)
    return { content, ...parsed }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const source = asCodeBlock(content)
    return { content: source, ...parseInRealm(realm, source) }
  }
}

// The message does not come from the client whose request it is about.
const asServer = (realm: Realm): Realm => withClientName(realm, 'Internal')
