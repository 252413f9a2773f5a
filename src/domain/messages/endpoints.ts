import * as v from 'valibot'
import { alias, boolean, integer, list, naturalNumber, oneOf, optional, text } from '../../api/params'
import { endpoint, type Edge } from '../../edge'
import { parseMarkdown } from '../../markdown/parse'
import { channelDoesNotExist, channelNamedDoesNotExist } from '../channels/rules'
import { generalChatNotAllowed, invalidCharacterInTopic, missingTopic, onlyGeneralChatAllowed } from '../topics/rules'
import { VISIBILITY_POLICIES } from '../user-topics/rules'
import { anyUser, anyUserOrWebhook } from '../users/callers'
import { buttonsParam } from '../widgets/widget'
import { messageVisibleTo } from './access'
import { invalidAnchor, invalidAnchorDate, missingAnchor, missingAnchorDate } from './anchor'
import {
  anchorExcludedInside,
  fetchPage,
  fetchThese,
  handOver,
  parametersExclusive,
  tooManyMessages,
  type Fetched,
  type Range,
} from './fetch'
import { historyShown } from './history-shown'
import { renderAsSeen } from './mentions'
import { badNarrow, badNarrowCombination, narrowParam } from './narrow-term'
import {
  channelWildcardNotAllowed,
  contentKept,
  directMessagesDisabled,
  groupMentionNotAllowed,
  invalidMessage,
  invalidRecipientEmail,
  invalidRecipientId,
  mayNotInitiate,
  messageEmpty,
  messageHasNullBytes,
  messageWithoutRecipients,
  nobodyMayAuthorize,
  notAuthorizedToSend,
  notPermittedToPost,
  oneChannelExpected,
  recipientDeactivated,
  recipientsMixed,
  topicWildcardNotAllowed,
} from './rules'
import { sendDirectly, sendToChannel } from './send'
import { bodyShown, fetchedMessageShape } from './wire'

export const sendMessage = endpoint({
  route: 'POST /messages',
  summary: 'Send a message to a channel, or to people.',
  caller: anyUserOrWebhook,
  params: {
    type: oneOf(['direct', 'channel', 'stream', 'private']),
    to: v.union([integer(), list(v.union([integer(), text()])), text()]),
    content: text(),
    topic: alias(optional(text()), 'subject'),
    queue_id: optional(text()),
    local_id: optional(text()),
    read_by_sender: optional(boolean()),
    widget_content: optional(buttonsParam),
  },
  returns: { id: v.number(), automatic_new_visibility_policy: v.optional(v.picklist(VISIBILITY_POLICIES)) },
  errors: [
    channelDoesNotExist,
    channelNamedDoesNotExist,
    channelWildcardNotAllowed,
    topicWildcardNotAllowed,
    groupMentionNotAllowed,
    messageEmpty,
    messageHasNullBytes,
    missingTopic,
    invalidCharacterInTopic,
    generalChatNotAllowed,
    onlyGeneralChatAllowed,
    notPermittedToPost,
    notAuthorizedToSend,
    oneChannelExpected,
    messageWithoutRecipients,
    recipientsMixed,
    invalidRecipientEmail,
    invalidRecipientId,
    recipientDeactivated,
    directMessagesDisabled,
    nobodyMayAuthorize,
    mayNotInitiate,
  ],
  prepare: (edge, params) => {
    const content = contentKept(params.content)
    return { content, ...parseMarkdown(content, edge.markdown) }
  },
  decide: (realm, actor, { type, to, topic, queue_id, local_id, widget_content, ...said }) => {
    const draft = { ...said, widget: widget_content }
    const echo = queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : undefined
    if (type === 'direct' || type === 'private') return { id: sendDirectly(realm, actor, { ...draft, to, echo }) }
    if (topic === undefined) throw missingTopic({})
    return sendToChannel(realm, actor, { ...draft, to, topic, echo })
  },
})

export const renderMessage = endpoint({
  route: 'POST /messages/render',
  summary: 'How a message would look. Nothing is sent.',
  caller: anyUser,
  params: { content: text() },
  returns: { rendered: v.string() },
  errors: [],
  prepare: (edge, { content }) => ({ template: parseMarkdown(contentKept(content), edge.markdown).template }),
  decide: (realm, actor, { template }) => ({ rendered: renderAsSeen(realm, actor, template).html }),
})

export const getMessages = endpoint({
  route: 'GET /messages',
  summary: 'Messages of a narrow around an anchor, or by their ids.',
  caller: anyUser,
  params: {
    anchor: optional(v.union([integer(), text()])),
    include_anchor: optional(boolean(), true),
    num_before: optional(naturalNumber()),
    num_after: optional(naturalNumber()),
    narrow: optional(narrowParam, []),
    client_gravatar: optional(boolean(), true),
    apply_markdown: optional(boolean(), true),
    message_ids: optional(list(integer())),
    allow_empty_topic_name: optional(boolean(), false),
    use_first_unread_anchor: optional(boolean(), false),
    anchor_date: optional(text()),
  },
  returns: {
    anchor: v.optional(v.number()),
    found_anchor: v.boolean(),
    found_oldest: v.boolean(),
    found_newest: v.boolean(),
    history_limited: v.boolean(),
    messages: v.array(fetchedMessageShape),
  },
  errors: [
    badNarrow,
    badNarrowCombination,
    missingAnchor,
    invalidAnchor,
    missingAnchorDate,
    invalidAnchorDate,
    anchorExcludedInside,
    tooManyMessages,
    parametersExclusive,
  ],
  decide: (realm, actor, params) => {
    const shown = { client_gravatar: params.client_gravatar, knowsEmptyTopic: params.allow_empty_topic_name }
    if (params.message_ids !== undefined) {
      refuseRangeBesideIds(params)
      const rows = fetchThese(realm, actor, params.narrow ?? [], params.message_ids)
      return {
        page: { found_anchor: false, found_oldest: false, found_newest: false },
        ...handOver(realm, actor, rows, shown),
      }
    }
    const { rows, ...page } = fetchPage(realm, actor, params.narrow ?? [], rangeMeant(params))
    return { page, ...handOver(realm, actor, rows, shown) }
  },
  present: async (edge, { page, ...fetched }, { apply_markdown }) => ({
    ...page,
    history_limited: false,
    messages: (await withBodies(edge, fetched)).map(({ message, body }) => ({
      ...message,
      ...bodyShown(body, apply_markdown),
    })),
  }),
})

type RangeParams = Partial<Omit<Range, 'include_anchor'>> & {
  include_anchor: boolean
  use_first_unread_anchor: boolean
}

function rangeMeant({ anchor, num_before, num_after, use_first_unread_anchor, ...more }: RangeParams): Range {
  const meant = use_first_unread_anchor ? 'first_unread' : anchor
  if (meant === undefined) throw missingAnchor({})
  return { ...more, anchor: meant, num_before: num_before ?? 0, num_after: num_after ?? 0 }
}

function refuseRangeBesideIds({
  anchor,
  num_before,
  num_after,
  include_anchor,
  use_first_unread_anchor,
}: RangeParams): void {
  const given = Object.entries({ num_before, num_after, anchor }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (!include_anchor) given.push('include_anchor')
  if (use_first_unread_anchor) given.push('use_first_unread_anchor')
  if (given.length > 0) throw parametersExclusive({ parameters: [...given, 'message_ids'] })
}

/**
 * Puts the bodies to the messages: those the realm had at hand, and the others from D1 in one read. What was deleted since
 * the realm answered is left out.
 */
async function withBodies(edge: Edge, { messages, bodies, ...histories }: Fetched) {
  const elsewhere = messages.filter(({ id }) => !bodies.has(id)).map(({ id }) => id)
  const [loaded, history] = await Promise.all([
    elsewhere.length > 0 ? edge.loadBodies(elsewhere) : bodies,
    historyShown(edge, histories),
  ])
  return messages.flatMap((message) => {
    const body = bodies.get(message.id) ?? loaded.get(message.id)
    return body ? [{ message: { ...message, ...history(message.id) }, body }] : []
  })
}

export const getMessage = endpoint({
  route: 'GET /messages/:message_id',
  summary: 'One message.',
  caller: anyUser,
  params: {
    message_id: integer(),
    apply_markdown: optional(boolean(), true),
    allow_empty_topic_name: optional(boolean(), false),
  },
  returns: { message: fetchedMessageShape, raw_content: v.string() },
  errors: [invalidMessage],
  decide: (realm, actor, { message_id, allow_empty_topic_name }) => {
    const message = messageVisibleTo(realm, actor, message_id)
    return handOver(realm, actor, [message], { client_gravatar: true, knowsEmptyTopic: allow_empty_topic_name })
  },
  present: async (edge, fetched, { apply_markdown }) => {
    const [only] = await withBodies(edge, fetched)
    if (only === undefined) throw invalidMessage({})
    const { message, body } = only
    return { message: { ...message, ...bodyShown(body, apply_markdown) }, raw_content: body.content }
  },
})
