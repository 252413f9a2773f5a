import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { RecentRequests } from '../../../api/rate-limit'
import { isPeerSocket } from '../../../events/peers'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { findCall, updateCall } from '../../messages/calls/storage'
import { hasRealmPermission } from '../../people/groups/membership'
import { findUser } from '../../people/users/storage'
import { afterLeaving } from './end'
import { releaseLeft } from './media/seat-media'
import { publishPeople, sendRoster } from './publish'
import {
  AWAY_SECONDS,
  CHECK_SECONDS,
  MAX_MESSAGE_CHARACTERS,
  mayShow,
  MESSAGE_LIMITS,
  SHOWING_LIMITS,
  SILENT_SECONDS,
} from './rules'
import { seatsOf } from './seats'
import { fromParticipant, type FromParticipant, type StateChange, type StateRefusal } from './socket-messages'
import { sendMessage, type Participant } from './send-message'

const limitsCache = cacheKey<RecentRequests>({ survivesRollback: true })

/**
 * Handles what a participant sends. A message that the realm does not understand ends the socket, and the seat is kept for a while.
 * Returns false for the socket of a listener.
 */
export function receiveFromPeer(realm: Realm, socket: WebSocket, message: string | ArrayBuffer): boolean {
  if (!isPeerSocket(socket)) return false
  const peer = realm.peers.find(socket)
  if (peer) take(realm, peer, message)
  return true
}

function take(realm: Realm, peer: Participant, message: string | ArrayBuffer): void {
  const isCounted = countMessage(realm, peer, MESSAGE_LIMITS, '')
  if (!isCounted || typeof message !== 'string' || message.length > MAX_MESSAGE_CHARACTERS)
    return disconnect(realm, peer, 'tooMuch')
  const parsed = v.safeParse(fromParticipant, parseJson(message))
  if (!parsed.success) return disconnect(realm, peer, 'tooMuch')
  receive(realm, peer, parsed.output)
}

function countMessage(realm: Realm, peer: Participant, limits: typeof MESSAGE_LIMITS, kind: string): boolean {
  const recent = realm.cache.get(limitsCache, () => new RecentRequests())
  return recent.count(`${peer.room} ${peer.number}${kind}`, limits, realm.now())?.allowed !== false
}

function receive(realm: Realm, peer: Participant, message: FromParticipant): void {
  const others = realm.peers.inRoom(peer.room).filter((other) => other !== peer)
  if ('leave' in message) return leave(realm, peer)
  if ('lost' in message) return checkSilent(realm, peer.room, message.lost)
  if ('state' in message) return changeState(realm, peer, message.state)
  const from = peer.number
  if ('react' in message) {
    for (const other of others) sendMessage(realm, other, { from, react: message.react })
    return
  }
  if ('keys' in message) {
    for (const { to, sealed } of message.keys)
      for (const other of others) if (other.number === to) sendMessage(realm, other, { from, sealed })
    return
  }
  const to = others.find(({ number }) => number === message.to)
  if (to) sendMessage(realm, to, { from, signal: message.signal })
}

/** Changes what a participant does. What the participant may not do stays as it was, and the socket says why. */
function changeState(realm: Realm, peer: Participant, change: StateChange): void {
  const { key } = change
  // Who may only listen decrypts, too.
  if (key !== undefined) realm.peers.write(peer, { ...peer.facts, key })
  const before = peer.facts
  const refused = refusalOf(realm, peer, change)
  if (refused) sendMessage(realm, peer, { refused })
  else
    realm.peers.write(peer, {
      ...before,
      audio: change.audio ?? before.audio,
      video: change.video ?? before.video,
      screen: change.screen ?? before.screen,
      hand: change.hand === undefined ? before.hand : change.hand ? (before.hand ?? nextHand(realm, peer)) : null,
    })
  const { facts } = peer
  if (facts.video !== before.video || facts.screen !== before.screen)
    realm.transaction(() => publishPeople(realm, peer.room))
  sendRoster(realm, peer.room)
}

/** Hands have the order in which they were raised. */
const nextHand = (realm: Realm, { room }: Participant): number =>
  Math.max(0, ...realm.peers.inRoom(room).map(({ facts }) => facts.hand ?? 0)) + 1

/** Returns why a participant may not do something, as a word for the client. */
function refusalOf(realm: Realm, peer: Participant, change: StateChange): StateRefusal | undefined {
  const call = findCall(realm, peer.room)
  const user = findUser(realm, peer.user_id)
  if (call === undefined || user === undefined) return 'listens'
  const { facts } = peer
  const shows = (change.video === true && !facts.video) || (change.screen === true && !facts.screen)
  if (!facts.may_speak && (shows || change.audio === true)) return 'listens'
  if (shows && !mayShow(call, seatsOf(realm, call).length)) return 'full'
  if (shows && !countMessage(realm, peer, SHOWING_LIMITS, ' shows')) return 'often'
  if (change.screen === true && !hasRealmPermission(realm, user, 'parley_can_share_screens_group')) return 'screen'
  return undefined
}

/** A participant left. The call ends with the last one. */
export function leave(realm: Realm, peer: Participant): void {
  realm.peers.disconnect(peer, 'ended')
  releaseLeft(realm, peer.room, peer.facts)
  realm.transaction(() => afterLeaving(realm, peer.room, [{ ...peer.facts, user_id: peer.user_id }]))
  sendRoster(realm, peer.room)
}

/**
 * A socket closed by itself. The seat is kept for a while: the browser may have lost the network, or its tab crashed. Returns false for
 * the socket of a listener.
 */
export function peerDisconnected(realm: Realm | undefined, socket: WebSocket): boolean {
  if (!isPeerSocket(socket)) return false
  const peer = realm?.timeline.state === 'newest' ? realm.peers.remove(socket) : undefined
  if (realm && peer) keepSeat(realm, peer)
  return true
}

function disconnect(realm: Realm, peer: Participant, why: 'tooMuch' | 'silent'): void {
  realm.peers.disconnect(peer, why)
  keepSeat(realm, peer)
}

function keepSeat(realm: Realm, { room, number, user_id, facts }: Participant): void {
  realm.transaction(() => {
    const call = findCall(realm, room)
    if (call === undefined || call.ended_at !== null) return
    const until = realm.now() + AWAY_SECONDS
    const others = call.away.filter((seat) => seat.number !== number)
    updateCall(realm, { ...call, away: [...others, { ...facts, number, user_id, until }] })
    realm.wakeAt(until)
  })
  sendRoster(realm, room)
}

/** Another participant misses the packets of this one. A cable that was pulled closes no socket, but the pings stop. */
function checkSilent(realm: Realm, call_id: number, number: number): void {
  const peer = realm.peers.inRoom(call_id).find((each) => each.number === number)
  if (peer && isSilent(realm, peer, SILENT_SECONDS)) disconnect(realm, peer, 'silent')
}

/** Ends the sockets of participants of a call whose pings stopped. */
export function dropSilent(realm: Realm, call_id: number): void {
  for (const peer of realm.peers.inRoom(call_id))
    if (isSilent(realm, peer, CHECK_SECONDS)) disconnect(realm, peer, 'silent')
}

const isSilent = (realm: Realm, peer: Participant, seconds: number): boolean =>
  realm.now() - realm.peers.pingedAt(peer) > seconds
