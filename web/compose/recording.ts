import { captureMicrophone, meterOf, readChoice } from '../base/devices'
import type { Client } from '../client/client'
import { peaksOf, type Shape } from '../html/voice-link'

/** A sound that is recorded, and why it ended by itself, if it did. */
export type Recording = Shape & { file: File; limit?: 'seconds' | 'bytes' }

export type Recorder = {
  /** How loud each moment was, from 0 to 1, the newest last. */
  levels: readonly number[]
  seconds: () => number
  stop: () => void
  /** Ends without a sound. */
  cancel: () => void
  /** What was recorded, or nothing if that is shorter than half a second. */
  done: Promise<Recording | undefined>
}

export const MAX_MINUTES = 10
const MAX_SECONDS = 60 * MAX_MINUTES
const MIN_SECONDS = 0.5
const LEVEL_MILLISECONDS = 50
const PIECE_MILLISECONDS = 1000
/** A voice is clear with it, and ten minutes are less than four megabytes. */
const BITS_PER_SECOND = 48_000
/** A piece and the end of the file still fit. */
const SPARE_BYTES = 64 * 1024

/**
 * The first of these that the browser records. Each browser plays sound of the first kind, and so do phones that open the file. Safari
 * before 18.4 plays Opus only in the second kind. Firefox records only the last two.
 */
const KINDS = [
  { type: 'audio/mp4;codecs=mp4a.40.2', extension: 'm4a' },
  { type: 'audio/mp4;codecs=opus', extension: 'm4a' },
  { type: 'audio/mp4', extension: 'm4a' },
  { type: 'audio/webm;codecs=opus', extension: 'weba' },
  { type: 'audio/ogg;codecs=opus', extension: 'ogg' },
] as const

type Kind = (typeof KINDS)[number]

/** Returns what this browser records, or undefined if it records nothing. */
export const findKind = (): Kind | undefined =>
  'MediaRecorder' in globalThis && navigator.mediaDevices !== undefined
    ? KINDS.find(({ type }) => MediaRecorder.isTypeSupported(type))
    : undefined

/** Starts to record. Throws if the user does not allow the microphone, or has none. */
export async function record(client: Client, kind: Kind): Promise<Recorder> {
  const track = await captureMicrophone(readChoice(client))
  try {
    return recordTrack(track, kind, client.store.state.max_file_upload_size_mib * 1024 * 1024)
  } catch (error) {
    track.stop()
    throw error
  }
}

function recordTrack(track: MediaStreamTrack, { type, extension }: Kind, most: number): Recorder {
  const recorder = new MediaRecorder(new MediaStream([track]), { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND })
  const meter = meterOf(track)
  const [pieces, levels]: [Blob[], number[]] = [[], []]
  const started = performance.now()
  let bytes = 0
  let limit: Recording['limit']
  let isCancelled = false
  let ended: number | undefined
  const seconds = () => ((ended ?? performance.now()) - started) / 1000

  function stop() {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  function stopAt(reached: Recording['limit']) {
    limit = reached
    stop()
  }
  const timer = setInterval(() => {
    levels.push(meter.level())
    if (seconds() >= MAX_SECONDS) stopAt('seconds')
  }, LEVEL_MILLISECONDS)
  recorder.addEventListener('dataavailable', ({ data }) => {
    pieces.push(data)
    bytes += data.size
    if (bytes + SPARE_BYTES > most && recorder.state === 'recording') stopAt('bytes')
  })
  const done = new Promise<Recording | undefined>((resolve) => {
    recorder.addEventListener('stop', () => {
      ended = performance.now()
      clearInterval(timer)
      meter.stop()
      track.stop()
      if (isCancelled || seconds() < MIN_SECONDS || bytes === 0 || bytes > most) return resolve(undefined)
      // Without its parameters, so that the server and other clients know the type.
      const file = new File(pieces, `voice-message.${extension}`, { type: type.split(';')[0] ?? type })
      resolve({ file, seconds: seconds(), peaks: peaksOf(levels), ...(limit === undefined ? {} : { limit }) })
    })
  })
  // The microphone was taken away. The sound until then is kept.
  track.addEventListener('ended', stop)
  recorder.start(PIECE_MILLISECONDS)
  return {
    levels,
    seconds,
    stop,
    cancel() {
      isCancelled = true
      stop()
    },
    done,
  }
}
