import type { Client } from '../client/client'

/** Opens the newest topic of a channel, or the newest unread one; without a connection, all messages of the channel. */
export async function openTopic(client: Client, stream_id: number, isUnread: boolean): Promise<void> {
  const topic =
    (isUnread ? newestUnread(client, stream_id) : undefined) ?? (await newest(client, stream_id).catch(() => undefined))
  client.go(topic === undefined ? { view: 'channel', stream_id } : { view: 'topic', stream_id, topic })
}

async function newest({ ask }: Client, stream_id: number): Promise<string | undefined> {
  const { topics } = await ask('GET /users/me/:stream_id/topics', { stream_id, allow_empty_topic_name: true })
  return topics[0]?.name
}

function newestUnread({ unread }: Client, stream_id: number): string | undefined {
  const newestOf = ({ ids }: { ids: readonly number[] }) => ids.at(-1) ?? 0
  const [first] = unread()
    .conversations.filter(({ route, isMuted }) => route.view === 'topic' && route.stream_id === stream_id && !isMuted)
    .toSorted((a, b) => newestOf(b) - newestOf(a))
  return first?.route.view === 'topic' ? first.route.topic : undefined
}
