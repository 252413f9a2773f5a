import * as v from 'valibot'
import { badRequest } from '../../../api/errors'
import { integer, naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { anyUser } from '../../people/users/callers'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { isEmailGateway } from '../../channels/channels/email-gateway'
import { invalidChannelId } from '../../channels/channels/rules'

const invalidSender = badRequest(() => 'Invalid sender ID')

/** Mail is received by no server that has no gateway for it, and this one has none: then the address is empty. */
const NO_ADDRESS = ''

export const getChannelAddress = endpoint.decision({
  route: 'GET /streams/:stream_id/email_address',
  summary: 'The address that mail to a channel goes to: empty, as no mail comes in here.',
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

/** Mail may be posted as oneself, as a bot of one's own, or as the gateway that it came by. */
const canSendFor = (realm: Realm, actor: User, sender_id: number): boolean =>
  sender_id === actor.user_id ||
  maybeUser(realm, sender_id)?.bot_owner_id === actor.user_id ||
  isEmailGateway(realm, sender_id)
