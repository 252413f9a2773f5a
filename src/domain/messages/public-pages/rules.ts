import type { Channel } from '../../channels/channels/channel'

/** Whether everyone on the web may read the channel. All conditions must hold, so a mistake in one of them hides it. */
export const isOnPublicPages = (channel: Channel): boolean =>
  channel.is_web_public && !channel.invite_only && !channel.is_archived && channel.history_public_to_subscribers
