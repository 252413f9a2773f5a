import * as v from 'valibot'
import { integer } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidMessage } from '../message-index/rules'
import { anyUser } from '../../people/users/callers'
import { usersToShow, readReceiptsDisabled } from './readers'

export const getReadReceipts = endpoint.decision({
  route: 'GET /messages/:message_id/read_receipts',
  summary: 'Who has read a message, and lets others know.',
  caller: anyUser,
  params: { message_id: integer() },
  returns: { user_ids: v.array(v.number()) },
  errors: [invalidMessage, readReceiptsDisabled],
  decide: (realm, actor, { message_id }) => ({ user_ids: usersToShow(realm, actor, message_id) }),
})
