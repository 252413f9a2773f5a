import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  useSdesMid,
  useSdesRTPStreamId,
  Vp8RtpPayload,
  type RTCRtpTransceiver,
  type RtpPacket,
} from 'werift'

/** A track that a session publishes, with its layers by their names. A voice has one without a name. */
export type PublishedTrack = {
  mid: string
  transceiver: RTCRtpTransceiver
  packets: number
  /** The newest packets of a voice, as the media server sees them. */
  payloads: string[]
  receivers: Set<Forwarding>
}

/** A track of another session that is asked for. */
export type Remote = {
  sessionId: string
  trackName: string
  track: PublishedTrack | undefined
  rid: string | undefined
}

type Forwarding = {
  from: PublishedTrack
  transceiver: RTCRtpTransceiver
  out: MediaStreamTrack
  /** The layer that is sent, and the one that is sent from its next key frame on. */
  rid: string | undefined
  next: string | undefined
  bytes: number
}

export const KEPT_PAYLOADS = 20

/** How bad the way to the receivers is: percent of the packets that are lost for good, and milliseconds for the others. */
export const network = { loss: 0, delay: 0 }

const CODECS = {
  audio: [new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })],
  video: [
    new RTCRtpCodecParameters({
      mimeType: 'video/VP8',
      clockRate: 90_000,
      rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'goog-remb' }],
    }),
  ],
}

/** One connection of a browser to the media server. */
export class MediaSession {
  readonly published = new Map<string, PublishedTrack>()
  readonly received = new Map<string, Forwarding>()
  awaitsAnswer = false
  isClosed = false
  readonly #connection = new RTCPeerConnection({
    codecs: CODECS,
    headerExtensions: { audio: [useSdesMid()], video: [useSdesMid(), useSdesRTPStreamId()] },
    iceServers: [],
  })

  /** Returns the answer to an offer with new tracks. */
  async publish(sdp: string, tracks: readonly { mid: string; trackName: string }[]): Promise<string> {
    await this.#connection.setRemoteDescription({ type: 'offer', sdp })
    for (const { mid, trackName } of tracks) {
      const transceiver = this.#connection.getTransceivers().find((each) => each.mid === mid)
      if (transceiver === undefined) throw new Error(`The offer has no ${mid}`)
      const track: PublishedTrack = { mid, transceiver, packets: 0, payloads: [], receivers: new Set() }
      this.published.set(trackName, track)
      const watch = (layer: MediaStreamTrack) =>
        layer.onReceiveRtp.subscribe((packet) => {
          track.packets++
          if (layer.kind === 'audio')
            track.payloads = [...track.payloads.slice(1 - KEPT_PAYLOADS), packet.payload.toString('hex')]
          for (const receiver of track.receivers) forward(receiver, layer, packet)
        })
      for (const layer of transceiver.receiver.tracks) watch(layer)
      transceiver.onTrack.subscribe((layer) => watch(layer))
    }
    await this.#connection.setLocalDescription(await this.#connection.createAnswer())
    return withBandwidth(this.#connection.localDescription?.sdp ?? '')
  }

  /** Returns an offer with the tracks that are there. */
  async subscribe(requested: readonly Remote[]): Promise<{ sdp: string | undefined; tracks: object[] }> {
    const added = requested.map((remote) => this.#add(remote))
    if (!added.some(({ forwarding }) => forwarding))
      return { sdp: undefined, tracks: added.map(({ answer }) => answer) }
    await this.#connection.setLocalDescription(await this.#connection.createOffer())
    this.awaitsAnswer = true
    const tracks = added.map(({ answer, forwarding }) => {
      if (forwarding === undefined) return answer
      const mid = forwarding.transceiver.mid ?? ''
      this.received.set(mid, forwarding)
      return { ...answer, mid }
    })
    return { sdp: this.#connection.localDescription?.sdp, tracks }
  }

  #add({ sessionId, trackName, track, rid }: Remote): { answer: object; forwarding?: Forwarding } {
    const answer = { sessionId, trackName }
    if (track === undefined) return { answer: { ...answer, errorCode: 'not_found_track_error' } }
    if (track.packets === 0) return { answer: { ...answer, errorCode: 'empty_track_error' } }
    const out = new MediaStreamTrack({ kind: track.transceiver.kind })
    const transceiver = this.#connection.addTransceiver(out, { direction: 'sendonly' })
    const forwarding = { from: track, transceiver, out, rid: undefined, next: rid, bytes: 0 }
    // A receiver that lost packets can go on with a whole picture.
    transceiver.sender.onPictureLossIndication.subscribe(() => askForKeyFrame(forwarding))
    return { answer, forwarding }
  }

  async accept(sdp: string): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp })
    this.awaitsAnswer = false
    for (const forwarding of this.received.values()) {
      forwarding.from.receivers.add(forwarding)
      askForKeyFrame(forwarding)
    }
  }

  choose(mid: string, rid: string | undefined): void {
    const forwarding = this.received.get(mid)
    if (forwarding === undefined) return
    forwarding.next = rid
    askForKeyFrame(forwarding)
  }

  /** Ends a track. Returns whether it was there. */
  end(mid: string): boolean {
    const forwarding = this.received.get(mid)
    forwarding?.from.receivers.delete(forwarding)
    const [name] = [...this.published].find(([, track]) => track.mid === mid) ?? []
    return this.received.delete(mid) || (name !== undefined && this.published.delete(name))
  }

  isEmpty = (): boolean => this.published.size === 0 && this.received.size === 0

  tracks = (): object[] => [
    ...[...this.published].map(([trackName, { mid, packets }]) => ({
      location: 'local',
      mid,
      trackName,
      status: packets > 0 ? 'active' : 'initializing',
    })),
    ...[...this.received.keys()].map((mid) => ({ location: 'remote', mid, status: 'active' })),
  ]

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    for (const forwarding of this.received.values()) forwarding.from.receivers.delete(forwarding)
    void this.#connection.close()
  }
}

function forward(forwarding: Forwarding, layer: MediaStreamTrack, packet: RtpPacket): void {
  const { transceiver, out } = forwarding
  const isVideo = layer.kind === 'video'
  const rid = isVideo ? layer.rid : undefined
  if (isVideo && forwarding.next !== undefined && isLayer(forwarding, rid) && beginsFrame(packet)) {
    transceiver.sender.replaceRTP(packet.header, true)
    forwarding.rid = rid
    forwarding.next = undefined
  }
  if (forwarding.next !== undefined) askForKeyFrame(forwarding)
  if (isVideo && forwarding.rid !== rid) return
  const copy = packet.clone()
  copy.header.extensions = []
  forwarding.bytes += copy.payload.length
  if (Math.random() * 100 < network.loss) return
  if (network.delay === 0) out.writeRtp(copy)
  else setTimeout(() => out.writeRtp(copy), network.delay)
}

/** If the preferred layer has not come, the best that is there is taken. */
const isLayer = ({ from, next }: Forwarding, rid: string | undefined): boolean => {
  const there = from.transceiver.receiver.tracks.map((track) => track.rid ?? '').toSorted()
  return rid === next || (!there.includes(next ?? '') && rid === there[0]) || rid === undefined
}

const beginsFrame = ({ payload }: RtpPacket): boolean => Vp8RtpPayload.deSerialize(payload).isKeyframe

const lastAsked = new WeakMap<Forwarding, number>()
const BETWEEN_KEY_FRAMES_MILLISECONDS = 200

function askForKeyFrame(forwarding: Forwarding): void {
  if (Date.now() - (lastAsked.get(forwarding) ?? 0) < BETWEEN_KEY_FRAMES_MILLISECONDS) return
  lastAsked.set(forwarding, Date.now())
  const { receiver } = forwarding.from.transceiver
  // A layer has no source in the offer: its packets name it.
  for (const { header, kind } of receiver.tracks) if (kind === 'video' && header) void receiver.sendRtcpPLI(header.ssrc)
}

/** Chromium sends the smallest layer only, until it knows the bandwidth. */
const withBandwidth = (sdp: string): string => {
  const [, payload] = /a=rtpmap:(\d+) VP8/.exec(sdp) ?? []
  if (payload === undefined) return sdp
  return sdp.replaceAll(
    `a=rtpmap:${payload} VP8/90000\r\n`,
    `a=rtpmap:${payload} VP8/90000\r\na=fmtp:${payload} x-google-start-bitrate=3000;x-google-min-bitrate=2500\r\n`,
  )
}
