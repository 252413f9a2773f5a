import type { Channel } from '../../client-state/wire'
import { obstacleToEdit } from '../../src/domain/writing/editing/permission-rules'
import {
  obstacleToDirectMessage,
  obstacleToPost,
  type DirectObstacle,
} from '../../src/domain/writing/sending/permission-rules'
import type { Writable } from '../routes/route'
import type { Of, OwnState } from '../wire/own-state'
import type { Message } from './messages'
import { membershipOf, viewerOf, withPermissions } from './viewer'

// What the user may write, by the rules of the server: the client offers nothing that the server refuses.

/** Returns whether the user came by a guest link: such guests answer direct messages, and begin no conversation. */
export const isLinkGuest = ({ realm_users, user_id }: Of<'realm_users' | 'user_id'>): boolean =>
  realm_users.get(user_id)?.is_link_guest === true

/** Returns whether the user may write in a channel. */
export const mayPost = (state: OwnState, channel: Channel): boolean =>
  !obstacleToPost({ channel: withPermissions(channel), sender: viewerOf(state, channel), owner: undefined })

/** Returns whether the user may change the text of a message: an own one that is no widget, within the time limit. */
export function mayEdit(
  state: OwnState,
  { sender_id, timestamp, submessages }: Pick<Message, 'sender_id' | 'timestamp' | 'submessages'>,
  now: number,
): boolean {
  const policy = {
    allow_message_editing: state.realm_allow_message_editing,
    message_content_edit_limit_seconds: state.realm_message_content_edit_limit_seconds,
  }
  const obstacle = obstacleToEdit({ sender_id, sent_at: timestamp }, { user_id: state.user_id, now }, policy)
  return obstacle === undefined && submessages.length === 0
}

/** Why a place takes no messages, or none of this user. The catalogue has a sentence for each. */
export type WritingRefusal = 'noPlace' | 'archived' | 'notPermitted' | 'left' | DirectObstacle

/** Returns why the user cannot write here, or undefined if the server accepts messages. */
export function refusalToWrite(state: OwnState, to: Writable): WritingRefusal | undefined {
  if (to.view === 'direct') return refusalToWriteTo(state, to.user_ids)
  const channel = state.subscriptions.get(to.stream_id) ?? state.streams.get(to.stream_id)
  if (channel === undefined) return 'noPlace'
  if (channel.is_archived) return 'archived'
  return mayPost(state, channel) ? undefined : 'notPermitted'
}

function refusalToWriteTo(state: OwnState, user_ids: readonly number[]): WritingRefusal | undefined {
  const users = [...new Set([state.user_id, ...user_ids])].map(
    (id) => state.realm_users.get(id) ?? state.cross_realm_bots.get(id),
  )
  // A user who left, or whom the user cannot see, receives nothing.
  if (!users.every((user) => user !== undefined)) return 'left'
  const recipients = users.map((user) => ({ user, membership: membershipOf(state, user.user_id) }))
  const policy = {
    permission: state.realm_direct_message_permission_group,
    initiators: state.realm_direct_message_initiator_group,
  }
  const sender = { user_id: state.user_id, is_bot: false, isLinkGuest: isLinkGuest(state) }
  return obstacleToDirectMessage(sender, recipients, policy, !hasConversation(state, user_ids))
}

/** The list may be unknown after a deletion. Then the server decides. */
const hasConversation = (state: OwnState, user_ids: readonly number[]): boolean =>
  state.recent_private_conversations?.some((other) => String(other.user_ids) === String(user_ids)) ?? true
