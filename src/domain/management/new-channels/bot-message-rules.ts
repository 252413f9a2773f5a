import type { Channel } from '../../channels/channels/channel'
import { quoteBlock } from '../../writing/bot-messages/rules'

export const creationText = (actor_name: string, channel: Channel): string =>
  `${actor_name} created this channel (${privacyText(channel)}). ${descriptionText('Description', channel.description)}`

type Privacy = Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>

/** Returns the name of a kind of channel, such as "web-public". */
export function privacyText({ invite_only, is_web_public, history_public_to_subscribers }: Privacy): string {
  if (is_web_public) return 'web-public'
  if (!invite_only) return 'public'
  return history_public_to_subscribers ? 'private, with shared history' : 'private, with protected history'
}

export const descriptionText = (label: string, description: string): string =>
  description === '' ? `${label}: none.` : `${label}:\n\n${quoteBlock(description)}`
