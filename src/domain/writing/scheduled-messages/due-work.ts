import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { sendPendingMessage } from './deliver'
import { nextWakeTime } from './rules'
import { pendingMessagesDue, nextDueTime } from './storage'

const MESSAGES_PER_BITE = 50

/** Sends what its time has come for, some at a time, so that whoever asks meanwhile has their turn. */
export const deliverScheduledMessages: DueWork<Realm> = {
  name: 'deliver_scheduled_messages',
  run: (realm) => {
    for (const due of pendingMessagesDue(realm.sql, realm.now(), MESSAGES_PER_BITE)) sendPendingMessage(realm, due)
    const next = nextDueTime(realm.sql)
    return next === undefined ? undefined : nextWakeTime(realm.now(), next)
  },
}
