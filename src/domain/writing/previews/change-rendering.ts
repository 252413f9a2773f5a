import type { MessageBody, Realm } from '../../../realm'
import { readersOf } from '../../messages/access/readers'
import { newestEditOf } from '../../messages/history/storage'
import { findMessage } from '../../messages/message-index/storage'
import { noteChange } from '../../messages/message-index/version-storage'
import { findChannel } from '../../channels/channels/storage'
import { messagesUpdated } from '../editing/events'
import { flagSnapshot } from '../editing/flag-snapshot'

/** Returns the new HTML of a message; undefined if nothing changes. */
export type Rewrite = (body: MessageBody) => string | undefined

/** Changes the HTML of a message, but not its content. */
export const changeRendering = (realm: Realm, message_id: number, rewrite: Rewrite): Promise<void> =>
  changeTexts(realm, message_id, (body) => {
    const rendered_content = rewrite(body)
    return rendered_content === undefined ? undefined : { content: body.content, rendered_content }
  })

type Texts = Pick<MessageBody, 'content' | 'rendered_content'>

/**
 * Changes the texts of a message, which no user edited. The body may have to be read from D1. An edit during that time renders
 * the message itself, so this then does nothing, and neither does it change a deleted message.
 */
export async function changeTexts(
  realm: Realm,
  message_id: number,
  rewrite: (body: MessageBody) => Texts | undefined,
): Promise<void> {
  const newest = newestEditOf(realm.sql, message_id)
  const loaded = realm.bodies.findAvailable(message_id) ?? (await realm.bodies.loadOne(message_id))
  realm.transaction(() => {
    const available = realm.bodies.findAvailable(message_id)
    if (available === undefined && newestEditOf(realm.sql, message_id) !== newest) return
    const body = available ?? loaded
    const message = findMessage(realm, message_id)
    if (message === undefined || body === undefined) return
    const texts = rewrite(body)
    if (texts === undefined || texts.rendered_content === body.rendered_content) return
    const change_id = realm.log.takeId()
    realm.bodies.put(message_id, change_id, { ...body, ...texts })
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
      content: texts,
    })
    realm.publish(event, readersOf(message))
    noteChange(realm, message_id)
  })
}
