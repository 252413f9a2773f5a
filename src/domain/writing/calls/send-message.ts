import type { Peer } from '../../../events/peers'
import type { CallSeat, Realm } from '../../../realm'
import type { ToParticipant } from './socket-messages'

export type Participant = Peer<CallSeat>

/** Sends a message to a participant. Not in a transaction that may fail: a socket cannot take back what it sent. */
export const sendMessage = (realm: Realm, participant: Participant, message: ToParticipant): void =>
  realm.peers.send(participant, JSON.stringify(message))
