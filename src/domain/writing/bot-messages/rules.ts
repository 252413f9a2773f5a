import type { BotWords } from '../../../pages/words/bots-en'
import type { Channel } from '../../channels/channels/channel'
import type { User } from '../../people/users/user'

/** If an action affects more users than this, the server sends no bot messages about it to them. */
export const MAX_BULK_NEW_SUBSCRIPTION_MESSAGES = 100

type NamedChannel = Pick<Channel, 'stream_id' | 'name'>
type NamedUser = Pick<User, 'user_id' | 'full_name'>

export function subscribedText(words: BotWords, actor_name: string, channels: readonly NamedChannel[]): string {
  const [link, ...moreLinks] = channels.map((channel) => channelLink(words, channel))
  return moreLinks.length === 0 && link !== undefined
    ? words.subscribed(actor_name, link)
    : `${words.subscribedToSeveral(actor_name)}\n\n${channels.map((channel) => `* ${channelLink(words, channel)}`).join('\n')}`
}

export const channelsCreatedText = (words: BotWords, actor_name: string, channels: readonly NamedChannel[]): string =>
  words.channelsCreated(actor_name, channels.length, channels.map((channel) => channelLink(words, channel)).join(', '))

/** Returns a mention of a group that does not notify its members, or undefined if the name could be read as Markdown. */
export const silentGroupMention = ({ name }: { name: string }): string | undefined =>
  hasNoMarkdown(name) ? `@_*${name}*` : undefined

/** Returns a quote block whose fence is longer than all fences in `text`, so that the text cannot end the block. */
export function quoteBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}quote\n${text}\n${fence}`
}

/** Returns a mention that does not notify its user. */
export const silentMention = ({ user_id, full_name }: NamedUser) => `@_**${full_name}|${user_id}**`

// A user could invent a name that contains a mention, which the bot would then write.
const MARKDOWN = /[*`@<>[\]\\$\p{Cc}]/u

/** Returns whether a name can be part of a bot message without being read as Markdown. */
export const hasNoMarkdown = (name: string): boolean => !MARKDOWN.test(name)

const channelLink = (words: BotWords, { stream_id, name }: NamedChannel) =>
  hasNoMarkdown(name) ? `#**${name}**` : `[${words.channelNumber(stream_id)}](#narrow/stream/${stream_id})`
