import { batch } from 'solid-js'
import type { CallSeat } from '../../client-state/wire'
import { talkWords as words } from '../words/en-talk'
import { openCallSocket, type FromRealm } from './call-socket'
import { asBefore } from './coming-back'
import { createEncryption, type Encryption } from './encryption'
import { SEAT } from './kept-seat'
import { createMesh } from './mesh'
import { applyMicrophone, followRight, hidePictures } from './own-tracks'
import { createSfu } from './sfu'
import { announce, type CallState, type Entered } from './state'

const KEY = { name: 'ECDSA', namedCurve: 'P-256' }
const LOOK_MILLISECONDS = 200
const SPEAKS_ABOVE = 0.02
/** After a restart of the realm, participants come back one by one. Meanwhile their media go on. */
const COMING_BACK_MILLISECONDS = 8000
const REACTION_MILLISECONDS = 4000

const openEncryption = ({ client, parts }: CallState, { claim }: Entered): Promise<Encryption> =>
  createEncryption({
    call_id: claim.call_id,
    own: claim.participant,
    send: (keys) => parts.socket?.send({ keys }),
    report: client.report,
  })

/** Takes a seat, and connects to all others. */
export async function connect(state: CallState, entered: Entered): Promise<void> {
  const { parts } = state
  const { claim } = entered
  const attempt = parts.attempts
  // One key for all connections: it has one fingerprint, which all others can compare.
  const certificates = [await RTCPeerConnection.generateCertificate(KEY)]
  const encryption = entered.transport === 'sfu' ? await openEncryption(state, entered) : undefined
  if (attempt !== parts.attempts) return encryption?.close()
  const configuration = { ...entered.configuration, certificates }
  state.setEntered(entered)
  sessionStorage.setItem(SEAT, JSON.stringify(entered))
  const { client, tracks } = state
  const changed = () => void state.setChanges((count) => count + 1)
  parts.media = encryption
    ? createSfu({ client, claim, configuration, tracks, changed, encryption })
    : createMesh({
        own: claim.participant,
        configuration,
        tracks,
        send: (to, signal) => parts.socket?.send({ to, signal }),
        lost: (lost) => parts.socket?.send({ lost }),
        changed,
      })
  parts.socket = openCallSocket(state.client, claim, {
    opened() {
      parts.media?.reconnected?.()
      parts.comingBackUntil = state.status() === 'reconnecting' ? Date.now() + COMING_BACK_MILLISECONDS : 0
      state.setStatus('in')
      announce(state)
      parts.looking ??= setInterval(() => look(state), LOOK_MILLISECONDS)
    },
    received: (message) => receive(state, message),
    cut: () => void state.setStatus('reconnecting'),
    ended(why) {
      finish(state)
      notify(state, words.ends[why])
    },
  })
}

function receive(state: CallState, message: FromRealm): void {
  if ('roster' in message) follow(state, message.roster)
  else if ('signal' in message) state.parts.media?.receive?.(message.from, message.signal)
  else if ('sealed' in message) state.parts.media?.receiveKey?.(message.from, message.sealed)
  else if ('react' in message) showReaction(state, message.from, message.react)
  else if ('refused' in message) refuse(state, message.refused)
  else if ('mute' in message) mutedByOther(state)
}

function follow(state: CallState, roster: readonly CallSeat[]): void {
  const { parts, seats, setSeats, mySeat } = state
  const before = mySeat()?.may_speak
  const mayComeBack = Date.now() < parts.comingBackUntil
  parts.roster = roster
  parts.media?.follow(roster, mayComeBack)
  const present = new Set(roster.map(({ number }) => number))
  const kept = seats().filter(({ number }) => !present.has(number) && parts.media?.has(number))
  setSeats([...(mayComeBack ? roster.map((seat) => asBefore(seat, seats())) : roster), ...kept])
  if (mySeat()?.may_speak !== before) void followRight(state, before).catch(state.client.report)
}

function notify({ client }: CallState, text: string | undefined): void {
  if (text !== undefined) client.setNotice({ text })
}

function refuse(state: CallState, what: string): void {
  notify(state, words.refusals[what])
  hidePictures(state)
}

function mutedByOther(state: CallState): void {
  state.setMuted(true)
  state.setTalking(false)
  applyMicrophone(state)
}

export function showReaction({ setReactions }: CallState, number: number, text: string): void {
  const reaction = { number, text }
  setReactions((all) => [...all, reaction])
  setTimeout(() => setReactions((all) => all.filter((each) => each !== reaction)), REACTION_MILLISECONDS)
}

/** Looks who speaks, and whether packets arrive. */
function look(state: CallState): void {
  const { parts, isAudible, choice } = state
  const level = parts.meter?.level() ?? 0
  const speakers = new Set(parts.media?.loud(SPEAKS_ABOVE))
  if (level > SPEAKS_ABOVE && isAudible()) speakers.add(state.own())
  state.setUnheard(level > SPEAKS_ABOVE * 2 && !isAudible() && !choice().pushToTalk)
  state.setSpeaking((before) =>
    before.size === speakers.size && [...before].every((number) => speakers.has(number)) ? before : speakers,
  )
  parts.media?.look()
  if (parts.comingBackUntil === 0 || Date.now() < parts.comingBackUntil) return
  // Participants who did not come back disappear.
  parts.comingBackUntil = 0
  follow(state, parts.roster)
}

/** The tab is in no call any more. */
export function finish(state: CallState): void {
  const { parts } = state
  parts.attempts++
  parts.socket?.close()
  parts.media?.close()
  parts.meter?.stop()
  clearInterval(parts.looking)
  Object.assign(parts, { socket: undefined, media: undefined, meter: undefined, looking: undefined, roster: [] })
  for (const track of Object.values(state.tracks())) track.stop()
  sessionStorage.removeItem(SEAT)
  batch(() => {
    state.setStatus('out')
    state.setEntered(undefined)
    state.setSeats([])
    state.setTracks({})
    state.setHand(false)
    state.setTalking(false)
    state.setShown(false)
    state.setSpeaking(new Set<number>())
    state.setUnheard(false)
  })
}
