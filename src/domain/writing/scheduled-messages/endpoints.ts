import * as v from 'valibot'
import { boolean, ids, integer, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { parseMarkdown } from '../../../markdown/parse'
import { normalizeContent } from '../../messages/message-index/rules'
import { anyUser } from '../../people/users/callers'
import { MAX_CONTENT_ACCEPTED, MAX_RECIPIENTS } from '../../realm/settings/limits'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { sendingErrors } from '../sending/errors'
import { changeScheduledMessage, scheduleMessage, cancelScheduledMessage, visibleScheduledMessages } from './actions'
import {
  deliveryNotInFuture,
  deliveryTime,
  nothingToChange,
  notScheduledByAgent,
  recipientRequired,
  scheduledMessageDoesNotExist,
  scheduledMessageWasSent,
  tooManyScheduledMessages,
  scheduledMessagesTooLong,
  topicRequired,
} from './rules'
import { scheduledMessageShape } from './scheduled-message'

const type = oneOf(['direct', 'channel', 'stream', 'private'])
const to = v.union([integer(), ids(MAX_RECIPIENTS)])

const schedulingErrors = [...sendingErrors, deliveryNotInFuture]

const isDirect = (type: 'direct' | 'channel' | 'stream' | 'private') => type === 'direct' || type === 'private'

function parse(edge: Edge, requestedContent: string) {
  const content = normalizeContent(requestedContent)
  return { content, parsed: parseMarkdown(content, edge.assumeMarkdownSettings(), MESSAGE_LIMITS) }
}

export const createScheduledMessage = endpoint.decision({
  route: 'POST /scheduled_messages',
  summary: 'Schedule a message: the server sends it later.',
  agentScopes: ['messages:write'],
  caller: anyUser,
  params: {
    type,
    to,
    content: text(MAX_CONTENT_ACCEPTED),
    topic: optional(shortText()),
    scheduled_delivery_timestamp: deliveryTime(),
    read_by_sender: optional(boolean()),
  },
  returns: { scheduled_message_id: v.number() },
  errors: [...schedulingErrors, tooManyScheduledMessages, scheduledMessagesTooLong],
  prepare: (edge, { content }) => parse(edge, content),
  decide: (realm, actor, params) => {
    const { scheduled_message_id } = scheduleMessage(realm, actor, { ...params, isDirect: isDirect(params.type) })
    return { scheduled_message_id }
  },
})

export const getScheduledMessages = endpoint.decision({
  route: 'GET /scheduled_messages',
  summary: 'Get your scheduled messages, in the order in which they will be sent.',
  agentScopes: ['messages:read'],
  caller: anyUser,
  params: {},
  returns: { scheduled_messages: v.array(scheduledMessageShape) },
  errors: [],
  decide: (realm, actor) => ({ scheduled_messages: visibleScheduledMessages(realm, actor) }),
})

export const updateScheduledMessage = endpoint.decision({
  route: 'PATCH /scheduled_messages/:scheduled_message_id',
  summary: 'Change a scheduled message.',
  caller: anyUser,
  params: {
    scheduled_message_id: integer(),
    type: optional(type),
    to: optional(to),
    content: optional(text(MAX_CONTENT_ACCEPTED)),
    topic: optional(shortText()),
    scheduled_delivery_timestamp: optional(deliveryTime()),
  },
  returns: {},
  errors: [
    nothingToChange,
    scheduledMessageDoesNotExist,
    scheduledMessageWasSent,
    recipientRequired,
    topicRequired,
    ...schedulingErrors,
    scheduledMessagesTooLong,
  ],
  prepare: (edge, { content }) => ({ newContent: content === undefined ? undefined : parse(edge, content) }),
  decide: (realm, actor, { scheduled_message_id, type: requestedType, content: _, ...changes }) =>
    changeScheduledMessage(realm, actor, scheduled_message_id, {
      ...changes,
      isDirect: requestedType === undefined ? undefined : isDirect(requestedType),
    }),
})

export const deleteScheduledMessage = endpoint.decision({
  route: 'DELETE /scheduled_messages/:scheduled_message_id',
  summary: 'Delete a scheduled message. It is not sent.',
  agentScopes: ['messages:write'],
  caller: anyUser,
  params: { scheduled_message_id: integer() },
  returns: {},
  errors: [scheduledMessageDoesNotExist, notScheduledByAgent],
  decide: (realm, actor, { scheduled_message_id }) => cancelScheduledMessage(realm, actor, scheduled_message_id),
})
