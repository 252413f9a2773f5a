import type { Client } from '../client/client'
import { laterWords } from '../words/en-later'
import { waitingRequest } from './waiting-changes'

type Topic = { stream_id: number; topic: string }

const RESOLVED_PREFIX = '✔ '

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED_PREFIX)

/** Resolves a topic, or opens it again. Every message of the topic moves, so one message is enough to name. */
export async function toggleResolved(client: Client, { stream_id, topic }: Topic): Promise<void> {
  try {
    const message_id = await newestIdOf(client, { stream_id, topic })
    if (message_id === undefined) return
    const next = isResolved(topic) ? topic.slice(RESOLVED_PREFIX.length) : `${RESOLVED_PREFIX}${topic}`
    await client.ask('PATCH /messages/:message_id', { message_id, topic: next, propagate_mode: 'change_all' })
    if (waitingRequest(client, message_id)) return
    // The messages are there now.
    if (client.isAt({ view: 'topic', stream_id, topic })) client.go({ view: 'topic', stream_id, topic: next })
    client.setNotice({
      text: isResolved(topic)
        ? laterWords.topicOpened(topic.slice(RESOLVED_PREFIX.length))
        : laterWords.topicResolved(topic),
      undo: () => void toggleResolved(client, { stream_id, topic: next }),
    })
  } catch (error) {
    client.report(error)
  }
}

/** Returns the newest message of a topic, or undefined if it has none. Without a network, it is the newest that this browser knows. */
export async function newestIdOf({ ask, store }: Client, { stream_id, topic }: Topic): Promise<number | undefined> {
  const { ids, foundNewest } = store.windowOf({ view: 'topic', stream_id, topic })
  if (ids.length > 0 && (foundNewest || !navigator.onLine)) return ids.at(-1)
  const { messages } = await ask('GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: stream_id },
      { operator: 'topic', operand: topic },
    ],
    allow_empty_topic_name: true,
  })
  return messages.at(-1)?.id
}
