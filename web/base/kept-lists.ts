import { htmlText } from '../../src/markdown/html-text'
import { topicKey } from '../../client-state/unread'
import type { Client } from '../client/client'
import type { FoundMessage, RecentConversation } from '../../client-state/wire'
import { MAX_TOPICS } from '../replica/reading'
import type { AskKept } from './ask-kept'
import { listTopics } from './listed-topics'

const MAX_MESSAGES = 1000
const MAX_CHARACTERS = 200
const MAX_SENDERS = 5
/** A channel may have more than that: the server lists the newest 20,000. */
const MAX_LISTED = 20_000

const TOPICS = 'GET /users/me/:stream_id/topics'

type Kept = {
  /** Whether the replica has all messages of the user, and all events. */
  isWhole: () => Promise<boolean>
  /** Returns messages as the server has them now, or undefined if one is missing. */
  messages: (ids: readonly number[]) => Promise<FoundMessage[] | undefined>
}

/** Lists of topics and single messages, which the views beside a conversation need, come from what this browser keeps. */
export function answerFromKept(client: Client, ask: AskKept, { isWhole, messages }: Kept): void {
  const { environment, store } = client
  const topicsOf = listTopics(client, async (stream_id) => {
    if (!store.state.subscriptions.has(stream_id) || !(await isWhole())) return undefined
    const { topics } = await ask({ topics: stream_id })
    return topics && topics.length < MAX_TOPICS ? topics : undefined
  })

  async function topicAnswer(stream_id: number): Promise<Response | undefined> {
    const topics = await topicsOf(stream_id).catch(() => undefined)
    return topics && Response.json({ topics, parley_is_complete: topics.length < MAX_LISTED })
  }

  async function messageAnswer(ids: readonly number[]): Promise<Response | undefined> {
    const found = await messages(ids)
    return found && Response.json({ messages: found })
  }

  environment.kept = (route, parameters) => {
    const { stream_id, message_ids }: { stream_id?: number; message_ids?: readonly number[] } = parameters
    if (!store.isReady()) return undefined
    if (route === TOPICS && stream_id !== undefined) return topicAnswer(stream_id)
    return route === 'GET /messages' && message_ids && !('narrow' in parameters)
      ? messageAnswer(message_ids)
      : undefined
  }
}

/** If the server cannot be reached, the client reads the topics of a channel and the recent conversations from what this browser keeps. */
export function answerListsFromKept({ environment, store }: Client, ask: AskKept): void {
  const { later } = environment

  async function topicsOf(stream_id: number): Promise<Response | undefined> {
    const { topics } = await ask({ topics: stream_id })
    return topics && Response.json({ topics, parley_is_complete: false })
  }

  async function recent(): Promise<Response | undefined> {
    const around = { anchor: Infinity, before: MAX_MESSAGES, after: 0, withAnchor: true }
    const { page } = await ask({ page: { flags: [], newest: store.state.max_message_id ?? Infinity, around } })
    return page && Response.json({ conversations: conversationsOf(page.messages), is_complete: page.isOldest })
  }

  environment.later = (route, parameters) => {
    const answer = later?.(route, parameters)
    if (answer || !store.isReady()) return answer
    const { stream_id }: { stream_id?: number } = parameters
    if (route === TOPICS && stream_id !== undefined) return topicsOf(stream_id)
    return route === 'GET /parley/recent_conversations' ? recent() : undefined
  }
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
