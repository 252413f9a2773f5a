import type { BotWords } from '../../../pages/words/bots-en'
import type { Channel } from '../../channels/channels/channel'
import { quoteBlock } from '../../writing/bot-messages/rules'

export function creationText(words: BotWords, actor_name: string, channel: Channel): string {
  const { created, privacy, description } = words.channel
  return created(actor_name, privacy[privacyOf(channel)], descriptionText(words, description, channel.description))
}

type Privacy = Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>

/** Returns the kind of a channel, by which the catalogue names it. */
export function privacyOf(channel: Privacy): keyof BotWords['channel']['privacy'] {
  const { invite_only, is_web_public, history_public_to_subscribers } = channel
  if (is_web_public) return 'webPublic'
  if (!invite_only) return 'public'
  return history_public_to_subscribers ? 'shared' : 'protected'
}

export const descriptionText = (words: BotWords, label: string, description: string): string =>
  description === '' ? `${label} ${words.channel.none}` : `${label}\n\n${quoteBlock(description)}`
