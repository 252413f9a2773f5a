import { isOneOf } from '../../client-state/groups'
import type { Channel, GroupSetting } from '../../client-state/wire'
import type { Writable } from '../routes/route'
import type { Message } from './messages'
import type { OwnState } from '../wire/own-state'

// What the user may write. The rules are those of the server, so the client offers nothing that the server refuses.

/** Returns whether the user may write in a channel. */
export const mayPost = (state: OwnState, channel: Channel | undefined): boolean =>
  channel !== undefined && !channel.is_archived && isOneOf(state, [channel.can_send_message_group])

/** Returns whether the user may change the text of a message: an own one, within the time limit. */
export function mayEdit(state: OwnState, { sender_id, timestamp, submessages }: Message, nowSeconds: number): boolean {
  const { user_id, realm_allow_message_editing, realm_message_content_edit_limit_seconds: limit } = state
  if (sender_id !== user_id || submessages.length > 0 || !realm_allow_message_editing) return false
  return limit === null || nowSeconds - timestamp <= limit
}

/** Why a place takes no messages, or none of this user. The catalogue has a sentence for each. */
export type WritingRefusal =
  | 'noPlace'
  | 'archived'
  | 'notPermitted'
  | 'left'
  | 'directOff'
  | 'directRefused'
  | 'noAnswer'

/** Returns why the user cannot write here, or undefined if the server accepts messages. */
export function refusalToWrite(state: OwnState, to: Writable): WritingRefusal | undefined {
  if (to.view === 'direct') return refusalToWriteTo(state, to.user_ids)
  const channel = state.subscriptions.get(to.stream_id) ?? state.streams.get(to.stream_id)
  if (channel === undefined) return 'noPlace'
  if (channel.is_archived) return 'archived'
  return mayPost(state, channel) ? undefined : 'notPermitted'
}

/** Anyone may write to bots and to themselves. One of the others, or the user, must have the permission of the realm. */
function refusalToWriteTo(state: OwnState, user_ids: number[]): WritingRefusal | undefined {
  const people = user_ids.filter((id) => state.realm_users.get(id)?.is_bot === false && id !== state.user_id)
  // A user who left, or whom the user cannot see, receives nothing.
  if (!user_ids.every((id) => state.realm_users.has(id) || state.cross_realm_bots.has(id))) return 'left'
  const { realm_direct_message_permission_group: permission, realm_direct_message_initiator_group: initiators } = state
  if (people.length === 0) return undefined
  if (nameOf(state, permission) === 'role:nobody') return 'directOff'
  if (![state.user_id, ...people].some((id) => isOneOf(state, [permission], id))) return 'directRefused'
  return isOneOf(state, [initiators]) || hasConversation(state, user_ids) ? undefined : 'noAnswer'
}

const nameOf = (state: OwnState, group: GroupSetting): string | undefined =>
  typeof group === 'number' ? state.realm_user_groups.get(group)?.name : undefined

/** The list may be unknown after a deletion. Then the server decides. */
const hasConversation = (state: OwnState, user_ids: number[]): boolean =>
  state.recent_private_conversations?.some((other) => String(other.user_ids) === String(user_ids)) ?? true
