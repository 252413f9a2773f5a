import type { Realm } from '../../../realm'
import { invalidChannelName } from '../../channels/channels/rules'
import { findVisibleChannelByName } from '../../channels/subscriptions/access'
import type { User } from '../../people/users/user'

/** The name of a channel that somebody chose for a bot, and so may know of; no name chooses none. */
export function channelChosenBy(realm: Realm, actor: User, name: string | null | undefined): string | null {
  if (name === undefined || name === null || name === '') return null
  const channel = findVisibleChannelByName(realm, actor, name.trim())
  if (channel === undefined) throw invalidChannelName({ name })
  return channel.name
}
