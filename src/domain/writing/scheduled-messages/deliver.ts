import type { Realm } from '../../../realm'
import { ApiError } from '../../../api/errors'
import { sendBotMessage } from '../bot-messages/actions'
import { wordsFor } from '../bot-messages/words'
import { withClientName } from '../../realm/settings/client-name'
import { realmRow } from '../../realm/settings/storage'
import { onlyUsers } from '../../people/users/events'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { sendChannelMessage, sendDirectMessage } from '../sending/actions'
import { scheduledMessageRemoved, scheduledMessageUpdated } from './events'
import { failureText } from './rules'
import type { PendingMessage } from './scheduled-message'
import { markSent, scheduledMessageOf, writePending } from './storage'

/**
 * Sends a message that is due. If this is not possible, marks it as failed, and a bot message tells its sender why. The
 * message and its mark as sent are written in one transaction, so it is sent once, even if the realm object stops. A message
 * that failed is not due again, so it does not delay the messages behind it.
 */
export function sendPendingMessage(realm: Realm, due: PendingMessage): void {
  const sender = findUser(realm, due.sender_id)!
  if (!sender.is_active || realmRow(realm).is_deactivated) {
    realm.transaction(() => markFailed(realm, due))
    return
  }
  try {
    realm.transaction(() => sendNow(realm, sender, due))
  } catch (error) {
    realm.transaction(() => {
      markFailed(realm, due)
      sendBotMessage(
        realm,
        sender,
        failureText(wordsFor(realm, sender), due.scheduled_delivery_timestamp, reasonOf(error)),
      )
    })
    // Any other error is a bug of the server, so it must also reach the log.
    if (!(error instanceof ApiError)) throw error
  }
}

function sendNow(realm: Realm, sender: User, due: PendingMessage): void {
  const { scheduled_message_id, content, parsed, to, topic, read_by_sender } = due
  const asClient = withClientName(realm, due.client)
  const message = { to, content, ...parsed, read_by_sender }
  if (topic === undefined) sendDirectMessage(asClient, sender, message)
  else sendChannelMessage(asClient, sender, { ...message, topic })
  markSent(realm.sql, scheduled_message_id, realm.now())
  realm.publish(scheduledMessageRemoved({ scheduled_message_id }), onlyUsers({ user_ids: [sender.user_id] }))
}

function markFailed(realm: Realm, due: PendingMessage): void {
  const failed = { ...due, failed: true }
  writePending(realm.sql, failed)
  const scheduled_message = scheduledMessageOf(failed)
  realm.publish(scheduledMessageUpdated({ scheduled_message }), onlyUsers({ user_ids: [due.sender_id] }))
}

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : 'Internal server error')
