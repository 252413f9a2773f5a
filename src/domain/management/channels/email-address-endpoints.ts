import * as v from 'valibot'
import { badRequest } from '../../../api/errors'
import { integer, naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { anyUser } from '../../people/users/callers'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { isEmailGateway } from '../../channels/channels/email-gateway'
import { invalidChannelId } from '../../channels/channels/rules'

const invalidSender = badRequest(() => 'Invalid sender ID')

/** This server receives no emails. A server without an email gateway returns an empty address. */
const NO_ADDRESS = ''

export const getChannelAddress = endpoint.decision({
  route: 'GET /streams/:stream_id/email_address',
  summary: 'Get the email address of a channel. It is empty, because this server receives no emails.',
  caller: anyUser,
  params: { stream_id: naturalNumber(), sender_id: optional(integer()) },
  returns: { email: v.string() },
  errors: [invalidChannelId, invalidSender],
  decide: (realm, actor, { stream_id, sender_id = actor.user_id }) => {
    if (findReadableChannel(realm, actor, stream_id) === undefined) throw invalidChannelId({})
    if (!canSendFor(realm, actor, sender_id)) throw invalidSender({})
    return { email: NO_ADDRESS }
  },
})

/** Whether the actor can choose this sender for emails: the actor, a bot of theirs, or the Email Gateway bot. */
const canSendFor = (realm: ReadOnlyRealm, actor: User, sender_id: number): boolean =>
  sender_id === actor.user_id ||
  findUser(realm, sender_id)?.bot_owner_id === actor.user_id ||
  isEmailGateway(realm, sender_id)
