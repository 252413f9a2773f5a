import {
  GenericNack,
  PictureLossIndication,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
  Vp8RtpPayload,
  type MediaStreamTrack,
  type RTCRtpReceiver,
  type RtpPacket,
} from 'werift'

const MAX_SEQUENCE = 0xff_ff
/** An answer takes a round trip. */
const ASK_AGAIN_MILLISECONDS = 100
const MAX_TRIES = 10
/** More are missing after an outage only: then a key frame is better. */
const MAX_MISSING = 100
const BETWEEN_KEY_FRAMES_MILLISECONDS = 300

/** Returns by how much a sequence number is later than another one. They begin anew after 65,535. */
export const later = (a: number, b: number): number => (((a - b) & MAX_SEQUENCE) << 16) >> 16

export type Layer = ReturnType<typeof createLayer>

/** A voice, or a picture in one size, as a browser sends it. Lost packets of a picture are asked for again (RFC 4585). */
export function createLayer(receiver: RTCRtpReceiver, track: MediaStreamTrack) {
  const isPicture = track.kind === 'video'
  const missing = new Map<number, { tries: number; timer: NodeJS.Timeout }>()
  let newest: number | undefined
  let ssrc: number | undefined
  let wantsKeyFrame = false
  let askedAt = -Infinity
  let repaired = 0

  const send = (feedback: RtcpTransportLayerFeedback | RtcpPayloadSpecificFeedback) =>
    void receiver.dtlsTransport.sendRtcp([feedback]).catch(() => {})

  function forget(sequence: number): void {
    clearTimeout(missing.get(sequence)?.timer)
    missing.delete(sequence)
  }

  function askFor(sequence: number, tries: number): void {
    forget(sequence)
    if (tries > MAX_TRIES || ssrc === undefined) return
    missing.set(sequence, { tries, timer: setTimeout(askFor, ASK_AGAIN_MILLISECONDS, sequence, tries + 1).unref() })
    const feedback = new GenericNack({ senderSsrc: receiver.rtcpSsrc, mediaSourceSsrc: ssrc, lost: [sequence] })
    send(new RtcpTransportLayerFeedback({ feedback }))
  }

  function noteSequence(sequence: number): void {
    const ahead = newest === undefined ? 1 : later(sequence, newest)
    if (missing.has(sequence)) repaired++
    forget(sequence)
    if (ahead <= 0) return
    if (ahead > MAX_MISSING) askForKeyFrame()
    else for (let back = ahead - 1; back > 0; back--) askFor((sequence - back) & MAX_SEQUENCE, 1)
    newest = sequence
  }

  function askForKeyFrame(): void {
    if (!isPicture) return
    wantsKeyFrame = true
    if (ssrc === undefined || Date.now() - askedAt < BETWEEN_KEY_FRAMES_MILLISECONDS) return
    askedAt = Date.now()
    const feedback = new PictureLossIndication({ senderSsrc: receiver.rtcpSsrc, mediaSsrc: ssrc })
    send(new RtcpPayloadSpecificFeedback({ feedback }))
  }

  return {
    isPicture,
    rid: track.rid,
    /** How many packets came after they were asked for again. */
    repaired: () => repaired,
    /** Asks for a picture that needs no earlier one, again and again until it comes. */
    askForKeyFrame,
    /** Takes a packet. Returns whether a picture begins with it that needs no earlier one. */
    take({ header, payload }: RtpPacket): boolean {
      if (!isPicture) return false
      ssrc = header.ssrc
      noteSequence(header.sequenceNumber)
      const begins = Vp8RtpPayload.deSerialize(payload).isKeyframe
      if (begins) wantsKeyFrame = false
      else if (wantsKeyFrame) askForKeyFrame()
      return begins
    },
    close: () => [...missing.keys()].forEach(forget),
  }
}
