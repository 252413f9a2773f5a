import type { ReadOnlyRealm } from '../../../realm'
import { canAdminister, canSeeHistory } from '../../channels/channels/access-rules'
import { getChannel } from '../../channels/channels/storage'
import { findReadableChannel, loadViewerAccess } from '../../channels/subscriptions/access'
import { periodsOf } from '../../channels/subscriptions/storage'
import { isReceivedInProtectedHistory } from '../../messages/access/receipt-rules'
import type { Call } from '../../messages/calls/call'
import { findCall } from '../../messages/calls/storage'
import type { IndexedMessage } from '../../messages/message-index/message'
import { MessageLocations } from '../../channels/topics/message-locations'
import { hasRealmPermission } from '../../people/groups/membership'
import type { User } from '../../people/users/user'
import { refusalToPost } from '../sending/rules'
import { postingAccess } from '../sending/recipients'
import { callDoesNotExist, notPermittedToJoinCalls, notPermittedToModerate, type SeatRights } from './rules'

/** A call, and where its message is, which may have been deleted. */
export type LocatedCall = { call: Call; message: CallMessage }
type CallMessage = Pick<IndexedMessage, 'id' | 'conversation' | 'earlier_channels'>

/** Returns the place of a call as text, to compare it with a later one. */
export const placeText = ({ conversation: { stream_id, topic } }: CallMessage): string =>
  JSON.stringify([stream_id, topic])

export const located = (realm: ReadOnlyRealm, call: Call): LocatedCall => ({
  call,
  message: { id: call.call_id, ...new MessageLocations(realm).of({ id: call.call_id, ...call }) },
})

/** Returns whether a user sees a call: the readers of its message do, as `readersOf` selects them for its events. */
export function canSeeCall(realm: ReadOnlyRealm, user: User, { message }: LocatedCall): boolean {
  const { id, conversation, earlier_channels } = message
  const { stream_id, people } = conversation
  if (stream_id === null) return user.limited_to === undefined && people.includes(user.user_id)
  const channel = findReadableChannel(realm, user, stream_id)
  if (channel === undefined) return false
  if (canSeeHistory(channel, loadViewerAccess(realm, user, channel))) return true
  return isReceivedInProtectedHistory((id_of_channel) => periodsOf(realm, id_of_channel, user.user_id), {
    id,
    stream_id,
    earlier_channels,
  })
}

/** Returns a call that runs. Throws if the user cannot see it. */
export function requireCall(realm: ReadOnlyRealm, user: User, call_id: number): LocatedCall {
  const call = findCall(realm, call_id)
  const found = call?.ended_at === null ? located(realm, call) : undefined
  if (found === undefined || !canSeeCall(realm, user, found)) throw callDoesNotExist({})
  return found
}

/** Whether a user may be in a call: the user is active, sees it, and may join calls. */
export const mayBeIn = (realm: ReadOnlyRealm, user: User, call: LocatedCall): boolean =>
  user.is_active && canSeeCall(realm, user, call) && hasRealmPermission(realm, user, 'parley_can_join_calls_group')

/** Returns a call that the user may join. */
export function requireJoinableCall(realm: ReadOnlyRealm, user: User, call_id: number): LocatedCall {
  const found = requireCall(realm, user, call_id)
  if (!hasRealmPermission(realm, user, 'parley_can_join_calls_group')) throw notPermittedToJoinCalls({})
  return found
}

/** Whether a participant may speak and be seen. Where users may only read, they may only listen. */
export function maySpeak(realm: ReadOnlyRealm, user: User, { message }: LocatedCall): boolean {
  const { stream_id } = message.conversation
  return stream_id === null || refusalToPost(postingAccess(realm, user, getChannel(realm, stream_id))) === undefined
}

/** Returns what a participant may do besides listening. */
export const rightsIn = (realm: ReadOnlyRealm, user: User, call: LocatedCall): SeatRights => ({
  may_speak: maySpeak(realm, user, call),
  may_show_screen: hasRealmPermission(realm, user, 'parley_can_share_screens_group'),
})

/** Throws if the user may not end the call, nor mute and remove others: all may in a direct conversation. */
export function requireModerator(realm: ReadOnlyRealm, user: User, { message }: LocatedCall): void {
  const { stream_id } = message.conversation
  if (stream_id === null) return
  const channel = getChannel(realm, stream_id)
  if (!canAdminister(channel, loadViewerAccess(realm, user, channel))) throw notPermittedToModerate({})
}
