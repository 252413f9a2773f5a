import { isOneOf } from '../../client-state/groups'
import type { Json } from '../../client-state/reducer'
import type { Message } from './messages'

// What the user may write. The rules are those of the server, so the client offers nothing that the server refuses.

/** Returns whether the user may write in a channel. */
export const mayPost = (state: Json, channel: Json): boolean =>
  channel !== undefined && !channel.is_archived && isOneOf(state, [channel.can_send_message_group])

/** Returns whether the user may change the text of a message: an own one, within the time limit. */
export function mayEdit(state: Json, { sender_id, timestamp, submessages }: Message, nowSeconds: number): boolean {
  const { user_id, realm_allow_message_editing, realm_message_content_edit_limit_seconds: limit } = state
  if (sender_id !== user_id || submessages.length > 0 || !realm_allow_message_editing) return false
  return limit === null || nowSeconds - timestamp <= limit
}
