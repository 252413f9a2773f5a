import * as v from 'valibot'
import { ids, naturalNumber, shortText } from '../../../api/params'
import { endpoint, step, type Edge } from '../../../edge'
import type { Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { invalidMessage } from '../message-index/rules'
import { MAX_MESSAGES_PER_FETCH } from '../../realm/settings/limits'
import { anyUser } from '../../people/users/callers'
import type { User } from '../../people/users/user'
import { markPartRead, type Marked } from './mark-read'
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

/** Of about 4,000 unread messages each. The realm serves other requests between two parts. */
const MAX_PARTS = 12

const markingSteps = {
  markPart: step((realm: Realm, actor: User, { upTo, ...marked }: Marked & { upTo: number }) =>
    markPartRead(realm, actor, marked, upTo),
  ),
}

/** What marks messages as read in parts. The next part is undefined after the last one. */
const inParts = <Answer>(answer: (complete: boolean) => Answer) => ({
  steps: markingSteps,
  decide: (realm: Realm, actor: User, { stream_id, topic_name }: Marked) => {
    const { next } = markPartRead(realm, actor, { stream_id, topic_name })
    return next === undefined ? { done: answer(true) } : { begun: { next } }
  },
  work: async (edge: Edge, begun: { next: number }, { stream_id, topic_name }: Marked) => {
    let next: number | undefined = begun.next
    for (let parts = 1; next !== undefined && parts < MAX_PARTS; parts++)
      ({ next } = await edge.ask(markingSteps.markPart, { stream_id, topic_name, upTo: next }))
    return { complete: next === undefined }
  },
  finish: (_realm: Realm, _actor: User, { complete }: { complete: boolean }) => answer(complete),
})

export const markAllAsRead = endpoint.twoStep({
  route: 'POST /mark_all_as_read',
  summary: 'Mark all messages as read. Repeat the request until it is complete.',
  deprecated: true,
  caller: anyUser,
  params: {},
  returns: { complete: v.boolean() },
  errors: [],
  ...inParts((complete) => ({ complete })),
})

export const markChannelAsRead = endpoint.twoStep({
  route: 'POST /mark_stream_as_read',
  summary: 'Mark all messages of a channel as read.',
  deprecated: true,
  caller: anyUser,
  params: { stream_id: naturalNumber() },
  returns: {},
  errors: [invalidChannelId],
  ...inParts(() => ({})),
})

export const markTopicAsRead = endpoint.twoStep({
  route: 'POST /mark_topic_as_read',
  summary: 'Mark all messages of a topic as read.',
  deprecated: true,
  caller: anyUser,
  params: { stream_id: naturalNumber(), topic_name: shortText() },
  returns: {},
  errors: [invalidChannelId, noSuchTopic],
  ...inParts(() => ({})),
})
