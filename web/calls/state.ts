import { createSignal } from 'solid-js'
import type { AnswerOf, CallSeat } from '../../client-state/wire'
import type { Client } from '../client/client'
import type { Claim, openCallSocket } from './call-socket'
import { readChoice, type Choice, type meterOf } from '../base/devices'
import type { Media } from './media'
import type { Tracks } from './peer'
import type { CallPlace } from './place'

export type Status = 'out' | 'joining' | 'in' | 'reconnecting'
export type Reaction = { number: number; text: string }
/** The seat of this tab, and what it needs to take it again. */
export type Entered = { claim: Claim; place: CallPlace; configuration: RTCConfiguration; transport: Transport }
/** Media go between the browsers, or over a media server. */
type Transport = AnswerOf<'POST /parley/calls'>['transport']

/** What only exists while the tab is in a call. */
type Parts = {
  socket?: ReturnType<typeof openCallSocket> | undefined
  media?: Media | undefined
  meter?: ReturnType<typeof meterOf> | undefined
  looking?: ReturnType<typeof setInterval> | undefined
  comingBackUntil: number
  /** The newest seats that the realm sent. */
  roster: readonly CallSeat[]
  /** Grows when the user enters or leaves a call: what began for an earlier one is dropped. */
  attempts: number
}

export type CallState = ReturnType<typeof createState>

/** The state of the call of a tab. */
export function createState(client: Client) {
  const [status, setStatus] = createSignal<Status>('out')
  const [entered, setEntered] = createSignal<Entered>()
  const [seats, setSeats] = createSignal<readonly CallSeat[]>([])
  const [tracks, setTracks] = createSignal<Tracks>({})
  const [isMuted, setMuted] = createSignal(false)
  const [isTalking, setTalking] = createSignal(false)
  const [hasHand, setHand] = createSignal(false)
  const [isShown, setShown] = createSignal(false)
  const [speaking, setSpeaking] = createSignal<ReadonlySet<number>>(new Set())
  const [reactions, setReactions] = createSignal<readonly Reaction[]>([])
  const [choice, setChoice] = createSignal<Choice>(readChoice(client))
  const [isUnheard, setUnheard] = createSignal(false)
  /** Grows when a track comes, or when a connection changes. */
  const [changes, setChanges] = createSignal(0)
  const own = (): number => entered()?.claim.participant ?? 0
  const mySeat = () => seats().find(({ number }) => number === own())
  const parts: Parts = { comingBackUntil: 0, roster: [], attempts: 0 }
  const ofCall = { status, setStatus, entered, setEntered, seats, setSeats, speaking, setSpeaking, changes, setChanges }
  const ofUser = { isMuted, setMuted, isTalking, setTalking, hasHand, setHand, isUnheard, setUnheard }
  const ofView = { isShown, setShown, reactions, setReactions }
  return {
    client,
    parts,
    ...ofCall,
    ...ofUser,
    ...ofView,
    tracks,
    setTracks,
    choice,
    setChoice,
    own,
    mySeat,
    /** Not before the realm has sent that the user may speak. */
    isAudible: (): boolean => mySeat()?.may_speak === true && (choice().pushToTalk ? isTalking() : !isMuted()),
  }
}

/** Tells the realm what the participant does. It keeps it only while the socket is open. */
export function announce({ parts, isAudible, tracks, hasHand }: CallState): void {
  const { microphone, camera, screen } = tracks()
  const audio = isAudible() && microphone !== undefined
  const key = parts.media?.key
  parts.socket?.send({
    state: {
      audio,
      video: camera !== undefined,
      screen: screen !== undefined,
      hand: hasHand(),
      ...(key === undefined ? {} : { key }),
    },
  })
}
