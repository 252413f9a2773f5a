import { ids, integer, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { editingTurnedOff, editLimitPassed, notPermittedToEdit } from '../editing/rules'
import { invalidMessage } from '../../messages/message-index/rules'
import { MAX_RECIPIENTS } from '../../realm/settings/limits'
import {
  directMessagesDisabled,
  invalidRecipientId,
  recipientsHidden,
  notPermittedToInitiate,
  noUserCanAuthorize,
  notAuthorizedToSend,
  notPermittedToPost,
} from '../sending/rules'
import { missingTopic } from '../../channels/topics/rules'
import { anyUser } from '../../people/users/callers'
import { publishDirectTyping, publishEditTyping, publishChannelTyping } from './actions'
import { channelTypingDisabled, directTypingDisabled, emptyTo, missingChannel, missingTo, TYPING_OPS } from './rules'

export const setTypingStatus = endpoint.decision({
  route: 'POST /typing',
  summary: 'Notify others that you started or stopped typing a message.',
  caller: anyUser,
  params: {
    type: optional(oneOf(['direct', 'private', 'channel', 'stream']), 'direct'),
    op: oneOf(TYPING_OPS),
    to: optional(ids(MAX_RECIPIENTS)),
    stream_id: optional(integer()),
    topic: optional(shortText()),
  },
  returns: {},
  errors: [
    missingTo,
    emptyTo,
    invalidRecipientId,
    recipientsHidden,
    directTypingDisabled,
    directMessagesDisabled,
    noUserCanAuthorize,
    notPermittedToInitiate,
    missingChannel,
    missingTopic,
    channelTypingDisabled,
    invalidChannelId,
    notPermittedToPost,
    notAuthorizedToSend,
  ],
  decide: (realm, actor, { type, op, to, stream_id, topic }) => {
    if (type === 'direct' || type === 'private') {
      if (to === undefined) throw missingTo({})
      return publishDirectTyping(realm, actor, op, to)
    }
    if (stream_id === undefined) throw missingChannel({})
    if (topic === undefined) throw missingTopic({})
    return publishChannelTyping(realm, actor, op, { stream_id, topic })
  },
})

export const setTypingStatusForEdit = endpoint.decision({
  route: 'POST /messages/:message_id/typing',
  summary: 'Notify others that you started or stopped editing a message.',
  caller: anyUser,
  params: { message_id: integer(), op: oneOf(TYPING_OPS) },
  returns: {},
  errors: [
    invalidMessage,
    editingTurnedOff,
    notPermittedToEdit,
    editLimitPassed,
    directTypingDisabled,
    channelTypingDisabled,
  ],
  decide: (realm, actor, { message_id, op }) => publishEditTyping(realm, actor, op, message_id),
})
