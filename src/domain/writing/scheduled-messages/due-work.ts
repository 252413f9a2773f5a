import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { deliver } from './deliver'
import { nextLook } from './rules'
import { dueBy, nextDue } from './storage'

const MESSAGES_PER_BITE = 50

/** Sends what its time has come for, some at a time, so that whoever asks meanwhile has their turn. */
export const deliverScheduledMessages: DueWork<Realm> = {
  name: 'deliver_scheduled_messages',
  ring: (realm) => {
    for (const due of dueBy(realm.sql, realm.now(), MESSAGES_PER_BITE)) deliver(realm, due)
    const next = nextDue(realm.sql)
    return next === undefined ? undefined : nextLook(realm.now(), next)
  },
}
