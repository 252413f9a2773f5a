import { ApiError } from '../../../api/errors'
import { parseMarkdown, type ParsedMarkdown } from '../../../markdown/parse'
import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { realmMarkdown } from '../../customization/linkifiers/current-markdown'
import type { User } from '../../people/users/user'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { ownUrl } from '../../realm/settings/own-url'
import { spokenBy } from '../../realm/settings/spoken-by'
import { renderForAuthor } from '../sending/render'
import { postInTopic, sendDirectMessage } from '../sending/actions'
import { notificationBot } from './bots'
import { asCodeBlock } from './quote-rules'

/**
 * The server has something to say to somebody, or in a topic. The Notification Bot says it, as a message like any other,
 * in the transaction of what it is about: both happen, or neither. Its Markdown is our own and short, so it is parsed here
 * in the realm; names in it are looked up as the person would find them for whom, or about whom, it is written.
 */
export const sendBotMessage = (realm: Realm, to: User, content: string): number =>
  sendFromBot(realm, notificationBot(realm), to, content)

/** The same from another of the bots that speak for the server. */
export function sendFromBot(realm: Realm, bot: User, to: User, content: string): number {
  return sendDirectMessage(asServer(realm), bot, { ...draft(realm, to, content), to: [to.user_id] })
}

/** Nobody's permission to post is needed; who hears it are the people in the channel. */
export function postBotMessage(
  realm: Realm,
  about: User,
  { channel, topic, awaited_by }: { channel: Channel; topic: string; awaited_by?: number[] },
  content: string,
): number {
  const place = { channel, topic: channel.topics_policy === 'empty_topic_only' ? '' : topic }
  const said = { ...draft(realm, about, content), awaited_by }
  return postInTopic(asServer(realm), notificationBot(realm), place, said)
}

/** Our own words, and what they quote, read here as the realm reads all else, but that they show no pictures. */
export const parseInRealm = (realm: Realm, content: string, limits = MESSAGE_LIMITS): ParsedMarkdown =>
  parseMarkdown(
    content,
    {
      ...realmMarkdown(realm),
      realm_url: ownUrl(realm),
      translate_emoticons: false,
      inline_image_preview: false,
    },
    limits,
  )

const draft = (realm: Realm, names_known_to: User, content: string) => ({
  ...readable(realm, names_known_to, content),
  names_known_to,
  read_by_sender: false,
})

/**
 * What users wrote, quoted in a notice, may become too much HTML. A notice must not fail because of that: all of it is
 * then shown as it is written.
 */
function readable(realm: Realm, names_known_to: User, content: string): ParsedMarkdown & { content: string } {
  try {
    const parsed = parseInRealm(realm, content)
    renderForAuthor(realm, names_known_to, parsed.template)
    return { content, ...parsed }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const plain = asCodeBlock(content)
    return { content: plain, ...parseInRealm(realm, plain) }
  }
}

// The client that asked for what the notice is about did not write it.
const asServer = (realm: Realm): Realm => spokenBy(realm, 'Internal')
