import * as v from 'valibot'
import { badRequest } from '../../../api/errors'
import { boolean, integer, naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { isEmailGateway } from '../../channels/channels/email-gateway'
import type { Channel } from '../../channels/channels/channel'
import { cannotAdministerChannel, invalidChannelId } from '../../channels/channels/rules'
import { canAdminister } from '../../channels/channels/access-rules'
import { emailAddressOf } from '../../channels/email-addresses/address'
import { revokeAddress, revokeAllAddresses, type AddressFacts } from '../../channels/email-addresses/storage'
import { findReadableChannel, loadViewerAccess } from '../../channels/subscriptions/access'
import { anyUser } from '../../people/users/callers'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { postingAccess } from '../../writing/sending/recipients'
import { notAuthorizedToSend, notPermittedToPost, refusalToPost } from '../../writing/sending/rules'

const addressErrors = [notPermittedToPost, notAuthorizedToSend]
const invalidSender = badRequest(() => 'Invalid sender ID')

const params = { stream_id: naturalNumber(), sender_id: optional(integer()) }
const returns = { email: v.string() }

export const getChannelAddress = endpoint.decision({
  route: 'GET /streams/:stream_id/email_address',
  summary: 'Get the email address of a channel. It is empty if the deployment receives no emails.',
  note: 'Emails to the address are sent with the rights of the user who requested it. An email is sent as this user only if its domain proves that it comes from the address of the user; otherwise the Email Gateway bot sends it.',
  caller: anyUser,
  params,
  returns,
  errors: [invalidChannelId, invalidSender, ...addressErrors],
  decide: (realm, actor, requested) => {
    const { channel, facts } = addressFactsOf(realm, actor, requested)
    return { email: emailAddressOf(realm, channel, facts) }
  },
})

export const replaceChannelAddress = endpoint.decision({
  route: 'POST /parley/streams/:stream_id/email_address',
  summary: 'Revoke the email address of a channel that you use, and get another one.',
  caller: anyUser,
  params: {
    ...params,
    everyone: optional(boolean(), false), // those of all users; only for administrators of the channel
  },
  returns,
  errors: [invalidChannelId, invalidSender, ...addressErrors, cannotAdministerChannel],
  decide: (realm, actor, { everyone, ...requested }) => {
    const { channel, facts } = addressFactsOf(realm, actor, requested)
    if (everyone && !canAdminister(channel, loadViewerAccess(realm, actor, channel))) throw cannotAdministerChannel({})
    if (everyone) revokeAllAddresses(realm.sql, channel.stream_id)
    else revokeAddress(realm.sql, facts)
    return { email: emailAddressOf(realm, channel, facts) }
  },
})

type Requested = { stream_id: number; sender_id?: number | undefined }

function addressFactsOf(
  realm: ReadOnlyRealm,
  actor: User,
  { stream_id, sender_id = actor.user_id }: Requested,
): { channel: Channel; facts: AddressFacts } {
  const channel = findReadableChannel(realm, actor, stream_id)
  if (channel === undefined) throw invalidChannelId({})
  if (!canSendFor(realm, actor, sender_id)) throw invalidSender({})
  const refusal = refusalToPost(postingAccess(realm, actor, channel))
  if (refusal) throw refusal
  return { channel, facts: { stream_id, creator_id: actor.user_id, sender_id } }
}

/** Whether the actor can choose this sender for emails: the actor, a bot of theirs, or the Email Gateway bot. */
const canSendFor = (realm: ReadOnlyRealm, actor: User, sender_id: number): boolean =>
  sender_id === actor.user_id ||
  findUser(realm, sender_id)?.bot_owner_id === actor.user_id ||
  isEmailGateway(realm, sender_id)
