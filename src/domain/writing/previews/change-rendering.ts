import type { MessageBody, Realm } from '../../../realm'
import { readersOf } from '../../messages/access/readers'
import { newestEditOf } from '../../messages/history/storage'
import { findMessage } from '../../messages/message-index/storage'
import { findChannel } from '../../channels/channels/storage'
import { messagesUpdated } from '../editing/events'
import { flagSnapshot } from '../editing/flag-snapshot'

/** Returns the new HTML of a message; undefined if nothing changes. */
export type Rewrite = (body: MessageBody) => string | undefined

/**
 * Changes the HTML of a message, but not its content. The body may have to be read from D1. An edit during that time renders the
 * message itself, so this then does nothing, and neither does it change a deleted message.
 */
export async function changeRendering(realm: Realm, message_id: number, rewrite: Rewrite): Promise<void> {
  const newest = newestEditOf(realm.sql, message_id)
  const loaded = realm.bodies.findAvailable(message_id) ?? (await realm.bodies.loadOne(message_id))
  realm.transaction(() => {
    const available = realm.bodies.findAvailable(message_id)
    if (available === undefined && newestEditOf(realm.sql, message_id) !== newest) return
    const body = available ?? loaded
    const message = findMessage(realm, message_id)
    if (message === undefined || body === undefined) return
    const rendered_content = rewrite(body)
    if (rendered_content === undefined || rendered_content === body.rendered_content) return
    const change_id = realm.log.takeId()
    realm.bodies.put(message_id, change_id, { ...body, rendered_content })
    const { stream_id } = message.conversation
    const channel = stream_id === null ? undefined : findChannel(realm, stream_id)
    const event = messagesUpdated({
      as_of: change_id,
      user_id: null,
      edit_timestamp: realm.now(),
      message_id,
      message_ids: [message_id],
      flags: flagSnapshot(realm, message),
      stream: channel && { stream_id: channel.stream_id, stream_name: channel.name },
      content: { content: body.content, rendered_content },
    })
    realm.publish(event, readersOf(message))
  })
}
