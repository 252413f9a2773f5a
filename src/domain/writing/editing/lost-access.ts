import { inBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import { canSeeContent, canSeeHistory } from '../../channels/channels/rules'
import type { Channel } from '../../channels/channels/channel'
import { publishDeletion } from '../deletion/actions'
import { standingOf } from '../../people/groups/standing'
import { markedIds, whoMarkAnything } from '../../messages/flag-sets/storage'
import { removeMarks } from '../../messages/flag-sets/actions'
import { subscribersOf } from '../../channels/subscriptions/storage'
import { people } from '../../people/users/events'
import { allUsers } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { MESSAGES_PER_EVENT } from './events'
import type { Moved } from './move-messages'

/**
 * To those who could read messages where they were, and cannot where they are, they are gone, and so is what they had
 * starred of them.
 */
export function publishLostAccess(realm: Realm, { from, to, message_ids, held }: Moved): void {
  if (from.channel === to.channel) return
  const [before, after] = [from, to].map(({ channel }) => viewersOfContent(realm, channel))
  const behind = allUsers(realm)
    .filter((user) => user.is_active && before!.sees(user) && !after!.has(user))
    .map((user) => user.user_id)
  if (behind.length === 0) return
  unstar(realm, behind, message_ids)
  const { stream_id } = from.channel
  for (const some of inBatches(message_ids, MESSAGES_PER_EVENT))
    publishDeletion(realm, some, { stream_id, topic: from.topic, held }, people({ user_ids: behind }))
}

// Asked of everyone there is, so who is in the channel is looked up once.
function viewersOfContent(realm: Realm, channel: Channel) {
  const inside = new Set(subscribersOf(realm, channel.stream_id))
  const viewer = (user: User) => ({
    ...standingOf(realm, user),
    role: user.role,
    is_subscribed: inside.has(user.user_id),
  })
  return {
    sees: (user: User) => canSeeContent(channel, viewer(user)),
    /** Where history is protected, what comes is theirs who are there. */
    has: (user: User) =>
      canSeeHistory(channel, viewer(user)) || (inside.has(user.user_id) && canSeeContent(channel, viewer(user))),
  }
}

function unstar(realm: Realm, user_ids: readonly number[], message_ids: readonly number[]): void {
  const gone = new Set(message_ids)
  for (const user_id of whoMarkAnything(realm, 'starred', user_ids)) {
    const starred = [...markedIds(realm, user_id, 'starred')].filter((id) => gone.has(id))
    removeMarks(realm, user_id, 'starred', starred)
  }
}
