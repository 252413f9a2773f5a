import type { Realm } from '../../realm'
import { canSeeContent, canSeeHistory } from '../channels/rules'
import type { Channel } from '../channels/channel'
import { tellOfGone } from '../deletion/actions'
import { markedIds, removeMarks, whoMarkAnything } from '../messages/marks'
import { viewerOf } from '../subscriptions/access'
import { slices } from '../subscriptions/slices'
import { people } from '../users/events'
import { allUsers } from '../users/storage'
import type { User } from '../users/user'
import { MESSAGES_PER_EVENT } from './events'
import type { Moved } from './move'

/**
 * To those who could read messages where they were, and cannot where they are, they are gone, and so is what they had
 * starred of them.
 */
export function tellWhoStaysBehind(realm: Realm, { from, to, message_ids, held }: Moved): void {
  if (from.channel === to.channel) return
  const behind = allUsers(realm)
    .filter((user) => user.is_active && canSeeContent(from.channel, viewerOf(realm, user, from.channel)))
    .filter((user) => !hasCome(realm, user, to.channel))
    .map((user) => user.user_id)
  if (behind.length === 0) return
  unstar(realm, behind, message_ids)
  const { stream_id } = from.channel
  for (const some of slices(message_ids, MESSAGES_PER_EVENT))
    tellOfGone(realm, some, { stream_id, topic: from.topic, held }, people({ user_ids: behind }))
}

// Where history is protected, what comes is theirs who are there.
function hasCome(realm: Realm, user: User, channel: Channel): boolean {
  const viewer = viewerOf(realm, user, channel)
  return canSeeHistory(channel, viewer) || (canSeeContent(channel, viewer) && viewer.is_subscribed)
}

function unstar(realm: Realm, user_ids: readonly number[], message_ids: readonly number[]): void {
  const gone = new Set(message_ids)
  for (const user_id of whoMarkAnything(realm, 'starred', user_ids)) {
    const starred = [...markedIds(realm, user_id, 'starred')].filter((id) => gone.has(id))
    removeMarks(realm, user_id, 'starred', starred)
  }
}
