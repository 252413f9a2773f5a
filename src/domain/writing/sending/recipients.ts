import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { channelDoesNotExist, channelNamedDoesNotExist } from '../../channels/channels/rules'
import { canSeeMetadata } from '../../channels/channels/access-rules'
import { findChannel, findChannelByName } from '../../channels/channels/storage'
import { groupMembershipOf } from '../../people/groups/membership'
import { permissionsOf } from '../../realm/settings/storage'
import { loadContentAccess } from '../../channels/subscriptions/access'
import { findDirectConversation } from '../../channels/topics/lookup-storage'
import { findVisibleUserByEmail } from '../../people/users/find-visible-user'
import { isLinkGuest } from '../../people/users/rules'
import { canSeeUser } from '../../people/users/visible-users'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import {
  agentIsLimited,
  invalidRecipientEmail,
  invalidRecipientId,
  messageWithoutRecipients,
  oneChannelExpected,
  recipientDeactivated,
  recipientsHidden,
  recipientsMixed,
  refusalToSendDirectMessage,
  type PostingAccess,
} from './rules'

/** The recipients in any form that clients send: an id, a name, a list, or addresses with commas between them. */
export type RequestedRecipients = number | string | readonly (number | string)[]

/**
 * Returns the requested channel. Throws the same error for a channel that the sender cannot see as for one that does not
 * exist, by id and by name. Otherwise the error would reveal the names of private channels.
 */
export function resolveChannel(realm: ReadOnlyRealm, sender: User, to: RequestedRecipients): PostingAccess {
  const requestedChannels = typeof to === 'object' ? to : [to]
  const [channelIdOrName, ...more] = requestedChannels
  if (channelIdOrName === undefined || more.length > 0) throw oneChannelExpected({})
  const channel =
    typeof channelIdOrName === 'number'
      ? findChannel(realm, channelIdOrName)
      : findChannelByName(realm, channelIdOrName.trim())
  if (channel === undefined) throw unknownChannel(channelIdOrName)
  const access = postingAccess(realm, sender, channel)
  if (!canSee(access)) throw unknownChannel(channelIdOrName)
  return access
}

export function postingAccess(realm: ReadOnlyRealm, sender: User, channel: Channel): PostingAccess {
  const owner = sender.bot_owner_id === null ? undefined : findUser(realm, sender.bot_owner_id)
  return {
    channel,
    sender: loadContentAccess(realm, sender, channel),
    owner: owner && loadContentAccess(realm, owner, channel),
  }
}

const unknownChannel = (requested: number | string) =>
  typeof requested === 'number'
    ? channelDoesNotExist({ stream_id: requested })
    : channelNamedDoesNotExist({ stream: requested })

const canSee = ({ channel, sender, owner }: PostingAccess): boolean =>
  canSeeMetadata(channel, sender) || (owner !== undefined && canSeeMetadata(channel, owner))

/** Returns the users of a direct message, each of them once, with the sender. Throws if one of them cannot receive it. */
export function resolveUsers(realm: ReadOnlyRealm, sender: User, to: RequestedRecipients): User[] {
  const requested: readonly (number | string)[] =
    typeof to === 'object' ? to : typeof to === 'string' ? addressesIn(to) : [to]
  if (requested.length === 0) throw messageWithoutRecipients({})
  if (new Set(requested.map((recipient) => typeof recipient)).size > 1) throw recipientsMixed({})
  const users = new Map([[sender.user_id, sender]])
  for (const recipient of requested) {
    const user = resolveUser(realm, sender, recipient)
    if (!canSeeUser(realm, sender, user)) throw recipientsHidden({})
    if (!user.is_active) throw recipientDeactivated({ email: user.email })
    users.set(user.user_id, user)
  }
  return [...users.values()]
}

function resolveUser(realm: ReadOnlyRealm, sender: User, recipient: number | string): User {
  const user =
    typeof recipient === 'number' ? findUser(realm, recipient) : findVisibleUserByEmail(realm, sender, recipient)
  if (user) return user
  throw typeof recipient === 'number'
    ? invalidRecipientId({ user_id: recipient })
    : invalidRecipientEmail({ email: recipient })
}

const addressesIn = (to: string) =>
  to
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** Throws if these users may not have a direct conversation, or if the sender may not begin it. */
export function requireDirectMessagePermission(realm: ReadOnlyRealm, sender: User, users: readonly User[]): void {
  if (sender.limited_to !== undefined) throw agentIsLimited({})
  const ids = users.map((user) => user.user_id)
  const isNew = findDirectConversation(realm, ids) === undefined
  const permissions = permissionsOf(realm)
  const policy = {
    permission: permissions.direct_message_permission_group,
    initiators: permissions.direct_message_initiator_group,
  }
  const recipients = users.map((user) => ({ user, membership: groupMembershipOf(realm, user) }))
  const refusal = refusalToSendDirectMessage({ ...sender, isLinkGuest: isLinkGuest(sender) }, recipients, policy, isNew)
  if (refusal) throw refusal
}
