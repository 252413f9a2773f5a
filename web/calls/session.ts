import { batch } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { Refusal } from '../wire/requests'
import { talkWords as words } from '../words/en-talk'
import { connect, finish, showReaction } from './connection'
import { canEncrypt } from './encryption'
import { captureMicrophone, type Choice } from '../base/devices'
import { SEAT } from './kept-seat'
import { applyMicrophone, choose, replaceEnded, takeMicrophone, toggleCamera, toggleScreen } from './own-tracks'
import type { Media } from './media'
import type { TrackName } from './peer'
import { placeOfCall, routeOf, type CallPlace } from './place'
import { isRinging, silence } from './rings'
import { announce, createState, type CallState, type Entered } from './state'

/** The call in which this tab is. */
export const callSession = perClient(createSession)
export type CallSession = ReturnType<typeof createSession>

/** What views may read of the state of a call. */
type Seen =
  | ('status' | 'seats' | 'mySeat' | 'own' | 'tracks' | 'speaking' | 'reactions' | 'choice' | 'isShown' | 'setShown')
  | ('isMuted' | 'isAudible' | 'isUnheard' | 'hasHand')

function createSession(client: Client) {
  const state = createState(client)
  const { signal } = client
  signal.addEventListener('abort', () => finish(state))
  addEventListener('online', () => recover(state), { signal })
  // A page without the focus receives no key, so it does not learn when the space key is released.
  addEventListener('blur', () => talk(state, false), { signal })
  navigator.mediaDevices?.addEventListener('devicechange', () => void replaceEnded(state), { signal })
  const seen: Pick<CallState, Seen> = state
  return {
    ...seen,
    isIn: (): boolean => state.status() !== 'out',
    call_id: (): number | undefined => state.entered()?.claim.call_id,
    choose: (next: Choice): void => void choose(state, next).catch(client.report),
    enter: (place: CallPlace): Promise<void> => enter(state, place),
    leave: (): void => leave(state),
    comeBack: (): Promise<void> => comeBack(state),
    /** Returns the keys of all browsers in the call. */
    fingerprints: (): string[] => (state.changes(), state.seats(), state.parts.media?.fingerprints() ?? []),
    toggleMicrophone: (): void => {
      state.setMuted(!state.isMuted())
      applyMicrophone(state)
    },
    toggleCamera: (): void => void toggleCamera(state).catch(client.report),
    toggleScreen: (): void => void toggleScreen(state).catch(client.report),
    toggleHand: (): void => {
      state.setHand(!state.hasHand())
      announce(state)
    },
    talk: (isOn: boolean): void => talk(state, isOn),
    react(text: string): void {
      state.parts.socket?.send({ react: text })
      showReaction(state, state.own(), text)
    },
    ...othersOf(state),
  }
}

/** What the tab knows about the other participants, and may do with them. */
function othersOf({ client, changes, entered, own, parts, tracks }: CallState) {
  const { ask, report } = client
  const media = (): Media | undefined => (changes(), parts.media)
  const named = (participant: number) => ({ call_id: entered()?.claim.call_id ?? 0, participant })
  return {
    /** Returns a track of a participant. */
    trackOf: (number: number, name: TrackName): MediaStreamTrack | undefined =>
      number === own() ? tracks()[name] : media()?.track(number, name),
    isConnected: (number: number): boolean => number === own() || media()?.isConnected(number) === true,
    /** Notes how large the page shows a picture: a media server sends no more than that. */
    shows: (number: number, name: TrackName, width: number): void => parts.media?.shows?.(number, name, width),
    mute: (number: number): void =>
      void ask('POST /parley/calls/:call_id/participants/:participant/mute', named(number)).catch(report),
    remove: (number: number): void =>
      void ask('DELETE /parley/calls/:call_id/participants/:participant', named(number)).catch(report),
  }
}

/** Starts a call at a place, or joins the one that runs there. */
async function enter(state: CallState, place: CallPlace): Promise<void> {
  const { client, parts } = state
  if (state.status() !== 'out') leave(state)
  const attempt = ++parts.attempts
  const isOver = () => attempt !== parts.attempts
  batch(() => {
    state.setStatus('joining')
    state.setShown(true)
    state.setMuted(false)
  })
  // The browser asks for the microphone while the realm answers.
  const microphone = captureMicrophone(state.choice()).catch(() => undefined)
  try {
    const { call, participant, token, transport, ice_servers, relay_only } = await client.ask(
      'POST /parley/calls',
      place,
    )
    silence(client, call.id)
    if (isOver()) return (await microphone)?.stop()
    if (transport === 'sfu' && !canEncrypt()) throw new Unencrypted()
    const iceServers = ice_servers.map((server) => ({ ...server }))
    const configuration: RTCConfiguration = { iceServers, iceTransportPolicy: relay_only ? 'relay' : 'all' }
    await connect(state, { claim: { call_id: call.id, participant, token }, place, configuration, transport })
    takeMicrophone(state, await microphone)
  } catch (error) {
    void microphone.then((track) => track?.stop())
    if (isOver()) return
    finish(state)
    client.setNotice({ text: textOf(error) })
  }
}

class Unencrypted extends Error {}

const textOf = (error: unknown): string => {
  if (error instanceof Unencrypted) return words.cannotEncrypt
  if (!(error instanceof Refusal)) return words.notReached
  const { most, with_video } = error.fields
  return error.code === 'PARLEY_CALL_IS_FULL' ? words.full(Number(most), with_video === true) : error.message
}

function leave(state: CallState): void {
  state.parts.socket?.send({ leave: true })
  finish(state)
}

/** The page was loaded again while it was in a call. */
async function comeBack(state: CallState): Promise<void> {
  const kept: Entered | null = JSON.parse(sessionStorage.getItem(SEAT) ?? 'null')
  if (kept === null || state.status() !== 'out') return
  state.setStatus('joining')
  const microphone = captureMicrophone(state.choice()).catch(() => undefined)
  await connect(state, kept)
  takeMicrophone(state, await microphone)
}

/** The network is there again: another way to each participant is looked for at once. */
function recover({ status, parts }: CallState): void {
  if (status() === 'out') return
  parts.socket?.hasten()
  parts.media?.restart()
}

function talk(state: CallState, isOn: boolean): void {
  if (!state.choice().pushToTalk || state.isTalking() === isOn) return
  state.setTalking(isOn)
  applyMicrophone(state)
}

/**
 * Opens the call of a link: shows its conversation. A link that anyone can write must not turn a microphone on. So the user joins there,
 * unless it is the conversation that they see already, or a call that rings for them.
 */
export function openCall(client: Client, link: string): void {
  const { address } = client.environment
  const [, digits, code] = /^#call\/(\d+)\/?(.*)/.exec(link) ?? []
  // Two events may have read the address. The second one would join the call.
  if (digits === undefined || address.read() !== link) return
  const id = Number(digits)
  const call = client.store.state.parley_calls.find((each) => each.id === id)
  if (call === undefined) {
    address.go(`#narrow/near/${id}`)
    client.setNotice({ text: words.isOver })
    return
  }
  const route = routeOf(client, call)
  const isHere = client.isAt(route)
  address.replace(client.hrefOf(route))
  client.go(route)
  const session = callSession(client)
  const isAnswered = isRinging(client, call) && code === client.store.state.parley_answer_codes[id]
  if ((isHere || isAnswered) && session.call_id() !== id) void session.enter(placeOfCall(client, call))
}
