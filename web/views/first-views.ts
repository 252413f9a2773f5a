import { go, store, unread } from '../app'
import { ask } from '../wire/requests'

const NEWEST_TOPIC = 1
const NEWEST_UNREAD_TOPIC = 4

/**
 * Opens a channel at the topic that the user wants to see first; without a connection, at all its messages. A click with a key
 * opens these in another tab.
 */
export function openChannel(event: MouseEvent, stream_id: number): void {
  const { web_channel_default_view: policy } = store.state.user_settings
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  if (policy !== NEWEST_TOPIC && policy !== NEWEST_UNREAD_TOPIC) return
  event.preventDefault()
  void (async () => {
    const topic =
      (policy === NEWEST_UNREAD_TOPIC ? newestUnread(stream_id) : undefined) ??
      (await newest(stream_id).catch(() => undefined))
    go(topic === undefined ? { view: 'channel', stream_id } : { view: 'topic', stream_id, topic })
  })()
}

async function newest(stream_id: number): Promise<string | undefined> {
  const { topics } = await ask(`GET /users/me/${stream_id}/topics`, { allow_empty_topic_name: true })
  return topics[0]?.name
}

function newestUnread(stream_id: number): string | undefined {
  const newestOf = ({ ids }: { ids: readonly number[] }) => ids.at(-1) ?? 0
  const [first] = unread()
    .conversations.filter(({ route, isMuted }) => route.view === 'topic' && route.stream_id === stream_id && !isMuted)
    .toSorted((a, b) => newestOf(b) - newestOf(a))
  return first?.route.view === 'topic' ? first.route.topic : undefined
}
