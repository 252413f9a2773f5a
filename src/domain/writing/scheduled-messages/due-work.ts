import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { sendPendingMessage } from './deliver'
import { nextWakeTime } from './rules'
import { pendingMessagesDue, nextDueTime } from './storage'

const MESSAGES_PER_BATCH = 50

/** Sends the messages that are due. Does a batch at a time, so that requests do not wait for all of them. */
export const deliverScheduledMessages: DueWork<Realm> = {
  name: 'deliver_scheduled_messages',
  run: (realm) => {
    for (const due of pendingMessagesDue(realm.sql, realm.now(), MESSAGES_PER_BATCH)) sendPendingMessage(realm, due)
    const next = nextDueTime(realm.sql)
    return next === undefined ? undefined : nextWakeTime(realm.now(), next)
  },
}
