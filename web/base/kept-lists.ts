import { htmlText } from '../../src/markdown/html-text'
import { topicKey } from '../../client-state/unread'
import type { Client } from '../client/client'
import type { FoundMessage, RecentConversation } from '../../client-state/wire'
import type { AskKept } from './ask-kept'

const MAX_MESSAGES = 1000
const MAX_CHARACTERS = 200
const MAX_SENDERS = 5

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
    if (route === 'GET /users/me/:stream_id/topics' && stream_id !== undefined) return topicsOf(stream_id)
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
