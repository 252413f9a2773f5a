import type { Channel } from '../../channels/channels/channel'
import type { User } from '../../people/users/user'

/** Beyond so many people at once, nobody is written to: whoever brings in a whole organization tells it themselves. */
export const MAX_BULK_NEW_SUBSCRIPTION_MESSAGES = 100

type Named = Pick<Channel, 'stream_id' | 'name'>
type Person = Pick<User, 'user_id' | 'full_name'>

export function subscribedText(who: string, channels: readonly Named[]): string {
  const [only, ...more] = channels.map(channelLink)
  return more.length === 0 && only !== undefined
    ? `${who} subscribed you to ${only}.`
    : `${who} subscribed you to these channels:\n\n${channels.map((each) => `* ${channelLink(each)}`).join('\n')}`
}

export const channelsCreatedText = (who: string, channels: readonly Named[]): string =>
  `${who} created ${channels.length === 1 ? 'a new channel' : 'new channels'}: ${channels.map(channelLink).join(', ')}.`

/** What happened to somebody in a group of people. */
export type MembershipChange = 'added you to' | 'removed you from'

export const membershipText = (who: string, change: MembershipChange, group: { name: string }): string =>
  `${who} ${change} ${MARKDOWN.test(group.name) ? 'a user group' : `the group @_*${group.name}*`}.`

/** Somebody's own words within ours. Whatever fences are in them are shorter than this one, so they cannot get out. */
export function quoteBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}quote\n${text}\n${fence}`
}

/** Silently: they know what they did. */
export const silentMention = ({ user_id, full_name }: Person) => `@_**${full_name}|${user_id}**`

// A name that could be read as Markdown is not said at all: else its inventor could have us call everyone.
const MARKDOWN = /[*`@<>[\]\\$\p{Cc}]/u
export const hasNoMarkdown = (name: string): boolean => !MARKDOWN.test(name)
const channelLink = ({ stream_id, name }: Named) =>
  MARKDOWN.test(name) ? `[channel ${stream_id}](#narrow/stream/${stream_id})` : `#**${name}**`
