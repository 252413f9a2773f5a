import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { existingIds } from '../../messages/message-index/storage'
import { nextWakeTime } from '../scheduled-messages/rules'
import { sendReminder } from './deliver'
import { nextReminderTime, remindersDue } from './storage'

const REMINDERS_PER_BATCH = 10

/** Sends the reminders that are due. While D1 is unreachable, reminders of old messages wait. */
export const deliverReminders: DueWork<Realm> = {
  name: 'deliver_reminders',
  run: async (realm) => {
    const due = remindersDue(realm.sql, realm.now(), REMINDERS_PER_BATCH)
    const ids = existingIds(
      realm.sql,
      due.map((reminder) => reminder.message_id),
    )
    const { found, within } = await realm.bodies.load(ids, BYTES_PER_BATCH)
    // If the bodies do not fit into memory together, the other reminders are sent when the alarm fires again, at once.
    const notLoaded = new Set(ids.slice(within))
    for (const reminder of due) if (!notLoaded.has(reminder.message_id)) sendReminder(realm, reminder, found)
    const next = nextReminderTime(realm.sql)
    return next === undefined ? undefined : nextWakeTime(realm.now(), next)
  },
}
