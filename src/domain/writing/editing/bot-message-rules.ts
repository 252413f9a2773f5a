import type { Channel } from '../../channels/channels/channel'
import { hasNoMarkdown } from '../bot-messages/rules'
import { isTopicResolved } from '../../channels/topics/rules'

type Place = { channel: Pick<Channel, 'stream_id' | 'name' | 'invite_only'>; topic: string }
type Went = { from: Place; to: Place; isWhole: boolean; count: number; isNamed: boolean }

/** What is said where messages came to. */
export const movedHereText = (who: string, { from, to, ...went }: Went): string =>
  `${who} moved ${whatWent(went)} here from ${placeWords(from, to, went.isNamed)}.`

/** What is said where they were, if anything is to be said there. */
export const movedAwayText = (who: string, { from, to, ...went }: Went): string =>
  `${who} moved ${whatWent(went)} from here to ${placeWords(to, from, went.isNamed)}.`

export const resolvedText = (who: string, topic: string): string =>
  `${who} has marked this topic as ${isTopicResolved(topic) ? 'resolved' : 'unresolved'}.`

/** Whoever takes a mark back at once has made a mistake, and nobody need hear of it twice. */
export const RESOLVE_UNDO_SECONDS = 60

const whatWent = ({ isWhole, count }: Pick<Went, 'isWhole' | 'count'>): string => {
  if (isWhole) return 'this topic'
  return count === 1 ? 'a message' : `${count} messages`
}

// Those who read this may not know of another channel, nor of what is talked about in it.
function placeWords({ channel, topic }: Place, readAt: Place, isNamed: boolean): string {
  const { stream_id, name, invite_only } = channel
  if (!isNamed && stream_id === readAt.channel.stream_id) return 'another topic'
  if (!isNamed) return invite_only ? 'a private channel' : 'another channel'
  if (!hasNoMarkdown(name) || !hasNoMarkdown(topic)) return `[channel ${stream_id}](#narrow/stream/${stream_id})`
  return topic === '' ? `the general chat of #**${name}**` : `#**${name}>${topic}**`
}
