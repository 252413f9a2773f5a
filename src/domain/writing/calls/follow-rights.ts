import type { Realm } from '../../../realm'
import { findCall } from '../../messages/calls/storage'
import { findUser } from '../../people/users/storage'
import { located, rightsIn } from './access'
import { forgetPublished } from './media/seat-media'
import { publishPeople } from './publish'
import { lossOf, seatWithin } from './rules'
import { sendMessage } from './send-message'

/**
 * Takes from the participants of a call what they may not do any more, and tells them: what they publish at the media server ends there.
 * Who may speak again can do so. Returns whether a seat changed.
 */
export function followRights(realm: Realm, call_id: number): boolean {
  const call = findCall(realm, call_id)
  if (call === undefined || call.ended_at !== null) return false
  const found = located(realm, call)
  const changed = realm.peers.inRoom(call_id).filter((peer) => {
    const user = findUser(realm, peer.user_id)
    if (user === undefined) return false
    const { facts } = peer
    const rights = rightsIn(realm, user, found)
    const lost = lossOf(facts, rights)
    if (lost === undefined && facts.may_speak === rights.may_speak) return false
    realm.peers.write(peer, seatWithin(facts, rights))
    if (lost === undefined) return true
    forgetPublished(realm, peer)
    sendMessage(realm, peer, { refused: lost })
    return true
  })
  if (changed.length > 0) publishPeople(realm, call_id)
  return changed.length > 0
}
