import { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { sendNotice } from '../bot-messages/send'
import { spokenBy } from '../../realm/settings/spoken-by'
import { realmRow } from '../../realm/settings/storage'
import { sendDirectly, sendToChannel } from '../sending/send'
import { people } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { scheduledMessageRemoved, scheduledMessageUpdated } from './events'
import { failureWords } from './rules'
import type { Waiting } from './scheduled-message'
import { markSent, shown, writeScheduled } from './storage'

/**
 * Sends what is due, or lets its sender know why it cannot be sent. Sending and crossing it off are one transaction: however
 * often the realm dies in between, it is sent once or it still waits. Whatever goes wrong with one, its turn is over then,
 * so none can keep those behind it waiting.
 */
export function deliver(realm: Realm, due: Waiting): void {
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
      sendNotice(realm, sender, failureWords(due.scheduled_delivery_timestamp, reasonOf(error)))
    })
    // Our own mistake is told to whoever runs this, too.
    if (!(error instanceof ApiError)) throw error
  }
}

function sendNow(realm: Realm, sender: User, due: Waiting): void {
  const { scheduled_message_id, content, parsed, to, topic, read_by_sender } = due
  const asThen = spokenBy(realm, due.client)
  const draft = { to, content, ...parsed, read_by_sender }
  if (topic === undefined) sendDirectly(asThen, sender, draft)
  else sendToChannel(asThen, sender, { ...draft, topic })
  markSent(realm.sql, scheduled_message_id, realm.now())
  realm.publish(scheduledMessageRemoved({ scheduled_message_id }), people({ user_ids: [sender.user_id] }))
}

function markFailed(realm: Realm, due: Waiting): void {
  const failed = { ...due, failed: true }
  writeScheduled(realm.sql, failed)
  realm.publish(scheduledMessageUpdated({ scheduled_message: shown(failed) }), people({ user_ids: [due.sender_id] }))
}

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : 'Internal server error')
