import * as v from 'valibot'
import { badRequest } from '../../api/errors'
import { integer, naturalNumber, optional } from '../../api/params'
import { endpoint } from '../../edge'
import { channelReadableBy } from '../subscriptions/access'
import { anyUser } from '../users/callers'
import { maybeUser } from '../users/storage'
import { invalidChannelId } from './rules'

const invalidSender = badRequest(() => 'Invalid sender ID')

/** Mail is received by no server that has no gateway for it, and this one has none: then the address is empty. */
const NO_ADDRESS = ''

export const getChannelAddress = endpoint({
  route: 'GET /streams/:stream_id/email_address',
  summary: 'The address that mail to a channel goes to: empty, as no mail comes in here.',
  caller: anyUser,
  params: { stream_id: naturalNumber(), sender_id: optional(integer()) },
  returns: { email: v.string() },
  errors: [invalidChannelId, invalidSender],
  decide: (realm, actor, { stream_id, sender_id }) => {
    if (channelReadableBy(realm, actor, stream_id) === undefined) throw invalidChannelId({})
    const sender = maybeUser(realm, sender_id ?? actor.user_id)
    const isOwn = sender?.user_id === actor.user_id || sender?.bot_owner_id === actor.user_id
    if (!isOwn) throw invalidSender({})
    return { email: NO_ADDRESS }
  },
})
