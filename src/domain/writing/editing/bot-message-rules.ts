import type { BotWords } from '../../../pages/words/bots-en'
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
export const movedHereText = (words: BotWords, actor_name: string, { from, to, ...move }: MoveFacts): string =>
  words.move.here(actor_name, movedMessages(words, move), nameOf(words, from, to, move.isNamed))

/** Returns the bot message in the old topic. */
export const movedAwayText = (words: BotWords, actor_name: string, { from, to, ...move }: MoveFacts): string =>
  words.move.away(actor_name, movedMessages(words, move), nameOf(words, to, from, move.isNamed))

export const resolvedText = (words: BotWords, actor_name: string, topic: string): string =>
  isTopicResolved(topic) ? words.resolved(actor_name) : words.unresolved(actor_name)

/** A change that is undone within this time was probably a mistake, about which the topic needs no message. */
export const RESOLVE_UNDO_SECONDS = 60

const movedMessages = ({ move }: BotWords, { isWhole, count }: Pick<MoveFacts, 'isWhole' | 'count'>): string =>
  isWhole ? move.topic : move.messages(count)

function nameOf(words: BotWords, { channel, topic }: Location, readAt: Location, isNamed: boolean): string {
  const { stream_id, name, invite_only } = channel
  if (!isNamed && stream_id === readAt.channel.stream_id) return words.move.otherTopic
  if (!isNamed) return invite_only ? words.move.privateChannel : words.move.otherChannel
  if (!hasNoMarkdown(name) || !hasNoMarkdown(topic))
    return `[${words.channelNumber(stream_id)}](#narrow/stream/${stream_id})`
  return topic === '' ? words.move.generalChat(`#**${name}**`) : `#**${name}>${topic}**`
}
