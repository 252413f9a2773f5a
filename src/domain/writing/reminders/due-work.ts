import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { existing } from '../../messages/message-index/storage'
import { nextWakeTime } from '../scheduled-messages/rules'
import { sendReminder } from './deliver'
import { nextReminderTime, remindersDue } from './storage'

const REMINDERS_PER_BITE = 10

/** Reminds people of what they wanted to be reminded of by now. While D1 is away, reminders of old messages wait. */
export const deliverReminders: DueWork<Realm> = {
  name: 'deliver_reminders',
  run: async (realm) => {
    const due = remindersDue(realm.sql, realm.now(), REMINDERS_PER_BITE)
    const ids = existing(
      realm,
      due.map((reminder) => reminder.message_id),
    )
    const { found, within } = await realm.bodies.load(ids, BYTES_PER_BATCH)
    // Reminders of large messages wait for the next ring, which follows at once.
    const later = new Set(ids.slice(within))
    for (const reminder of due) if (!later.has(reminder.message_id)) sendReminder(realm, reminder, found)
    const next = nextReminderTime(realm.sql)
    return next === undefined ? undefined : nextWakeTime(realm.now(), next)
  },
}
