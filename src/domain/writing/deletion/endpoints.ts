import * as v from 'valibot'
import { integer, naturalNumber, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { invalidMessage } from '../../messages/message-index/rules'
import { administrators, anyUser } from '../../people/users/callers'
import { deleteMessage } from './actions'
import { deleteTopic } from './delete-topic'
import { notPermittedToDelete, tooLateToDelete } from './rules'

export const deleteOneMessage = endpoint.decision({
  route: 'DELETE /messages/:message_id',
  summary: 'Delete a message for everyone.',
  caller: anyUser,
  params: { message_id: integer() },
  returns: {},
  errors: [invalidMessage, notPermittedToDelete, tooLateToDelete],
  decide: (realm, actor, { message_id }) => deleteMessage(realm, actor, message_id),
})

export const deleteWholeTopic = endpoint.decision({
  route: 'POST /streams/:stream_id/delete_topic',
  summary: 'Delete all messages of a topic. Repeat the request until `complete` is true. Administrators only.',
  caller: administrators,
  params: { stream_id: naturalNumber(), topic_name: shortText() },
  returns: { complete: v.boolean() },
  errors: [invalidChannelId],
  decide: async (realm, actor, topic) => ({ complete: await deleteTopic(realm, actor.user_id, topic) }),
})
