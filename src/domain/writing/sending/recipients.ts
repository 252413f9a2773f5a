import type { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import {
  canSeeMetadata,
  channelDoesNotExist,
  channelNamedDoesNotExist,
  type ViewerAccess,
} from '../../channels/channels/rules'
import { findChannel, findChannelByName } from '../../channels/channels/storage'
import { standingOf } from '../../people/groups/standing'
import { permissionsOf } from '../../realm/settings/storage'
import { viewerAsking } from '../../channels/subscriptions/access'
import { maybeUserKnownAs } from '../../people/users/known-as'
import { canKnowOf } from '../../people/users/sight'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import {
  invalidRecipientEmail,
  invalidRecipientId,
  messageWithoutRecipients,
  oneChannelExpected,
  recipientDeactivated,
  recipientsHidden,
  recipientsMixed,
  refusalToPost,
  refusalToSendDirectMessage,
} from './rules'

/** Whom or what a message is for, in any of the forms clients say it: an id, a name, a list, addresses with commas. */
export type RequestedRecipients = number | string | readonly (number | string)[]

/** A channel that is spoken to, and who speaks: a bot has its owner behind it. */
type PostingAccess = { channel: Channel; sender: ViewerAccess; owner: ViewerAccess | undefined }

export function resolveChannel(realm: Realm, sender: User, to: RequestedRecipients): PostingAccess {
  const named = typeof to === 'object' ? to : [to]
  const [only, ...more] = named
  if (only === undefined || more.length > 0) throw oneChannelExpected({})
  const channel = typeof only === 'number' ? findChannel(realm, only) : findChannelByName(realm, only.trim())
  if (channel === undefined) throw unknownChannel(only)
  const addressed = postingAccess(realm, sender, channel)
  // A channel that the sender must not know is answered like one that does not exist, by id and by name: the answer must
  // not tell which names are taken, nor which id has which name.
  if (!isKnown(addressed)) throw unknownChannel(only)
  return addressed
}

export function postingAccess(realm: Realm, sender: User, channel: Channel): PostingAccess {
  const owner = sender.bot_owner_id === null ? undefined : maybeUser(realm, sender.bot_owner_id)
  return {
    channel,
    sender: viewerAsking(realm, sender, channel),
    owner: owner && viewerAsking(realm, owner, channel),
  }
}

const unknownChannel = (said: number | string) =>
  typeof said === 'number' ? channelDoesNotExist({ stream_id: said }) : channelNamedDoesNotExist({ stream: said })

const isKnown = ({ channel, sender, owner }: PostingAccess): boolean =>
  canSeeMetadata(channel, sender) || (owner !== undefined && canSeeMetadata(channel, owner))

/** Everyone in a direct conversation, the sender too, each once. */
export function resolveUsers(realm: Realm, sender: User, to: RequestedRecipients): User[] {
  const named: readonly (number | string)[] =
    typeof to === 'object' ? to : typeof to === 'string' ? addressesIn(to) : [to]
  if (named.length === 0) throw messageWithoutRecipients({})
  if (new Set(named.map((each) => typeof each)).size > 1) throw recipientsMixed({})
  const people = new Map([[sender.user_id, sender]])
  for (const each of named) {
    const user = typeof each === 'number' ? maybeUser(realm, each) : maybeUserKnownAs(realm, sender, each)
    if (user === undefined)
      throw typeof each === 'number' ? invalidRecipientId({ user_id: each }) : invalidRecipientEmail({ email: each })
    if (!canKnowOf(realm, sender, user)) throw recipientsHidden({})
    if (!user.is_active) throw recipientDeactivated({ email: user.email })
    people.set(user.user_id, user)
  }
  return [...people.values()]
}

const addressesIn = (to: string) =>
  to
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** May this sender post to this channel? */
export const refusalOfChannel = ({ channel, sender, owner }: PostingAccess): ApiError | undefined =>
  refusalToPost(channel, sender, owner)

/** May this conversation be held, and may the sender begin it? */
export function refusalOfPeople(
  realm: Realm,
  sender: User,
  people: readonly User[],
  isNew: boolean,
): ApiError | undefined {
  const permissions = permissionsOf(realm)
  const policy = {
    permission: permissions.direct_message_permission_group,
    initiators: permissions.direct_message_initiator_group,
  }
  const recipients = people.map((user) => ({ user, standing: standingOf(realm, user) }))
  return refusalToSendDirectMessage(sender, recipients, policy, isNew)
}
