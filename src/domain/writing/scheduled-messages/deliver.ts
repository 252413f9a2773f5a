import { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { sendBotMessage } from '../bot-messages/actions'
import { spokenBy } from '../../realm/settings/spoken-by'
import { realmRow } from '../../realm/settings/storage'
import { sendDirectMessage, sendChannelMessage } from '../sending/actions'
import { people } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { scheduledMessageRemoved, scheduledMessageUpdated } from './events'
import { failureText } from './rules'
import type { PendingMessage } from './scheduled-message'
import { markSent, scheduledMessageOf, writePending } from './storage'

/**
 * Sends what is due, or lets its sender know why it cannot be sent. Sending and crossing it off are one transaction: however
 * often the realm dies in between, it is sent once or it still waits. Whatever goes wrong with one, its turn is over then,
 * so none can keep those behind it waiting.
 */
export function sendPendingMessage(realm: Realm, due: PendingMessage): void {
  const sender = maybeUser(realm, due.sender_id)!
  // Whose account has ended speaks no more, and hears of nothing.
  if (!sender.is_active || realmRow(realm).is_deactivated) {
    realm.transaction(() => markFailed(realm, due))
    return
  }
  try {
    realm.transaction(() => sendNow(realm, sender, due))
  } catch (error) {
    realm.transaction(() => {
      markFailed(realm, due)
      sendBotMessage(realm, sender, failureText(due.scheduled_delivery_timestamp, reasonOf(error)))
    })
    // Our own mistake is told to whoever runs this, too.
    if (!(error instanceof ApiError)) throw error
  }
}

function sendNow(realm: Realm, sender: User, due: PendingMessage): void {
  const { scheduled_message_id, content, parsed, to, topic, read_by_sender } = due
  const asThen = spokenBy(realm, due.client)
  const draft = { to, content, ...parsed, read_by_sender }
  if (topic === undefined) sendDirectMessage(asThen, sender, draft)
  else sendChannelMessage(asThen, sender, { ...draft, topic })
  markSent(realm.sql, scheduled_message_id, realm.now())
  realm.publish(scheduledMessageRemoved({ scheduled_message_id }), people({ user_ids: [sender.user_id] }))
}

function markFailed(realm: Realm, due: PendingMessage): void {
  const failed = { ...due, failed: true }
  writePending(realm.sql, failed)
  realm.publish(
    scheduledMessageUpdated({ scheduled_message: scheduledMessageOf(failed) }),
    people({ user_ids: [due.sender_id] }),
  )
}

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : 'Internal server error')
