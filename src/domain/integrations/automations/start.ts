import { AUTOMATION_CLIENT } from '../../../api/client-facts'
import { consequence } from '../../../concept'
import type { Realm } from '../../../realm'
import { everyone, userAdded } from '../../people/users/events'
import { isLinkGuest } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import { findMessage } from '../../messages/message-index/storage'
import { reactionAdded } from '../../writing/reactions/events'
import { messageSent } from '../../writing/sending/events'
import type { Automation, Cause, Trigger } from './automation'
import { RUNS_OF_AUTOMATION, RUNS_OF_REALM } from './limits'
import { publishAutomations } from './publish'
import { hasWords, nextTime } from './rules'
import { allAutomations, insertRun, runsOf, runsSince, writeAutomation } from './storage'

/*
 * A run is written in the transaction of the event that caused it: so it exists exactly once, if the event does. The alarm does
 * what the run is for. Only what people do starts a run. What an automation or another program does starts none, so no two of them
 * answer each other for ever.
 */

export const startAfterMessage = consequence(messageSent, (realm, { message, body }) => {
  if (message.type !== 'stream' || body.client === AUTOMATION_CLIENT || !isPerson(realm, message.sender_id)) return
  startMatching(
    realm,
    (trigger) =>
      trigger.kind === 'message' && trigger.stream_id === message.stream_id && hasWords(body.content, trigger.words),
    { person_id: message.sender_id, message_id: message.id, text: '' },
  )
})

export const startAfterReaction = consequence(reactionAdded, (realm, { user_id, message_id, emoji_name }) => {
  if (!isPerson(realm, user_id)) return
  startMatching(
    realm,
    (trigger) =>
      trigger.kind === 'reaction' &&
      trigger.emoji_name === emoji_name &&
      trigger.stream_id === findMessage(realm, message_id)?.conversation.stream_id,
    { person_id: user_id, message_id, text: '' },
  )
})

/** The event also tells some guests of users whom they can see from now on: those are not new. */
export const startAfterNewMember = consequence(userAdded, (realm, { user }, audience) => {
  if (user.is_bot || isLinkGuest(user) || !audience.some(({ kind }) => kind === everyone.kind.name)) return
  startMatching(realm, ({ kind }) => kind === 'new_member', { person_id: user.user_id, message_id: null, text: '' })
})

const isPerson = (realm: Realm, user_id: number): boolean => findUser(realm, user_id)?.is_bot === false

function startMatching(realm: Realm, isStarted: (trigger: Trigger) => boolean, cause: Cause): void {
  for (const automation of allAutomations(realm))
    if (automation.is_enabled && isStarted(automation.trigger)) startRun(realm, automation, cause)
}

/** Begins the runs whose time has come, and moves their automations to the next time in the same transaction. */
export function startTimedRuns(realm: Realm): void {
  for (const automation of allAutomations(realm)) {
    if (!automation.is_enabled || automation.due_at === null || automation.due_at > realm.now()) continue
    writeAutomation(realm, { ...automation, due_at: nextTime(automation.trigger, realm.now()) })
    publishAutomations(realm, automation.user_id)
    startRun(realm, automation, { person_id: null, message_id: null, text: '' })
  }
}

/** Begins a run. If too many began in the last minute, notes that, and returns false. */
export function startRun(realm: Realm, { id }: Automation, cause: Cause): boolean {
  const { own, all } = runsSince(realm.sql, id, realm.now() - 60)
  if (own < RUNS_OF_AUTOMATION && all < RUNS_OF_REALM) {
    insertRun(realm, id, cause)
    realm.wakeAt(realm.now())
    return true
  }
  // One row says it for all that follow.
  if (runsOf(realm.sql, id)[0]?.outcome !== 'skipped') insertRun(realm, id, { ...cause, text: '' }, 'skipped')
  return false
}
