import type { CallSignal } from '../../client-state/wire'
import { createArrivals } from './arrivals'
import { fingerprintIn } from './code'

/** What this client sends to each other one, in the order of the transceivers. */
export const TRACKS = ['microphone', 'camera', 'screen', 'screenSound'] as const
export type TrackName = (typeof TRACKS)[number]
export type Tracks = Partial<Record<TrackName, MediaStreamTrack>>

const KINDS: Record<TrackName, 'audio' | 'video'> = {
  microphone: 'audio',
  camera: 'video',
  screen: 'video',
  screenSound: 'audio',
}

/** Of each picture to each participant: with four people, a laptop sends three cameras. */
const MAX_BITRATE: Partial<Record<TrackName, number>> = { camera: 600_000, screen: 1_500_000 }

/** What two clients tell each other about a connection. */
type Signal = Omit<CallSignal, 'epoch'>

export type Peer = ReturnType<typeof createPeer>

type Options = {
  /** Of two clients that offer at the same time, the polite one takes its offer back. The other one begins. */
  isPolite: boolean
  configuration: RTCConfiguration
  tracks: () => Tracks
  send: (signal: Signal) => void
  /** Called when a track comes, or when the connection changes. */
  changed: () => void
}

/**
 * The connection to one other participant, by "perfect negotiation" (WebRTC 1.0, section 10.7). All four transceivers exist from the
 * start, so that muting, cameras and screens need no negotiation.
 */
export function createPeer(options: Options) {
  const { isPolite, configuration, tracks, changed } = options
  const connection = new RTCPeerConnection(configuration)
  if (!isPolite) for (const name of TRACKS) connection.addTransceiver(KINDS[name], { direction: 'sendrecv' })
  void putTracks(connection, tracks()).catch(() => {})
  const take = negotiate(connection, options)
  let handled = Promise.resolve()
  connection.addEventListener('track', changed)
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'failed') connection.restartIce()
    changed()
  })

  return {
    sendTracks: (): void => void putTracks(connection, tracks()).catch(() => {}),
    /** Handles the messages of the other client, one after the other. */
    receive(signal: Signal): void {
      handled = handled.then(() => take(signal)).catch(() => connection.restartIce())
    },
    /** Looks for another way to the other client, after the network changed. */
    restart: (): void => connection.restartIce(),
    /** Returns the track of the other client, if one is there. */
    track: (name: TrackName): MediaStreamTrack | undefined =>
      connection.getTransceivers()[TRACKS.indexOf(name)]?.receiver.track,
    /** Returns how loud the other client is, from 0 to 1. */
    level: (): number => connection.getTransceivers()[0]?.receiver.getSynchronizationSources()[0]?.audioLevel ?? 0,
    isConnected: (): boolean => connection.connectionState === 'connected',
    fingerprints: (): string[] =>
      [connection.localDescription, connection.remoteDescription].flatMap((side) => fingerprintIn(side) ?? []),
    wasConnected: (): boolean => !/new|connecting/.test(connection.connectionState),
    /** Returns whether something came since the last call. */
    hasCome: createArrivals(connection),
    close: (): void => connection.close(),
  }
}

/** Offers when it is needed. Returns the function that takes the messages of the other client. */
function negotiate(connection: RTCPeerConnection, { isPolite, send, tracks }: Options) {
  let isOffering = false
  let ignoresOffer = false
  let isSettingAnswer = false

  const describe = (): void => {
    const description = connection.localDescription
    if (description) send({ description: description.toJSON() })
  }

  async function offer(): Promise<void> {
    // The polite side has no transceiver until the first offer comes.
    if (isPolite && connection.remoteDescription === null) return
    try {
      isOffering = true
      await connection.setLocalDescription()
      describe()
    } finally {
      isOffering = false
    }
  }

  async function takeDescription(description: RTCSessionDescriptionInit): Promise<void> {
    const isReady = !isOffering && (connection.signalingState === 'stable' || isSettingAnswer)
    ignoresOffer = !isPolite && description.type === 'offer' && !isReady
    if (ignoresOffer) return
    isSettingAnswer = description.type === 'answer'
    await connection.setRemoteDescription(description)
    isSettingAnswer = false
    if (description.type !== 'offer') return
    for (const transceiver of connection.getTransceivers()) transceiver.direction = 'sendrecv'
    await putTracks(connection, tracks())
    await connection.setLocalDescription()
    describe()
  }

  connection.addEventListener('negotiationneeded', () => void offer().catch(() => {}))
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate) send({ candidate: candidate.toJSON() })
  })
  return async ({ description, candidate }: Signal): Promise<void> => {
    if (description) await takeDescription(description)
    if (!candidate) return
    await connection.addIceCandidate(candidate).catch((error: unknown) => {
      if (!ignoresOffer) throw error
    })
  }
}

/** Sends these tracks from now on. Where one is missing, nothing is sent. */
async function putTracks(connection: RTCPeerConnection, own: Tracks): Promise<void> {
  await Promise.all(
    connection.getTransceivers().map(async ({ sender }, at) => {
      const name = TRACKS[at]
      if (name === undefined) return
      if (sender.track !== (own[name] ?? null)) await sender.replaceTrack(own[name] ?? null)
      await limit(sender, name)
    }),
  )
}

/** A voice counts more than pictures where both do not fit. */
async function limit(sender: RTCRtpSender, name: TrackName): Promise<void> {
  const parameters = sender.getParameters()
  const [encoding] = parameters.encodings
  if (encoding === undefined) return
  const maxBitrate = MAX_BITRATE[name]
  encoding.priority = KINDS[name] === 'audio' ? 'high' : 'low'
  if (maxBitrate !== undefined) encoding.maxBitrate = maxBitrate
  await sender.setParameters(parameters).catch(() => {})
}
