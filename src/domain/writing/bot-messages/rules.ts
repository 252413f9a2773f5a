import type { Channel } from '../../channels/channels/channel'
import type { User } from '../../people/users/user'

/** If an action affects more users than this, the server sends no bot messages about it to them. */
export const MAX_BULK_NEW_SUBSCRIPTION_MESSAGES = 100

type NamedChannel = Pick<Channel, 'stream_id' | 'name'>
type NamedUser = Pick<User, 'user_id' | 'full_name'>

export function subscribedText(actor_name: string, channels: readonly NamedChannel[]): string {
  const [link, ...moreLinks] = channels.map(channelLink)
  return moreLinks.length === 0 && link !== undefined
    ? `${actor_name} subscribed you to ${link}.`
    : `${actor_name} subscribed you to these channels:\n\n${channels.map((channel) => `* ${channelLink(channel)}`).join('\n')}`
}

export const channelsCreatedText = (actor_name: string, channels: readonly NamedChannel[]): string =>
  `${actor_name} created ${channels.length === 1 ? 'a new channel' : 'new channels'}: ${channels.map(channelLink).join(', ')}.`

/** A change of the members of a group, as a text for the user who was added or removed. */
export type MembershipChange = 'added you to' | 'removed you from'

export const membershipText = (actor_name: string, change: MembershipChange, group: { name: string }): string =>
  `${actor_name} ${change} ${hasNoMarkdown(group.name) ? `the group @_*${group.name}*` : 'a user group'}.`

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

const channelLink = ({ stream_id, name }: NamedChannel) =>
  hasNoMarkdown(name) ? `#**${name}**` : `[channel ${stream_id}](#narrow/stream/${stream_id})`
