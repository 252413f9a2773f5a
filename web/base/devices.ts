import type { Client } from '../client/client'

/** The devices and the manner that the user chose, in this browser. An empty id is the usual device. */
export type Choice = {
  microphone: string
  camera: string
  speaker: string
  reducesNoise: boolean
  blursBackground: boolean
  /** The others receive the voice only while a key is held. */
  pushToTalk: boolean
}

const USUAL: Choice = {
  microphone: '',
  camera: '',
  speaker: '',
  reducesNoise: true,
  blursBackground: false,
  pushToTalk: false,
}
const PLACE = 'call-devices'

export function readChoice({ environment }: Client): Choice {
  try {
    const kept: Partial<Choice> = JSON.parse(environment.storage.getItem(PLACE) ?? '{}')
    return { ...USUAL, ...kept }
  } catch {
    return USUAL
  }
}

export const writeChoice = ({ environment }: Client, choice: Choice): void =>
  environment.storage.setItem(PLACE, JSON.stringify(choice))

const named = (id: string) => (id === '' ? {} : { deviceId: id })

/** Asks for the microphone. Throws if the user does not allow it, or has none. */
export async function captureMicrophone({ microphone, reducesNoise }: Choice): Promise<MediaStreamTrack> {
  const audio = {
    ...named(microphone),
    echoCancellation: true,
    noiseSuppression: reducesNoise,
    autoGainControl: true,
  }
  return firstTrack(await navigator.mediaDevices.getUserMedia({ audio }))
}

/** How large pictures of the camera are. Between browsers, each other one gets a stream of its own. */
export const CAMERA_SIZES = {
  mesh: { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 20 } },
  sfu: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
}

/** Asks for the camera. */
export async function captureCamera(
  { camera, blursBackground }: Choice,
  size: MediaTrackConstraints,
): Promise<MediaStreamTrack> {
  const track = firstTrack(await navigator.mediaDevices.getUserMedia({ video: { ...named(camera), ...size } }))
  if (canBlur(track)) await track.applyConstraints(blurOf(blursBackground)).catch(() => {})
  return track
}

const firstTrack = (stream: MediaStream): MediaStreamTrack => {
  const [track] = stream.getTracks()
  if (track === undefined) throw new Error('A stream without a track')
  return track
}

/** Some systems blur the background for the browser. TypeScript does not know the constraint. */
const blurOf = (isOn: boolean): MediaTrackConstraints => Object.assign({}, { backgroundBlur: isOn })

export function canBlur(track: MediaStreamTrack | undefined): boolean {
  const able: unknown = Reflect.get(track?.getCapabilities?.() ?? {}, 'backgroundBlur')
  return Array.isArray(able) && able.length > 1
}

export const canShowScreen = (): boolean => 'getDisplayMedia' in navigator.mediaDevices

/** Asks for a screen or a window, with its sound where the browser can. */
export const captureScreen = (): Promise<MediaStream> =>
  navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 15 } }, audio: true })

export const listDevices = (): Promise<MediaDeviceInfo[]> => navigator.mediaDevices.enumerateDevices()

const SAMPLES = 512
/** A meter plays nothing, and costs less CPU without a speaker. TypeScript, Firefox and Safari do not know the option. */
const NO_SPEAKER = { sinkId: { type: 'none' } }

/** Returns a function that says how loud a track is, from 0 to 1. It listens to a copy, which is not muted. */
export function meterOf(track: MediaStreamTrack): { level: () => number; stop: () => void } {
  const context = new AudioContext({ latencyHint: 'playback', ...NO_SPEAKER })
  const copy = track.clone()
  copy.enabled = true
  const analyser = new AnalyserNode(context, { fftSize: SAMPLES })
  context.createMediaStreamSource(new MediaStream([copy])).connect(analyser)
  const samples = new Float32Array(SAMPLES)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / SAMPLES)
    },
    stop() {
      copy.stop()
      void context.close()
    },
  }
}
