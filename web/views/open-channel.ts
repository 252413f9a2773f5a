import type { Client } from '../client/client'

const NEWEST_TOPIC = 1
const NEWEST_UNREAD_TOPIC = 4

/** Opens a channel at the topic that the user wants to see first. A click with a key opens all its messages in another tab. */
export function openChannel(client: Client, event: MouseEvent, stream_id: number): void {
  const { web_channel_default_view: policy } = client.store.state.user_settings
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  if (policy !== NEWEST_TOPIC && policy !== NEWEST_UNREAD_TOPIC) return
  event.preventDefault()
  void import('./first-views').then(
    ({ openTopic }) => openTopic(client, stream_id, policy === NEWEST_UNREAD_TOPIC),
    () => client.go({ view: 'channel', stream_id }),
  )
}
