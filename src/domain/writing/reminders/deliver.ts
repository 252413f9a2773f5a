import type { MessageBody, Realm } from '../../../realm'
import { maybeMessage } from '../../messages/message-index/storage'
import { sendBotMessage } from '../bot-messages/actions'
import { actorNameFor, referenceTo } from '../bot-messages/names'
import { Reading } from '../../messages/access/access'
import { realmRow } from '../../realm/settings/storage'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { removeReminder } from './actions'
import { reminderWithoutMessage, reminderWithMessage, reminderText } from './rules'
import { isReminderOf, type ReminderRow } from './storage'

/**
 * Reminds somebody, in one transaction with crossing it off, so they are reminded once. The words of the message were looked
 * for before, and whoever asked may have thought better of it since.
 */
export function sendReminder(realm: Realm, due: ReminderRow, loaded: ReadonlyMap<number, MessageBody>): void {
  const { reminder_id, user_id } = due
  const remindBy = (words: (user: User) => string) =>
    realm.transaction(() => {
      if (!isReminderOf(realm.sql, user_id, reminder_id)) return
      const user = maybeUser(realm, user_id)!
      if (user.is_active && !realmRow(realm).is_deactivated) sendBotMessage(realm, user, words(user))
      removeReminder(realm, user_id, reminder_id)
    })
  try {
    remindBy((user) => wordsNow(realm, user, due, loaded))
  } catch (error) {
    // What cannot be said whole must not keep those behind it waiting. It is our mistake, and told to whoever runs this.
    remindBy(() => due.content)
    throw error
  }
}

function wordsNow(
  realm: Realm,
  user: User,
  { message_id, note }: ReminderRow,
  loaded: ReadonlyMap<number, MessageBody>,
): string {
  const message = maybeMessage(realm, message_id)
  // What was changed while others were loaded is at hand.
  const body = realm.bodies.findAvailable(message_id) ?? loaded.get(message_id)
  if (message === undefined || body === undefined || !new Reading(realm, user).canRead(message))
    return reminderWithoutMessage(note)
  const words = reminderText(referenceTo(realm, message), note)
  return reminderWithMessage(words, actorNameFor(realm, user, maybeUser(realm, message.sender_id)!), body.content)
}
