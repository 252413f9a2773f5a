import type { DueWork } from '../../../events/due-work'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { IndexedMessage } from '../../messages/message-index/message'
import { findMessage } from '../../messages/message-index/storage'
import { recipientsToEmail } from '../../messages/notifications/actions'
import { addMissedMessage, type WaitingUser } from '../../messages/notifications/missed-messages'
import {
  deleteMissedMessage,
  deleteMissedMessages,
  dueMissedMessages,
  firstMissedMessages,
  nextDueMissedMessages,
  postponeMissedMessages,
  type MissedMessage,
  type MissedMessages,
} from '../../messages/notifications/missed-storage'
import { quietUntil } from '../../messages/notifications/quiet-rules'
import { userSettingsOf } from '../../people/user-settings/storage'
import { findUser } from '../../people/users/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmRow } from '../../realm/settings/storage'
import { emailsFor } from './compose'
import { sentMessageOf } from './stored-message'

const MESSAGES_PER_BATCH = 20
const USERS_PER_BATCH = 50
// One message may add more users to this: it is distributed at once or not at all.
const DISTRIBUTED_PER_BATCH = 1000
// The user can end the quiet time earlier, so it is asked again.
const QUIET_ASKED_AGAIN_SECONDS = 3600

/**
 * Adds messages to the emails of their users, and queues the emails that are due. The email itself is composed when it is sent,
 * so no text of a message waits in the queue.
 */
export const notifyByEmail: DueWork<Realm> = {
  name: 'notify_by_email',
  run: (realm) => {
    if (realmRow(realm).is_deactivated) return undefined
    const now = realm.now()
    realm.transaction(() => {
      let users = 0
      for (const message of firstMissedMessages(realm.sql, MESSAGES_PER_BATCH))
        if (users < DISTRIBUTED_PER_BATCH) users += distribute(realm, message)
      for (const missed of dueMissedMessages(realm.sql, now, USERS_PER_BATCH)) queueEmailsOf(realm, missed)
    })
    return firstMissedMessages(realm.sql, 1).length > 0 ? now : nextDueMissedMessages(realm.sql)
  },
}

/** Adds a message to the emails of the users whom it notifies. Returns how many they are. */
function distribute(realm: Realm, { message_id, waiting }: MissedMessage): number {
  deleteMissedMessage(realm.sql, message_id)
  const message = findMessage(realm, message_id)
  if (message === undefined) return 0
  const users = waiting ?? recipientsOf(realm, message)
  for (const user of users) addMissedMessage(realm, message_id, user)
  return users.length
}

/** Returns the users whom a message with many candidates notifies. */
function recipientsOf(realm: ReadOnlyRealm, message: IndexedMessage): WaitingUser[] {
  const sent = sentMessageOf(realm, message)
  return sent === undefined ? [] : recipientsToEmail(realm, sent)
}

/** Queues one email for each conversation, unless the user is not to be disturbed now. */
function queueEmailsOf(realm: Realm, missed: MissedMessages): void {
  const now = realm.now()
  const user = findUser(realm, missed.user_id)
  const until = user && quietUntil(userSettingsOf(realm, user), now)
  if (until !== undefined)
    return postponeMissedMessages(realm.sql, missed.user_id, Math.min(until, now + QUIET_ASKED_AGAIN_SECONDS))
  deleteMissedMessages(realm.sql, missed.user_id)
  for (const email of emailsFor(realm, missed)) realm.emails.addFacts(email, now + SECONDS_PER_DAY)
}
