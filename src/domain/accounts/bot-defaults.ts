import type { Realm } from '../../realm'
import { canSeeMetadata, invalidChannelName } from '../channels/rules'
import { maybeChannelNamed } from '../channels/storage'
import { viewerOf } from '../subscriptions/access'
import type { User } from '../users/user'

/** The name of a channel that somebody chose for a bot, and so may know of; no name chooses none. */
export function channelChosenBy(realm: Realm, actor: User, name: string | null | undefined): string | null {
  if (name === undefined || name === null || name === '') return null
  const channel = maybeChannelNamed(realm, name.trim())
  if (channel === undefined || !canSeeMetadata(channel, viewerOf(realm, actor, channel)))
    throw invalidChannelName({ name })
  return channel.name
}
