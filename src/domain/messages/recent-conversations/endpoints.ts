import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { topicNameFor } from '../../channels/topics/rules'
import { anyUser } from '../../people/users/callers'
import { MessageAccess } from '../access/access'
import { loadMessages, withTextsOfD1 } from '../pages/load-messages'
import { addBodies } from '../pages/message-response'
import { MAX_MESSAGES_EXAMINED, newestByConversation } from './newest-by-conversation'

const MAX_CONVERSATIONS = 200
const EXCERPT_LENGTH = 120

const conversationShape = named(
  'RecentConversation',
  v.strictObject({
    stream_id: v.optional(v.number()),
    topic: v.optional(v.string()),
    user_ids: v.optional(v.array(v.number())),
    max_message_id: v.number(),
    sender_id: v.number(),
    timestamp: v.number(),
    excerpt: v.string(),
    sender_ids: v.array(v.number()),
  }),
)

export const getRecentConversations = endpoint.decision({
  route: 'GET /parley/recent_conversations',
  summary: 'Get the conversations with the newest messages that you received, the newest first.',
  note:
    `A conversation has \`stream_id\` and \`topic\`, or \`user_ids\`: the other users of a direct conversation. \`excerpt\` is the ` +
    `beginning of the Markdown of its newest message, at most ${EXCERPT_LENGTH} characters. \`sender_ids\` are up to five users ` +
    'who wrote last. `is_complete` is `false` if older conversations are missing: `num_conversations` limits them, and the ' +
    `server examines the newest ${MAX_MESSAGES_EXAMINED.toLocaleString('en')} messages of the realm.`,
  caller: anyUser,
  params: {
    num_conversations: optional(v.pipe(naturalNumber(), v.maxValue(MAX_CONVERSATIONS)), MAX_CONVERSATIONS),
    allow_empty_topic_name: optional(boolean(), false),
  },
  returns: { conversations: v.array(conversationShape), is_complete: v.boolean() },
  errors: [],
  decide: (realm, actor, { num_conversations, allow_empty_topic_name }) => {
    const { found, isComplete } = newestByConversation(new MessageAccess(realm, actor), num_conversations)
    const conversations = found.map(({ conversation: { stream_id, topic, people }, newest, sender_ids }) => ({
      ...(stream_id === null
        ? { user_ids: people.filter((id) => id !== actor.user_id) }
        : { stream_id, topic: topicNameFor(topic, allow_empty_topic_name) }),
      max_message_id: newest.id,
      sender_id: newest.sender_id,
      timestamp: newest.sent_at,
      sender_ids,
    }))
    const rows = found.map(({ newest }) => newest)
    const options = { client_gravatar: false, knowsEmptyTopic: allow_empty_topic_name }
    return { conversations, isComplete, loaded: loadMessages(realm, actor, rows, options) }
  },
  complete: async (realm, found) => ({ ...found, loaded: await withTextsOfD1(realm, found.loaded) }),
  present: async (edge, { conversations, isComplete, loaded }) => {
    // A body is missing if the bodies together are too large, or if its message was deleted meanwhile.
    const { messages } = await addBodies(edge, loaded)
    const excerpts = new Map(messages.map(({ message, body }) => [message.id, excerptOf(body.content)]))
    return {
      conversations: conversations.map((row) => ({ ...row, excerpt: excerpts.get(row.max_message_id) ?? '' })),
      is_complete: isComplete,
    }
  },
})

// A character of the excerpt has at most two units, so only these are split.
const excerptOf = (content: string): string => {
  const beginning = content.slice(0, 2 * EXCERPT_LENGTH)
  return [...beginning].slice(0, EXCERPT_LENGTH).join('')
}
