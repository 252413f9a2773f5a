import { publishDefaultChannels } from '../../channels/channels/actions'
import type { Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { writeChannel } from '../../channels/channels/storage'
import { requireVisibleChannel } from '../../channels/subscriptions/access'
import type { User } from '../../people/users/user'
import { takeOutOfGroups } from './groups'
import { privateCannotBeDefault } from './rules'

/** Accounts that are made from here on begin in this channel, or no longer do. What is so already is told to nobody. */
export function setDefault(
  realm: Realm,
  actor: User,
  { stream_id, is_default }: { stream_id: number; is_default: boolean },
) {
  const channel = requireVisibleChannel(realm, actor, stream_id)
  if (channel.is_archived) throw invalidChannelId({})
  if (is_default && channel.invite_only) throw privateCannotBeDefault({})
  if (channel.is_default === is_default) return
  writeChannel(realm, { ...channel, is_default })
  if (is_default) takeOutOfGroups(realm, stream_id)
  publishDefaultChannels(realm)
}
