import { talkWords as words } from '../words/en-talk'
import {
  CAMERA_SIZES,
  captureCamera,
  captureMicrophone,
  captureScreen,
  meterOf,
  writeChoice,
  type Choice,
} from '../base/devices'
import { TRACKS, type Tracks } from './peer'
import { announce, type CallState } from './state'

/** Sends other tracks from now on. Those before end. Who may only listen sends none. */
function putTracks(
  { parts, setTracks, tracks, mySeat }: CallState,
  changed: Partial<Record<keyof Tracks, MediaStreamTrack | undefined>>,
) {
  const next: Tracks = {}
  for (const name of TRACKS) {
    const before = tracks()[name]
    const track = name in changed ? changed[name] : before
    if (track !== before) before?.stop()
    if (mySeat()?.may_speak === false) track?.stop()
    else if (track) next[name] = track
  }
  setTracks(next)
  parts.media?.sendTracks()
}

export function takeMicrophone(state: CallState, track: MediaStreamTrack | undefined): void {
  const { client, parts } = state
  if (track === undefined) return void client.setNotice({ text: words.noMicrophone })
  if (state.status() === 'out') return track.stop()
  track.enabled = state.isAudible()
  track.addEventListener('ended', () => void replaceEnded(state))
  parts.meter?.stop()
  parts.meter = meterOf(track)
  putTracks(state, { microphone: track })
  announce(state)
}

/** The microphone is on from now on, or off. The others need no negotiation, and the realm one message. */
export function applyMicrophone({ tracks, isAudible, parts }: CallState): void {
  const { microphone } = tracks()
  if (microphone) microphone.enabled = isAudible()
  parts.socket?.send({ state: { audio: isAudible() && microphone !== undefined } })
}

export async function toggleCamera(state: CallState): Promise<void> {
  if (!state.tracks().camera) return takeCamera(state, state.choice())
  putTracks(state, { camera: undefined })
  announce(state)
}

/** Sends the camera from now on. The call may end while the browser asks for it. */
async function takeCamera(state: CallState, choice: Choice): Promise<void> {
  const track = await captureCamera(choice, CAMERA_SIZES[state.entered()?.transport ?? 'mesh']).catch(() => undefined)
  if (state.status() === 'out') return track?.stop()
  if (track === undefined) state.client.setNotice({ text: words.noCamera })
  track?.addEventListener('ended', () => void replaceEnded(state))
  putTracks(state, { camera: track })
  announce(state)
}

export async function toggleScreen(state: CallState): Promise<void> {
  if (state.tracks().screen) return stopScreen(state)
  const stream = await captureScreen().catch(() => undefined)
  const [track] = stream?.getVideoTracks() ?? []
  if (track === undefined) return
  // The prompt of the browser cannot be taken back: the call may have ended meanwhile.
  if (state.status() === 'out') return stream?.getTracks().forEach((each) => each.stop())
  track.contentHint = 'detail'
  track.addEventListener('ended', () => stopScreen(state))
  putTracks(state, { screen: track, screenSound: stream?.getAudioTracks()[0] })
  announce(state)
}

function stopScreen(state: CallState): void {
  putTracks(state, { screen: undefined, screenSound: undefined })
  announce(state)
}

/** The realm does not allow pictures. */
export function hidePictures(state: CallState): void {
  putTracks(state, { camera: undefined, screen: undefined, screenSound: undefined })
  announce(state)
}

/** The realm sent whether the user may speak. Who may again begins muted. */
export async function followRight(state: CallState, before: boolean | undefined): Promise<void> {
  putTracks(state, {})
  if (before === false) {
    state.setMuted(true)
    takeMicrophone(state, await captureMicrophone(state.choice()).catch(() => undefined))
  }
  applyMicrophone(state)
}

/** A device was unplugged: the usual one is used, without a negotiation. */
export async function replaceEnded(state: CallState): Promise<void> {
  if (state.status() === 'out') return
  const { microphone, camera } = state.tracks()
  if (microphone?.readyState === 'ended')
    takeMicrophone(state, await captureMicrophone({ ...state.choice(), microphone: '' }).catch(() => undefined))
  if (camera?.readyState === 'ended') await takeCamera(state, { ...state.choice(), camera: '' })
}

/** Uses other devices, and remembers them. */
export async function choose(state: CallState, next: Choice): Promise<void> {
  const before = state.choice()
  writeChoice(state.client, next)
  state.setChoice(next)
  const { microphone, camera } = state.tracks()
  if (microphone && (next.microphone !== before.microphone || next.reducesNoise !== before.reducesNoise)) {
    // iOS mutes the earlier track when another one is captured.
    microphone.stop()
    takeMicrophone(state, await captureMicrophone(next).catch(() => undefined))
  }
  if (camera && (next.camera !== before.camera || next.blursBackground !== before.blursBackground)) {
    camera.stop()
    await takeCamera(state, next)
  }
  applyMicrophone(state)
}
