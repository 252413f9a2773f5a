import type { CallSeat, CallSignal } from '../../client-state/wire'
import type { TrackName } from './peer'

/** What carries voices and pictures: connections to all others, or to the media server. */
export type Media = {
  /** Connects to new participants. Drops participants who left, unless they may come back and are still connected. */
  follow: (roster: readonly CallSeat[], mayComeBack: boolean) => void
  /** Takes what another client says about its connection. */
  receive?: (from: number, signal: CallSignal) => void
  /** Takes a secret of another participant, which is encrypted for this client. */
  receiveKey?: (from: number, sealed: string) => void
  /** The connection to the realm was cut, and is there again. */
  reconnected?: () => void
  /** The public key with which others encrypt their secrets for this client. */
  key?: string
  has: (number: number) => boolean
  track: (number: number, name: TrackName) => MediaStreamTrack | undefined
  isConnected: (number: number) => boolean
  /** Sends the own tracks as they are now. */
  sendTracks: () => void
  /** Looks for another way, after the network changed. */
  restart: () => void
  /** Returns the participants who are louder than a level. */
  loud: (above: number) => number[]
  /** Looks whether bytes arrive. Called a few times in a second. */
  look: () => void
  /** Returns the keys of the browsers in the call, which are the only ones that can decrypt it. */
  fingerprints: () => string[]
  /** Notes how large the page shows a picture, in pixels of the screen. 0: not at all. */
  shows?: (number: number, name: TrackName, width: number) => void
  close: () => void
}
