import * as v from 'valibot'
import { ids, naturalNumber, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { invalidMessage } from '../message-index/rules'
import { MAX_MESSAGES_PER_FETCH } from '../../realm/settings/limits'
import { anyUser } from '../../people/users/callers'
import { markChannelRead, markAllRead, markTopicRead } from './mark-read'
import { flagNotEditable, invalidFlag, invalidFlagOperation, noSuchTopic, requireFlagChange } from './rules'
import { changeFlags } from './change-flags'

export const messageIds = v.array(v.number())

export const updateFlags = endpoint.decision({
  route: 'POST /messages/flags',
  summary: 'Add a flag to messages, or remove it: `read`, `starred`, `collapsed` or `hide_link_previews`.',
  sharesCommit: true,
  agentScopes: ['messages:write'],
  caller: anyUser,
  params: { messages: ids(MAX_MESSAGES_PER_FETCH), op: shortText(), flag: shortText() },
  returns: { messages: messageIds, ignored_because_not_subscribed_channels: v.optional(messageIds) },
  errors: [invalidFlag, flagNotEditable, invalidFlagOperation, invalidMessage],
  decide: (realm, actor, { messages, op, flag }) => changeFlags(realm, actor, requireFlagChange(flag, op), messages),
})

export const markAllAsRead = endpoint.decision({
  route: 'POST /mark_all_as_read',
  summary: 'Mark all messages as read. Repeat the request until it is complete.',
  deprecated: true,
  caller: anyUser,
  params: {},
  returns: { complete: v.boolean() },
  errors: [],
  decide: (realm, actor) => ({ complete: markAllRead(realm, actor) }),
})

export const markChannelAsRead = endpoint.decision({
  route: 'POST /mark_stream_as_read',
  summary: 'Mark all messages of a channel as read.',
  deprecated: true,
  caller: anyUser,
  params: { stream_id: naturalNumber() },
  returns: {},
  errors: [invalidChannelId],
  decide: (realm, actor, { stream_id }) => markChannelRead(realm, actor, stream_id),
})

export const markTopicAsRead = endpoint.decision({
  route: 'POST /mark_topic_as_read',
  summary: 'Mark all messages of a topic as read.',
  deprecated: true,
  caller: anyUser,
  params: { stream_id: naturalNumber(), topic_name: shortText() },
  returns: {},
  errors: [invalidChannelId, noSuchTopic],
  decide: (realm, actor, topic) => markTopicRead(realm, actor, topic),
})
