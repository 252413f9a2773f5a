import type { AnswerOf, CallSeat } from '../../client-state/wire'
import { createArrivals } from './arrivals'
import type { Encryption } from './encryption'
import { closedAfterChanges } from './in-order'
import type { TrackName } from './peer'

export type Layer = 'f' | 'h' | 'q'
/** A track of another participant. `epoch`: which publication of the participant it is from. */
export type Track = { participant: number; source: TrackName; epoch: number }
type Received = Track & { mid: string; layer: Layer; track: MediaStreamTrack; receiver: RTCRtpReceiver }
type Answer = AnswerOf<'POST /parley/calls/:call_id/subscribe'>
type TrackRequest = { participant: number; source: TrackName; layer?: Layer }
type Chosen = { participant: number; source: TrackName; mid: string; layer: Layer }

type Options = {
  configuration: RTCConfiguration
  encryption: Encryption
  subscribe: (tracks: TrackRequest[]) => Promise<Answer>
  answer: (sdp: string, pass: string | null) => Promise<void>
  /** Ends tracks, and asks for other layers. */
  choose: (ended: string[], changed: Chosen[]) => Promise<void>
  changed: () => void
}

const SMALL_PIXELS = 400
const MEDIUM_PIXELS = 800

/** Returns the smallest layer that fills a picture of so many pixels. */
export const layerFor = (width: number): Layer => (width <= SMALL_PIXELS ? 'q' : width <= MEDIUM_PIXELS ? 'h' : 'f')

export const isPicture = (source: TrackName): boolean => source === 'camera' || source === 'screen'
const keyOf = (participant: number, source: TrackName): string => `${participant} ${source}`
const isSame = (a: Track, b: Track): boolean =>
  a.participant === b.participant && a.source === b.source && a.epoch === b.epoch

export type Receiving = ReturnType<typeof createReceiving>

/** The connection on which this client receives from the media server. */
export function createReceiving(options: Options) {
  const { configuration, choose, changed } = options
  const connection = new RTCPeerConnection(configuration)
  const received = new Map<string, Received>()
  /** The places of tracks that the media server does not know yet to have ended. */
  const ending = new Set<string>()
  connection.addEventListener('connectionstatechange', changed)

  function drop({ participant, source, mid }: Received): void {
    received.delete(keyOf(participant, source))
    ending.add(mid)
  }

  /** Ends what is not requested any more, and chooses the layers of the rest. */
  async function adapt(requested: readonly Track[], layerOf: (track: Track) => Layer): Promise<void> {
    const ended = [...received.values()].filter((track) => !requested.some((each) => isSame(each, track)))
    ended.forEach(drop)
    if (ended.length > 0) changed()
    const others = [...received.values()].flatMap((track) => {
      const layer = layerOf(track)
      return isPicture(track.source) && track.layer !== layer ? [{ track, layer }] : []
    })
    const mids = [...ending]
    if (mids.length === 0 && others.length === 0) return
    await choose(
      mids,
      others.map(({ track: { participant, source, mid }, layer }) => ({ participant, source, mid, layer })),
    )
    for (const mid of mids) ending.delete(mid)
    for (const { track, layer } of others) track.layer = layer
  }

  async function update(requested: readonly Track[], layerOf: (track: Track) => Layer): Promise<boolean> {
    await adapt(requested, layerOf)
    const missing = requested.filter(({ participant, source }) => !received.has(keyOf(participant, source)))
    if (missing.length === 0) return true
    const came = await subscribe(connection, missing, layerOf, options)
    for (const track of came) received.set(keyOf(track.participant, track.source), track)
    changed()
    return came.length === missing.length
  }

  return {
    connection,
    /** Returns whether something came since the last call. */
    hasCome: createArrivals(connection),
    /** Returns whether the media server sends something. */
    isExpected: (): boolean => received.size > 0,
    track: (number: number, name: TrackName): MediaStreamTrack | undefined => received.get(keyOf(number, name))?.track,
    has: (number: number): boolean => [...received.values()].some(({ participant }) => participant === number),
    /** Returns how loud a participant is, from 0 to 1. */
    level: (number: number): number =>
      received.get(keyOf(number, 'microphone'))?.receiver.getSynchronizationSources()[0]?.audioLevel ?? 0,
    /** Receives these tracks and no others, in these layers. Returns whether all came. Its calls must follow one after the other. */
    ...closedAfterChanges(connection, update),
  }
}

/** Requests tracks. Returns the tracks that the media server has. A track without packets is not there yet. */
async function subscribe(
  connection: RTCPeerConnection,
  requested: readonly Track[],
  layerOf: (track: Track) => Layer,
  { subscribe: ask, answer, encryption }: Options,
): Promise<Received[]> {
  // The page may show a picture larger before the answer comes: then the next change asks for another layer.
  const layered = requested.map((track) => ({ ...track, layer: layerOf(track) }))
  const { sdp, pass, tracks } = await ask(
    layered.map(({ participant, source, layer }) => ({ participant, source, ...(isPicture(source) && { layer }) })),
  )
  if (tracks.some(({ problem }) => problem === 'gone')) throw new Error('The session at the media server is gone')
  if (sdp === null) return []
  await connection.setRemoteDescription({ type: 'offer', sdp })
  const came = layered.flatMap((track) => {
    const place = tracks.find((each) => each.participant === track.participant && each.source === track.source)?.mid
    const { mid, receiver } = connection.getTransceivers().find((each) => each.mid === place) ?? {}
    if (!mid || !receiver) return []
    encryption.open(receiver, track.participant)
    return [{ ...track, mid, track: receiver.track, receiver }]
  })
  await connection.setLocalDescription()
  await answer(connection.localDescription?.sdp ?? '', pass)
  return came
}

/** Returns what the other participants publish. */
export const publishedBy = (roster: readonly CallSeat[], own: number): Track[] =>
  roster.flatMap(({ number, media: { epoch, sources } }) =>
    number === own ? [] : sources.map((source) => ({ participant: number, source, epoch })),
  )
