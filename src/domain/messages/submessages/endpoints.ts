import { integer, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidMessage } from '../message-index/rules'
import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'
import { anyUser } from '../../people/users/callers'
import { addSubmessage } from './actions'
import {
  mayNotAddToMessage,
  onlyAuthorMayChange,
  submessageDoesNotFit,
  submessageNoWidget,
  submessageNotJson,
  tooManySubmessages,
} from './rules'

const MAX_TYPE_LENGTH = 50

export const createSubmessage = endpoint.decision({
  route: 'POST /submessage',
  summary: 'Add a submessage to a message, such as a vote in a poll or a task of a to-do list.',
  caller: anyUser,
  params: {
    message_id: integer(),
    msg_type: text(MAX_TYPE_LENGTH),
    content: text(MAX_MESSAGE_LENGTH),
  },
  returns: {},
  errors: [
    invalidMessage,
    mayNotAddToMessage,
    submessageNotJson,
    submessageNoWidget,
    submessageDoesNotFit,
    onlyAuthorMayChange,
    tooManySubmessages,
  ],
  decide: (realm, actor, submessage) => addSubmessage(realm, actor, submessage),
})
