import type { Channel } from '../../channels/channels/channel'
import { isTopicResolved } from '../../channels/topics/rules'
import { hasNoMarkdown } from '../bot-messages/rules'

type Location = { channel: Pick<Channel, 'stream_id' | 'name' | 'invite_only'>; topic: string }

type MoveFacts = {
  from: Location
  to: Location
  isWhole: boolean // the whole topic moved
  count: number
  isNamed: boolean // all readers may know the name of the other location
}

/** Returns the bot message in the new topic. */
export const movedHereText = (actor_name: string, { from, to, ...move }: MoveFacts): string =>
  `${actor_name} moved ${movedMessages(move)} here from ${nameOf(from, to, move.isNamed)}.`

/** Returns the bot message in the old topic. */
export const movedAwayText = (actor_name: string, { from, to, ...move }: MoveFacts): string =>
  `${actor_name} moved ${movedMessages(move)} from here to ${nameOf(to, from, move.isNamed)}.`

export const resolvedText = (actor_name: string, topic: string): string =>
  `${actor_name} has marked this topic as ${isTopicResolved(topic) ? 'resolved' : 'unresolved'}.`

/** A change that is undone within this time was probably a mistake, about which the topic needs no message. */
export const RESOLVE_UNDO_SECONDS = 60

const movedMessages = ({ isWhole, count }: Pick<MoveFacts, 'isWhole' | 'count'>): string => {
  if (isWhole) return 'this topic'
  return count === 1 ? 'a message' : `${count} messages`
}

function nameOf({ channel, topic }: Location, readAt: Location, isNamed: boolean): string {
  const { stream_id, name, invite_only } = channel
  if (!isNamed && stream_id === readAt.channel.stream_id) return 'another topic'
  if (!isNamed) return invite_only ? 'a private channel' : 'another channel'
  if (!hasNoMarkdown(name) || !hasNoMarkdown(topic)) return `[channel ${stream_id}](#narrow/stream/${stream_id})`
  return topic === '' ? `the general chat of #**${name}**` : `#**${name}>${topic}**`
}
