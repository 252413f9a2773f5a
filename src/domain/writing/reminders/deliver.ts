import type { MessageBody, Realm } from '../../../realm'
import { MessageAccess } from '../../messages/access/access'
import { findMessage } from '../../messages/message-index/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow } from '../../realm/settings/storage'
import { sendBotMessage } from '../bot-messages/actions'
import { actorNameFor, referenceTo } from '../bot-messages/names'
import { wordsFor } from '../bot-messages/words'
import { removeReminder } from './actions'
import { reminderText, reminderWithMessage, reminderWithoutMessage } from './rules'
import { isReminderOf, type ReminderRow } from './storage'

/**
 * Sends a reminder as a bot message and removes it, in one transaction: so the user receives it once. Does nothing if the
 * user removed the reminder while the body of the message was loaded.
 */
export function sendReminder(realm: Realm, due: ReminderRow, bodies: ReadonlyMap<number, MessageBody>): void {
  const { reminder_id, user_id } = due
  const send = (textFor: (user: User) => string) =>
    realm.transaction(() => {
      if (!isReminderOf(realm.sql, user_id, reminder_id)) return
      const user = findUser(realm, user_id)!
      if (user.is_active && !realmRow(realm).is_deactivated) sendBotMessage(realm, user, textFor(user))
      removeReminder(realm, user_id, reminder_id)
    })
  try {
    send((user) => textWithMessage(realm, user, due, bodies))
  } catch (error) {
    // This is a bug of the server. The reminder is sent without its quote, so that it does not delay the reminders behind it.
    send(() => due.content)
    throw error
  }
}

function textWithMessage(
  realm: Realm,
  user: User,
  { message_id, note }: ReminderRow,
  bodies: ReadonlyMap<number, MessageBody>,
): string {
  const words = wordsFor(realm, user)
  const message = findMessage(realm, message_id)
  // A body that was edited during the load is in memory.
  const body = realm.bodies.findAvailable(message_id) ?? bodies.get(message_id)
  if (message === undefined || body === undefined || !new MessageAccess(realm, user).canRead(message))
    return reminderWithoutMessage(words, note)
  const text = reminderText(words, referenceTo(realm, message), note)
  return reminderWithMessage(words, text, actorNameFor(realm, user, findUser(realm, message.sender_id)!), body.content)
}
