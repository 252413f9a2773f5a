import * as v from 'valibot'
import { list, optional } from '../../../../api/params'
import type { Edge } from '../../../../edge'
import { getMessages } from '../../../messages/fetching/endpoints'
import { updateFlags } from '../../../messages/read-state/endpoints'
import { updateFlagsInNarrow } from '../../../messages/flags-in-narrow/endpoints'
import { fitting } from '../answer-rules'
import { idsOrConversation } from '../rules'
import { tool } from '../tool'
import { narrowOf, pageShape, placeOf, shownMessage, withNotice, type FetchedMessage } from './message-text'
import { between, channel, describedAs, messageId, topic } from './params'

/** How many unread messages one answer examines. */
const MAX_EXAMINED = 200
const MAX_MENTIONS = 20
const CONTENT_CHARACTERS = 300

export const listUnreads = tool({
  name: 'list_unreads',
  title: 'List unread conversations',
  description: 'Unread messages by conversation, with the newest of each; mentions of the user come first.',
  scope: 'messages:read',
  effect: 'reads',
  params: { max_topics: between(1, 50, 20), per_topic: between(0, 10, 3) },
  run: async (edge, { max_topics, per_topic }) => {
    const [mentions, unread] = await Promise.all([
      newestUnread(edge, 'mentioned', MAX_MENTIONS),
      newestUnread(edge, 'unread', MAX_EXAMINED),
    ])
    const conversations = [...Map.groupBy(unread.messages, ({ recipient }) => recipient).values()]
    const groups = conversations.slice(0, max_topics).map((messages) => ({
      ...placeOf(messages[0]!),
      unread: messages.length,
      newest: messages.slice(0, per_topic).map((message) => shownMessage(message, edge.realm_url, CONTENT_CHARACTERS)),
    }))
    const mentioning = mentions.messages.map((message) => shownMessage(message, edge.realm_url, CONTENT_CHARACTERS))
    const firstMentions = fitting(mentioning).slice(0, Math.ceil(MAX_MENTIONS / 2))
    const within = fitting([firstMentions, ...groups]).slice(1)
    return withNotice({
      mentions: firstMentions,
      conversations: within,
      more_conversations: conversations.length - within.length,
      ...(unread.found_oldest ? {} : { note: `Only the newest ${MAX_EXAMINED} unread messages were examined.` }),
    })
  },
})

/** Returns unread messages, the newest first, each with a key of its conversation. */
async function newestUnread(edge: Edge, operand: 'unread' | 'mentioned', most: number) {
  const narrow = [{ operator: 'is', operand: 'unread' }, ...(operand === 'unread' ? [] : [{ operator: 'is', operand }])]
  const answer = await edge.call(getMessages, {
    anchor: 'newest',
    num_before: most,
    num_after: 0,
    narrow,
    apply_markdown: false,
    client_gravatar: false,
  })
  const { messages, found_oldest } = v.parse(pageShape, answer)
  return { found_oldest, messages: messages.reverse().map((message) => ({ ...message, recipient: keyOf(message) })) }
}

const keyOf = ({ stream_id, subject, display_recipient }: FetchedMessage): string =>
  stream_id === undefined ? JSON.stringify(display_recipient) : JSON.stringify([stream_id, subject.toLowerCase()])

/** The largest range of one request. */
const MAX_MARKED = 1000

export const markRead = tool({
  name: 'mark_read',
  title: 'Mark messages as read',
  description:
    'Marks messages as read for the user: those with the ids, or those of a channel or a topic. At most 1000 in one call.',
  scope: 'messages:write',
  effect: 'repeats',
  params: {
    ids: optional(list(messageId(), MAX_MARKED)),
    channel: optional(channel()),
    topic: optional(topic()),
    up_to: optional(describedAs(messageId(), 'Id of the newest message to mark')),
  },
  run: async (edge, { ids, up_to, ...place }) => {
    if ((ids === undefined) === (place.channel === undefined)) throw idsOrConversation({})
    if (ids !== undefined) {
      const { messages } = v.parse(
        flaggedShape,
        await edge.call(updateFlags, { messages: ids, op: 'add', flag: 'read' }),
      )
      return { marked: messages.length, has_more: false }
    }
    const answer = await edge.call(updateFlagsInNarrow, {
      anchor: up_to ?? 'newest',
      include_anchor: true,
      num_before: MAX_MARKED,
      num_after: 0,
      narrow: [...narrowOf(place), { operator: 'is', operand: 'unread' }],
      op: 'add',
      flag: 'read',
    })
    const { updated_count, found_oldest } = v.parse(markedShape, answer)
    return { marked: updated_count, has_more: !found_oldest }
  },
})

const flaggedShape = v.object({ messages: v.array(v.number()) })
const markedShape = v.object({ updated_count: v.number(), found_oldest: v.boolean() })
