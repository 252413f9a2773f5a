import { html } from '../../../api/html'
import type { DueWork } from '../../../events/due-work'
import type { AnyEventKind } from '../../../events/event'
import type { Realm } from '../../../realm'
import type { AwaySeat, Call } from '../../messages/calls/call'
import { allCalls, deleteCall, findCall, runningCalls, updateCall } from '../../messages/calls/storage'
import { pushesOf, writePush } from '../../messages/notifications/storage'
import { findUser } from '../../people/users/storage'
import { wordsOf } from '../bot-messages/words'
import { changeRendering } from '../previews/change-rendering'
import { located, mayBeIn, placeText } from './access'
import { afterLeaving, endCall } from './end'
import { followRights } from './follow-rights'
import { writeLeftBefore } from './left'
import { closeSessions } from './media/close-sessions'
import { releaseMedia } from './media/seat-media'
import { dropSilent } from './peers'
import { publishPeople, sendRoster } from './publish'
import { nextLook, reasonToEnd } from './rules'
import { seatsOf, usersOf } from './seats'
import { sendMessage, type Participant } from './send-message'

/**
 * Ends the calls that no user answers, and the calls without participants. Removes participants who lost the right to read, and takes
 * from the others what they may not do any more. Writes into the message of an ended call how it ended.
 */
export const tendCalls: DueWork<Realm> = {
  name: 'tend_calls',
  run: async (realm) => {
    if (allCalls(realm).length === 0) return undefined
    const lost = Map.groupBy(realm.peers.takeLost(), ({ room }) => room)
    for (const { call_id } of runningCalls(realm)) {
      dropSilent(realm, call_id)
      const lostPeers = lost.get(call_id) ?? []
      if (realm.transaction(() => tend(realm, call_id, lostPeers))) sendRoster(realm, call_id)
    }
    const times: number[] = []
    for (const { call_id, ended_at } of allCalls(realm)) {
      const repeatsAt = await closeSessions(realm, call_id)
      const call = findCall(realm, call_id)
      if (repeatsAt !== undefined) times.push(repeatsAt)
      else if (ended_at !== null && call) await finish(realm, call)
    }
    for (const call of runningCalls(realm)) times.push(nextLook(call, seatsOf(realm, call), realm.now()))
    return times.length > 0 ? Math.min(...times) : undefined
  },
}

/** Returns whether participants have left, or may do more or less than before. */
function tend(realm: Realm, call_id: number, lost: readonly Participant[]): boolean {
  const removed = [...lost, ...removeUnpermitted(realm, call_id)].map(({ facts, user_id }) => ({ ...facts, user_id }))
  const away = removeAway(realm, call_id)
  const gone = [...removed, ...away]
  releaseMedia(realm, call_id, removed, true)
  releaseMedia(realm, call_id, away)
  if (gone.length > 0) afterLeaving(realm, call_id, gone)
  const isChanged = followRights(realm, call_id)
  const call = findCall(realm, call_id)
  if (call?.ended_at === null) followCall(realm, call)
  return isChanged || gone.length > 0
}

/** Notes where a call is and whether anyone is in it, and ends it when its time has come. */
function followCall(realm: Realm, call: Call): void {
  const { call_id } = call
  const now = realm.now()
  const seats = seatsOf(realm, call)
  const announced_in = placeText(located(realm, call).message)
  const empty_since = seats.length > 0 ? null : (call.empty_since ?? now)
  if (announced_in !== call.announced_in || empty_since !== call.empty_since)
    updateCall(realm, { ...call, announced_in, empty_since })
  if (announced_in !== call.announced_in) publishPeople(realm, call_id)
  writeLeftBefore(realm, findCall(realm, call_id) ?? call)
  const reason = reasonToEnd({ ...call, empty_since }, { seats, user_ids: usersOf(realm, call), now })
  if (reason) endCall(realm, call_id, reason)
}

/** Disconnects the participants who may not be in the call any more. Returns them. */
function removeUnpermitted(realm: Realm, call_id: number): Participant[] {
  const call = findCall(realm, call_id)
  if (call === undefined) return []
  const found = located(realm, call)
  return realm.peers.inRoom(call_id).flatMap((peer) => {
    const user = findUser(realm, peer.user_id)
    if (user !== undefined && mayBeIn(realm, user, found)) return []
    sendMessage(realm, peer, { end: 'no_access' })
    realm.peers.disconnect(peer, 'ended')
    return [peer]
  })
}

/** Removes the seats that were kept long enough. Returns them. */
function removeAway(realm: Realm, call_id: number): AwaySeat[] {
  const call = findCall(realm, call_id)
  if (call === undefined) return []
  const gone = call.away.filter(({ until }) => until <= realm.now())
  if (gone.length > 0) updateCall(realm, { ...call, away: call.away.filter((seat) => !gone.includes(seat)) })
  return gone
}

/** Writes into the message of a call how it ended, and notifies of a missed one. */
async function finish(realm: Realm, call: Call): Promise<void> {
  const { call_id, started_at, ended_at } = call
  const words = wordsOf(realm).call
  const minutes = Math.max(1, Math.round(((ended_at ?? started_at) - started_at) / 60))
  const isUnanswered = call.end_reason === 'missed'
  const text = isUnanswered ? words.missed : words.ended(minutes, call.user_ids.length)
  await changeRendering(realm, call_id, () => html`<p>${text}</p>`.markup)
  realm.transaction(() => {
    if (isUnanswered) notifyOfMissed(realm, call)
    deleteCall(realm, call_id)
  })
}

/** Notifies the users again who were notified that the call rings. The later notification replaces the first one. */
function notifyOfMissed(realm: Realm, { call_id }: Call): void {
  for (const { waiting, notified, ...push } of pushesOf(realm.sql, [call_id])) {
    const due_at = realm.now()
    writePush(realm.sql, { ...push, waiting: [...waiting, ...notified], notified: [], due_at, attempts: 0 })
    realm.wakeAt(due_at)
  }
}

/** Events after which a participant may have lost a right, or after which a call is elsewhere. */
const RIGHTS = new Set(['subscription', 'stream', 'realm_user', 'user_group', 'realm', 'update_message'])

export function lookAfterRights(realm: Realm, published: readonly { kind: AnyEventKind }[]): void {
  if (!published.some(({ kind }) => RIGHTS.has(kind.type)) || runningCalls(realm).length === 0) return
  realm.wakeAt(realm.now())
}
