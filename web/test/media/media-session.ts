import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  useSdesMid,
  useSdesRTPStreamId,
  type RTCRtpTransceiver,
  type RtpPacket,
} from 'werift'
import { descriptionThrough, withoutCandidates, type Faults } from './bad-network.ts'
import { createLayer, later, type Layer } from './layer.ts'

/** A track that a session publishes, with its layers by their names. A voice has one without a name. */
export type PublishedTrack = {
  mid: string
  transceiver: RTCRtpTransceiver
  packets: number
  layers: Layer[]
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
  /** The size that is asked for, the one that is sent, and the number of its first packet. */
  rid: string | undefined
  layer: Layer | undefined
  first: number
  bytes: number
}

/** After so long without packets, Cloudflare forgets a track: https://developers.cloudflare.com/realtime/limits/. */
const INACTIVE_MILLISECONDS = 30_000

export const KEPT_PAYLOADS = 20

const CODECS = {
  audio: [new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })],
  video: [
    new RTCRtpCodecParameters({
      mimeType: 'video/VP8',
      clockRate: 90_000,
      rtcpFeedback: [{ type: 'goog-remb' }],
    }),
  ],
}

/** One connection of a browser to the media server. */
export class MediaSession {
  readonly published = new Map<string, PublishedTrack>()
  readonly received = new Map<string, Forwarding>()
  awaitsAnswer = false
  isClosed = false
  readonly #faults: Faults | undefined
  readonly #closing = new AbortController()
  readonly #connection = new RTCPeerConnection({
    codecs: CODECS,
    headerExtensions: { audio: [useSdesMid()], video: [useSdesMid(), useSdesRTPStreamId()] },
    iceServers: [],
  })

  /** `faults`: what happens to the packets of this connection, if they pass through this program. */
  constructor(faults?: Faults) {
    this.#faults = faults
    // A session ends with the connection of its browser.
    this.#connection.connectionStateChange.subscribe((state) => {
      if (state === 'failed' || state === 'closed') this.close()
      if (state === 'disconnected') this.#closeIfInactive()
    })
    this.#closeIfInactive()
  }

  /** Closes the session if its browser has no connection for so long: a browser that gave up says nothing before it is connected. */
  #closeIfInactive(): void {
    const timer = setTimeout(() => {
      if (this.#connection.connectionState !== 'connected') this.close()
    }, INACTIVE_MILLISECONDS)
    this.#closing.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  /** Returns the answer to an offer with new tracks. */
  async publish(sdp: string, tracks: readonly { mid: string; trackName: string }[]): Promise<string> {
    await this.#connection.setRemoteDescription({ type: 'offer', sdp: this.#received(sdp) })
    for (const { mid, trackName } of tracks) {
      const transceiver = this.#connection.getTransceivers().find((each) => each.mid === mid)
      if (transceiver === undefined) throw new Error(`The offer has no ${mid}`)
      const track: PublishedTrack = { mid, transceiver, packets: 0, layers: [], payloads: [], receivers: new Set() }
      this.published.set(trackName, track)
      for (const layer of transceiver.receiver.tracks) receive(track, layer)
      transceiver.onTrack.subscribe((layer) => receive(track, layer))
    }
    await this.#connection.setLocalDescription(await this.#connection.createAnswer())
    return this.#sent(withBandwidth(this.#connection.localDescription?.sdp ?? ''))
  }

  /** Returns a description as the browser gets it. */
  async #sent(sdp: string): Promise<string> {
    const whole = withFeedback(sdp)
    return this.#faults ? descriptionThrough(whole, this.#faults, this.#closing.signal) : whole
  }

  #received = (sdp: string): string => (this.#faults ? withoutCandidates(sdp) : sdp)

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
    return { sdp: await this.#sent(this.#connection.localDescription?.sdp ?? ''), tracks }
  }

  #add({ sessionId, trackName, track, rid }: Remote): { answer: object; forwarding?: Forwarding } {
    const answer = { sessionId, trackName }
    if (track === undefined) return { answer: { ...answer, errorCode: 'not_found_track_error' } }
    if (track.packets === 0) return { answer: { ...answer, errorCode: 'empty_track_error' } }
    const out = new MediaStreamTrack({ kind: track.transceiver.kind })
    const transceiver = this.#connection.addTransceiver(out, { direction: 'sendonly' })
    const forwarding: Forwarding = { from: track, transceiver, out, rid, layer: undefined, first: 0, bytes: 0 }
    // The sender keeps its newest packets. If a receiver asks for one of them, the sender sends it again. If it has the packet no more, the receiver needs a whole picture.
    transceiver.sender.onPictureLossIndication.subscribe(() => forwarding.layer?.askForKeyFrame())
    return { answer, forwarding }
  }

  async accept(sdp: string): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: this.#received(sdp) })
    this.awaitsAnswer = false
    for (const forwarding of this.received.values()) forwarding.from.receivers.add(forwarding)
  }

  choose(mid: string, rid: string | undefined): void {
    const forwarding = this.received.get(mid)
    if (forwarding !== undefined) forwarding.rid = rid
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

  /** How many lost packets came again from the browser. */
  cameAgain = (): number =>
    sumOf([...this.published.values()].flatMap(({ layers }) => layers.map(({ repaired }) => repaired())))

  /** Returns how many packets were sent again to the browser, which had asked for them. */
  async sentAgain(): Promise<number> {
    const reports = [...this.received.values()].map(({ transceiver }) => transceiver.sender.getStats())
    const stats = (await Promise.all(reports)).flatMap((report) => [...report.values()])
    return sumOf(
      stats.map((each) => ('retransmittedPacketsSent' in each ? Number(each.retransmittedPacketsSent ?? 0) : 0)),
    )
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    for (const forwarding of this.received.values()) forwarding.from.receivers.delete(forwarding)
    for (const { layers } of this.published.values()) for (const layer of layers) layer.close()
    this.#closing.abort()
    void this.#connection.close()
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Passes on what comes of a track. */
function receive(track: PublishedTrack, source: MediaStreamTrack): void {
  const layer = createLayer(track.transceiver.receiver, source)
  track.layers.push(layer)
  source.onReceiveRtp.subscribe((packet) => {
    track.packets++
    const begins = layer.take(packet)
    if (!layer.isPicture) track.payloads = [...track.payloads.slice(1 - KEPT_PAYLOADS), packet.payload.toString('hex')]
    for (const receiver of track.receivers) forward(receiver, layer, { packet, begins })
  })
}

/** `begins`: whether a picture begins that needs no earlier one. With it, a receiver gets another size. */
function forward(
  forwarding: Forwarding,
  layer: Layer,
  { packet, begins }: { packet: RtpPacket; begins: boolean },
): void {
  const { transceiver, out } = forwarding
  const { sequenceNumber } = packet.header
  if (layer.isPicture && forwarding.layer !== layer) {
    if (!isLayer(forwarding, layer.rid)) return
    if (!begins) return layer.askForKeyFrame()
    transceiver.sender.replaceRTP(packet.header, true)
    forwarding.layer = layer
    forwarding.first = sequenceNumber
  }
  // What was lost before has no place in the numbers that the receiver gets.
  if (layer.isPicture && later(sequenceNumber, forwarding.first) < 0) return
  const copy = packet.clone()
  copy.header.extensions = []
  forwarding.bytes += copy.payload.length
  out.writeRtp(copy)
}

/** If the preferred layer has not come, the best that is there is taken. */
const isLayer = ({ from, rid: preferred }: Forwarding, rid: string | undefined): boolean => {
  const there = from.transceiver.receiver.tracks.map((track) => track.rid ?? '').toSorted()
  return rid === preferred || (!there.includes(preferred ?? '') && rid === there[0]) || rid === undefined
}

/** Browsers and this server ask each other for lost packets, and for whole pictures. werift would ask by itself, but mixes up the sizes of a picture. */
const withFeedback = (sdp: string): string => {
  const [line = '', payload] = /a=rtpmap:(\d+) VP8\/90000\r\n/.exec(sdp) ?? []
  if (payload === undefined) return sdp
  return sdp.replaceAll(line, `${line}a=rtcp-fb:${payload} nack\r\na=rtcp-fb:${payload} nack pli\r\n`)
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
