import type { CallSeat } from '../../client-state/wire'
import type { Encryption } from './encryption'
import { oneAtATime } from './arrivals'
import { inOrder } from './in-order'
import type { Media } from './media'
import { openSessions, type Options, type Sessions } from './media-sessions'
import type { TrackName } from './peer'
import { isPicture, layerFor, publishedBy, type Layer, type Track } from './receiving'
import { createPace } from './restart-pace'

/** Newcomers who come together are one request. */
const BATCH_MILLISECONDS = 100

/** The connections to the media server: one that sends, and one that receives. It takes one change of each at a time. */
export function createSfu(options: Options): Media {
  const { client, claim, encryption } = options
  const own = claim.participant
  const pictures = createWidths()
  const pace = createPace()
  const sessions = openSessions(options)
  const { now, old } = sessions
  let roster: readonly CallSeat[] = []
  let isOver = false
  /** After a restart of the realm, participants come back one by one. Meanwhile the old sessions stay. */
  let keepsOld = false
  const requested = () => publishedBy(roster, own).filter(pictures.isWanted)
  const failed = (error: unknown): void => (client.report(error), restart())
  const run = (delay: number, work: () => Promise<boolean>) => inOrder({ delay, work, isOver: () => isOver, failed })
  const send = run(0, () => now().sending.update())
  const receive = run(BATCH_MILLISECONDS, () => now().receiving.update(requested(), pictures.layerOf))

  function restart(isSure = false): void {
    if (isOver || !pace.begins(isSure)) return
    sessions.renew()
    send()
    receive()
  }

  const looked = { ...sessions, requested, send, receive, restart, pace, keepsOld: () => keepsOld }

  return {
    has: (number) => now().receiving.has(number) || (keepsOld && old()?.receiving.has(number) === true),
    track: (number, name) => now().receiving.track(number, name) ?? old()?.receiving.track(number, name),
    isConnected: (number) => [now(), old()].some(isConnected) || !publishes(roster, number),
    loud: (above) => roster.flatMap(({ number }) => (now().receiving.level(number) > above ? [number] : [])),
    follow(next, mayComeBack): void {
      roster = next
      keepsOld = mayComeBack
      void encryption.follow(next, mayComeBack)
      // A realm that was restarted has forgotten the sessions.
      const isUnknown = next.some(({ number, media }) => number === own && media.epoch === 0)
      if (isUnknown && now().sending.hasBegun()) return restart(true)
      if (isUnknown) send()
      receive()
    },
    ...keysOf(encryption),
    sendTracks: send,
    restart: () => restart(),
    look: oneAtATime(() => look(looked)),
    shows: (number, name, width) => void (pictures.put(number, name, width) && receive()),
    close(): void {
      isOver = true
      sessions.close()
      encryption.close()
    },
  }
}

type Parts = Pick<ReturnType<typeof openSessions>, 'now' | 'old' | 'dropOld'> & {
  pace: ReturnType<typeof createPace>
  requested: () => Track[]
  send: () => void
  receive: () => void
  restart: () => void
  keepsOld: () => boolean
}

/** Looks whether bytes come. If not, new connections are made. The old ones are dropped when bytes come over the new ones. */
async function look(parts: Parts): Promise<void> {
  const { now, old, pace, requested, restart } = parts
  if (pace.pass()) repeat(parts)
  const { sending, receiving } = now()
  const hasCome = await receiving.hasCome()
  if (receiving !== now().receiving) return
  const isAlone = requested().length === 0
  pace.look(hasCome, receiving.isExpected())
  if (old() && !parts.keepsOld() && (hasCome || (isAlone && sending.hasBegun()))) parts.dropOld()
  if (pace.isQuiet() || isLost(receiving.connection) || isLost(sending.connection)) restart()
}

/** Others may publish late: what they say they publish is asked for until it comes. */
function repeat({ now, requested, send, receive }: Parts): void {
  const { sending, receiving } = now()
  if (!sending.hasBegun()) send()
  if (!requested().every(({ participant, source }) => receiving.track(participant, source))) receive()
}

const keysOf = ({ key, all, receive, repeat }: Encryption) => ({
  key,
  fingerprints: all,
  receiveKey: (from: number, sealed: string): void => void receive(from, sealed),
  reconnected: repeat,
})

/** How wide the page shows the pictures of others. A picture that it does not show is not received. */
function createWidths() {
  const widths = new Map<string, number>()
  const keyOf = (number: number, name: TrackName) => `${number} ${name}`
  const widthOf = ({ participant, source }: Track): number => widths.get(keyOf(participant, source)) ?? 0
  return {
    isWanted: (track: Track): boolean => !isPicture(track.source) || widthOf(track) > 0,
    layerOf: (track: Track): Layer => layerFor(widthOf(track)),
    /** Returns whether the width has changed. */
    put(number: number, name: TrackName, width: number): boolean {
      const before = widths.get(keyOf(number, name))
      widths.set(keyOf(number, name), width)
      return before !== width
    },
  }
}

const publishes = (roster: readonly CallSeat[], participant: number): boolean =>
  roster.some(({ number, media }) => number === participant && media.sources.length > 0)

const isConnected = (sessions: Sessions | undefined): boolean =>
  sessions?.receiving.connection.connectionState === 'connected'

const isLost = ({ connectionState }: RTCPeerConnection): boolean =>
  connectionState === 'failed' || connectionState === 'disconnected'
