import type { Realm } from '../../../realm'
import { allGroups } from '../../people/groups/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { actorNameFor } from '../../writing/bot-messages/names'
import { MAX_BULK_NEW_SUBSCRIPTION_MESSAGES, silentGroupMention } from '../../writing/bot-messages/rules'
import { wordsFor } from '../../writing/bot-messages/words'

type Changes = { add?: readonly number[]; delete?: readonly number[] }

/** Sends a bot message to each user whom another user added to a group or removed from it. Sends none if they are too many. */
export function sendMembershipMessages(
  realm: Realm,
  actor: User,
  group_id: number,
  { add, delete: removed }: Changes,
): void {
  sendMessages(realm, actor, group_id, { change: 'addedToGroup', user_ids: add })
  sendMessages(realm, actor, group_id, { change: 'removedFromGroup', user_ids: removed })
}

type Affected = { change: 'addedToGroup' | 'removedFromGroup'; user_ids: readonly number[] | undefined }

function sendMessages(realm: Realm, actor: User, group_id: number, { change, user_ids }: Affected): void {
  const group = allGroups(realm).get(group_id)
  const ids = new Set(user_ids)
  if (group === undefined || ids.size > MAX_BULK_NEW_SUBSCRIPTION_MESSAGES) return
  for (const id of ids) {
    const user = findUser(realm, id)
    if (user === undefined || user.is_bot || id === actor.user_id) continue
    const text = wordsFor(realm, user)[change](actorNameFor(realm, user, actor), silentGroupMention(group))
    sendBotMessage(realm, user, text)
  }
}
