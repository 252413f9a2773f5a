import type { DueWork } from '../../events/due-work'
import type { Realm } from '../../realm'
import { existing } from '../messages/storage'
import { nextLook } from '../scheduled-messages/rules'
import { remind } from './deliver'
import { nextReminder, remindersDue } from './storage'

const REMINDERS_PER_BITE = 10

/** Reminds people of what they wanted to be reminded of by now. While D1 is away, reminders of old messages wait. */
export const deliverReminders: DueWork<Realm> = {
  name: 'deliver reminders',
  ring: async (realm) => {
    const due = remindersDue(realm.sql, realm.now(), REMINDERS_PER_BITE)
    const ids = existing(
      realm,
      due.map((reminder) => reminder.message_id),
    )
    const loaded = ids.length === 0 ? new Map() : await realm.bodies.load(ids)
    for (const reminder of due) remind(realm, reminder, loaded)
    const next = nextReminder(realm.sql)
    return next === undefined ? undefined : nextLook(realm.now(), next)
  },
}
