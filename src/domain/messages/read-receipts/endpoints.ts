import * as v from 'valibot'
import { integer } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidMessage } from '../message-index/rules'
import { anyUser } from '../../people/users/callers'
import { usersInReadReceipts, readReceiptsDisabled } from './read-receipts'

export const getReadReceipts = endpoint.decision({
  route: 'GET /messages/:message_id/read_receipts',
  summary: 'Fetch the users who have read a message and send read receipts.',
  caller: anyUser,
  params: { message_id: integer() },
  returns: { user_ids: v.array(v.number()) },
  errors: [invalidMessage, readReceiptsDisabled],
  decide: (realm, actor, { message_id }) => ({ user_ids: usersInReadReceipts(realm, actor, message_id) }),
})
