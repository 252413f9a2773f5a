import type { AudiencePart } from '../../../events/event'
import type { Realm } from '../../../realm'
import { readersOf } from '../../messages/access/readers'
import { findCall } from '../../messages/calls/storage'
import { located, type LocatedCall } from './access'
import { callPeopleChanged } from './events'
import { rosterOf, seatsOf } from './seats'
import { sendMessage } from './send-message'
import { wireCall } from './wire-call'

/** The users who see a call. */
export const audienceOf = ({ message }: LocatedCall): AudiencePart => readersOf(message)

/** Publishes the participants of a call to the users who see the call. Writes nothing to the table of calls. */
export function publishPeople(realm: Realm, call_id: number): void {
  const call = findCall(realm, call_id)
  if (call === undefined || call.ended_at !== null) return
  const found = located(realm, call)
  realm.publish(callPeopleChanged({ call: wireCall(realm, found) }), audienceOf(found))
}

/** Sends all seats to the participants. */
export function sendRoster(realm: Realm, call_id: number): void {
  const call = findCall(realm, call_id)
  if (call === undefined) return
  const roster = rosterOf(realm, call)
  for (const peer of realm.peers.inRoom(call_id)) sendMessage(realm, peer, { roster, n: peer.number })
}

/** Notes since when a participant is alone, so that a forgotten call ends. */
export function noteAlone(realm: Realm, call_id: number): void {
  const call = findCall(realm, call_id)
  if (call === undefined) return
  const isAlone = seatsOf(realm, call).length === 1
  for (const peer of realm.peers.inRoom(call_id)) {
    const { alone_since } = peer.facts
    if (isAlone === (alone_since !== null)) continue
    realm.peers.write(peer, { ...peer.facts, alone_since: isAlone ? realm.now() : null })
  }
}
