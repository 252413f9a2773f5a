import type { Realm } from '../../../realm'
import { allGroups } from '../../people/groups/storage'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import {
  MAX_BULK_NEW_SUBSCRIPTION_MESSAGES,
  membershipText,
  type MembershipChange,
} from '../../writing/bot-messages/rules'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { actorNameFor } from '../../writing/bot-messages/names'

type Moved = { add?: readonly number[]; delete?: readonly number[] }

/** Tells people that somebody else brought them into a group, or took them out. Where there are too many, nobody is told. */
export function tellMembers(realm: Realm, actor: User, group_id: number, { add, delete: removed }: Moved): void {
  tell(realm, actor, group_id, { change: 'added you to', user_ids: add })
  tell(realm, actor, group_id, { change: 'removed you from', user_ids: removed })
}

type Told = { change: MembershipChange; user_ids: readonly number[] | undefined }

function tell(realm: Realm, actor: User, group_id: number, { change, user_ids }: Told): void {
  const group = allGroups(realm).get(group_id)
  const ids = new Set(user_ids)
  if (group === undefined || ids.size > MAX_BULK_NEW_SUBSCRIPTION_MESSAGES) return
  for (const id of ids) {
    const user = maybeUser(realm, id)
    if (user === undefined || user.is_bot || id === actor.user_id) continue
    sendBotMessage(realm, user, membershipText(actorNameFor(realm, user, actor), change, group))
  }
}
