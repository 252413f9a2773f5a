import type { Encryption } from './encryption'
import { closedAfterChanges } from './in-order'
import { TRACKS, type TrackName, type Tracks } from './peer'
import { withPauses } from './voice-format'

/** What is published: the place in the description of the connection, and the source. */
export type Published = { mid: string; source: TrackName }

type Options = {
  configuration: RTCConfiguration
  tracks: () => Tracks
  encryption: Encryption
  /** Publishes tracks with an offer, and returns the answer. */
  publish: (sdp: string, tracks: Published[]) => Promise<string>
  unpublish: (tracks: Published[]) => Promise<void>
  changed: () => void
}

/** Each picture is sent in several sizes, and each receiver gets the one that it shows. The largest is the last. */
const LAYERS: Partial<Record<TrackName, RTCRtpEncodingParameters[]>> = {
  camera: [
    { rid: 'q', scaleResolutionDownBy: 4, maxBitrate: 150_000, priority: 'low' },
    { rid: 'h', scaleResolutionDownBy: 2, maxBitrate: 450_000, priority: 'low' },
    { rid: 'f', maxBitrate: 1_200_000, priority: 'low' },
  ],
  screen: [
    { rid: 'h', scaleResolutionDownBy: 2, maxBitrate: 400_000, maxFramerate: 5, priority: 'low' },
    { rid: 'f', maxBitrate: 1_800_000, priority: 'low' },
  ],
}

const VOICE: RTCRtpEncodingParameters[] = [{ priority: 'high' }]

export type Sending = ReturnType<typeof createSending>

/** The connection on which this client sends to the media server. */
export function createSending({ configuration, tracks, encryption, publish, unpublish, changed }: Options) {
  const connection = new RTCPeerConnection(configuration)
  const sent = new Map<TrackName, RTCRtpTransceiver>()
  connection.addEventListener('connectionstatechange', changed)

  const placed = (names: readonly TrackName[]): Published[] =>
    names.flatMap((source) => {
      const mid = sent.get(source)?.mid
      return typeof mid === 'string' ? [{ mid, source }] : []
    })

  async function end(names: readonly TrackName[]): Promise<void> {
    const ended = placed(names)
    forget(names)
    await unpublish(ended)
  }

  async function begin(own: Tracks, names: readonly TrackName[]): Promise<void> {
    for (const name of names) {
      const transceiver = addTransceiver(connection, name, own[name])
      encryption.seal(transceiver)
      sent.set(name, transceiver)
    }
    await connection.setLocalDescription()
    await gathered(connection)
    const answer = await publish(connection.localDescription?.sdp ?? '', placed(names))
    await connection.setRemoteDescription({ type: 'answer', sdp: withPauses(answer, sent.get('microphone')?.mid) })
  }

  /** What was not published is tried again with new transceivers. */
  function forget(names: readonly TrackName[]): void {
    for (const name of names) {
      sent.get(name)?.stop()
      sent.delete(name)
    }
  }

  async function update(): Promise<true> {
    const own = tracks()
    const ended = [...sent.keys()].filter((name) => own[name] === undefined)
    if (ended.length > 0) await end(ended)
    for (const [name, { sender }] of sent) if (sender.track !== own[name]) await sender.replaceTrack(own[name] ?? null)
    const begun = TRACKS.filter((name) => own[name] !== undefined && !sent.has(name))
    try {
      if (begun.length > 0) await begin(own, begun)
    } catch (error) {
      forget(begun)
      throw error
    }
    return true
  }

  return {
    connection,
    /** Returns whether something was published. */
    hasBegun: (): boolean => connection.remoteDescription !== null,
    /** Sends the own tracks as they are now. Its calls must follow one after the other. */
    ...closedAfterChanges(connection, update),
  }
}

function addTransceiver(connection: RTCPeerConnection, name: TrackName, track: MediaStreamTrack | undefined) {
  const isVoice = name === 'microphone' || name === 'screenSound'
  const width = track?.getSettings().width ?? WIDE_PIXELS
  const sendEncodings = LAYERS[name]?.slice(-layersFor(width)) ?? VOICE
  const kind = isVoice ? 'audio' : 'video'
  const transceiver = connection.addTransceiver(track ?? kind, { direction: 'sendonly', sendEncodings })
  if (!isVoice) transceiver.setCodecPreferences(pictureCodecs())
  return transceiver
}

/** Each browser has VP8, and the header of its encrypted pictures stays readable for the media server. */
const pictureCodecs = (): RTCRtpCodec[] =>
  RTCRtpSender.getCapabilities('video')?.codecs.filter(({ mimeType }) => /\/(?:VP8|rtx)$/i.test(mimeType)) ?? []

/** Returns how many sizes of a picture are sent. Chromium leaves out the largest of a small picture, if there are more. */
const layersFor = (width: number): number => (width >= WIDE_PIXELS ? 3 : width >= WIDE_PIXELS / 2 ? 2 : 1)
const WIDE_PIXELS = 960

/** The media server takes no candidates later, so they must all be in the description. */
const gathered = (connection: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => {
    const look = () => connection.iceGatheringState === 'complete' && resolve()
    connection.addEventListener('icegatheringstatechange', look)
    setTimeout(resolve, MAX_GATHERING_MILLISECONDS)
    look()
  })

/** A network without an answer from the STUN server must not delay the call. */
const MAX_GATHERING_MILLISECONDS = 1000
