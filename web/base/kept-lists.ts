import { htmlText } from '../../src/markdown/html-text'
import { topicKey } from '../../client-state/unread'
import type { Client } from '../client/client'
import type { Event, FoundMessage, RecentConversation } from '../../client-state/wire'
import { MAX_TOPICS } from '../replica/reading'
import type { PageLookup } from '../replica-worker/messages'
import type { AskKept } from './ask-kept'
import { listTopics } from './listed-topics'

const MAX_MESSAGES = 1000
const MAX_CHARACTERS = 200
const MAX_SENDERS = 5
/** A channel may have more than that: the server lists the newest 20,000. */
const MAX_LISTED = 20_000

type Kept = {
  /** Returns the events that the replica lacks, or undefined if it lacks messages from before them. */
  missed: () => Promise<readonly Event[] | undefined>
  /** Returns messages as the server has them now, or undefined if one is missing. */
  messages: (ids: readonly number[]) => Promise<FoundMessage[] | undefined>
}

/**
 * Lists of topics and single messages, which the views beside a conversation need, come from what this browser keeps. If the server cannot
 * be reached, they are what is there, and so are the recent conversations.
 */
export function answerFromKept(client: Client, ask: AskKept, { missed: missedOf, messages }: Kept): void {
  const { environment, store } = client
  const { later } = environment
  const topicsIn = async (stream_id: number) => (await ask({ topics: stream_id })).topics
  const pageOf = async (page: PageLookup) => (await ask({ page })).page
  const topicsOf = listTopics(client, async (stream_id) => {
    const missed = store.state.subscriptions.has(stream_id) ? await missedOf() : undefined
    const topics = missed && (await topicsIn(stream_id))
    return topics && topics.length < MAX_TOPICS ? { topics, missed } : undefined
  })

  environment.kept = answering({
    topics: async (stream_id) => withTopics(await topicsOf(stream_id).catch(() => undefined), MAX_LISTED),
    messages: async (ids) => {
      const found = await messages(ids)
      return found && { messages: found }
    },
  })

  const answerLater = answering({
    topics: async (stream_id) => withTopics(await topicsIn(stream_id)),
    messages: (ids) => pageOf({ ids }),
    async recent() {
      const around = { anchor: Infinity, before: MAX_MESSAGES, after: 0, withAnchor: true }
      const page = await pageOf({ flags: [], newest: store.state.max_message_id ?? Infinity, around })
      return page && { conversations: conversationsOf(page.messages), is_complete: page.isOldest }
    },
  })
  environment.later = (route, parameters) => later?.(route, parameters) ?? answerLater(route, parameters)
}

const withTopics = (topics: readonly object[] | undefined, most = 0) =>
  topics && { topics, parley_is_complete: topics.length < most }

type Answers = {
  topics: (stream_id: number) => Promise<object | undefined>
  messages: (ids: readonly number[]) => Promise<object | undefined>
  recent?: () => Promise<object | undefined>
}

/** Returns what answers requests for topics, single messages and recent conversations, and no others. */
const answering =
  ({ topics, messages, recent }: Answers) =>
  (route: string, parameters: object): Promise<Response | undefined> | undefined => {
    const { stream_id, message_ids }: { stream_id?: number; message_ids?: readonly number[] } = parameters
    const found =
      route === 'GET /users/me/:stream_id/topics' && stream_id !== undefined
        ? topics(stream_id)
        : route === 'GET /messages' && message_ids && !('narrow' in parameters)
          ? messages(message_ids)
          : route === 'GET /parley/recent_conversations'
            ? recent?.()
            : undefined
    return found?.then((fields) => fields && Response.json(fields))
  }

/** Returns the conversations of messages, the newest first. The messages are in the order of their ids. */
function conversationsOf(messages: readonly FoundMessage[]): RecentConversation[] {
  const byPlace = Map.groupBy(messages.toReversed(), (message) =>
    message.type === 'stream'
      ? topicKey(message.stream_id, message.subject)
      : message.display_recipient.map(({ id }) => id).join(),
  )
  return [...byPlace.values()].flatMap((newestFirst) => {
    const [newest] = newestFirst
    if (newest === undefined) return []
    const { id, sender_id, timestamp, content } = newest
    const place =
      newest.type === 'stream'
        ? { stream_id: newest.stream_id, topic: newest.subject }
        : { user_ids: newest.display_recipient.map((user) => user.id) }
    const sender_ids = [...new Set(newestFirst.map((message) => message.sender_id))].slice(0, MAX_SENDERS)
    const excerpt = htmlText(content).trim().slice(0, MAX_CHARACTERS)
    return [{ ...place, max_message_id: id, sender_id, timestamp, excerpt, sender_ids }]
  })
}
