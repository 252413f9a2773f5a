import type { CallSeat, CallSignal } from '../../client-state/wire'
import { oneAtATime } from './arrivals'
import type { Media } from './media'
import { createPeer, type Peer, type Tracks } from './peer'

type Options = {
  own: number
  configuration: RTCConfiguration
  tracks: () => Tracks
  send: (to: number, signal: CallSignal) => void
  /** Called when nothing has come from a participant for seconds. */
  lost: (number: number) => void
  changed: () => void
}

type Entry = { peer: Peer; epoch: string; quietLooks: number }

/** Without bytes for so many looks, another way to the participant is looked for; after more, the realm learns of it. */
const QUIET_LOOKS = 5
const LOST_LOOKS = 25

/** The connections to all other participants. */
export function createMesh(options: Options): Media {
  const { own } = options
  const entries = new Map<number, Entry>()
  const epoch = crypto.randomUUID()

  function entryOf(number: number): Entry {
    const existing = entries.get(number)
    if (existing) return existing
    const { configuration, tracks, changed, send } = options
    const isPolite = own > number
    const peer = createPeer({
      isPolite,
      configuration,
      tracks,
      changed,
      send: (message) => send(number, { ...message, epoch }),
    })
    const entry = { peer, epoch: '', quietLooks: 0 }
    entries.set(number, entry)
    // The other client may still have the connection of the page that was here before.
    if (isPolite) send(number, { epoch })
    return entry
  }

  function drop(number: number): void {
    entries.get(number)?.peer.close()
    entries.delete(number)
  }

  return {
    follow(roster: readonly CallSeat[], mayComeBack: boolean): void {
      const present = new Set(roster.map(({ number }) => number))
      for (const [number, { peer }] of entries)
        if (!present.has(number) && !(mayComeBack && peer.isConnected())) drop(number)
      for (const { number, away } of roster) if (number !== own && !away) entryOf(number)
    },
    receive(from: number, { epoch: theirs, ...message }: CallSignal): void {
      const before = entries.get(from)
      if (before && before.epoch !== '' && before.epoch !== theirs) drop(from)
      const entry = entryOf(from)
      entry.epoch = theirs
      entry.peer.receive(message)
    },
    has: (number: number): boolean => entries.has(number),
    track: (number, name) => entries.get(number)?.peer.track(name),
    isConnected: (number) => entries.get(number)?.peer.isConnected() === true,
    sendTracks: (): void => entries.forEach(({ peer }) => peer.sendTracks()),
    restart: (): void => entries.forEach(({ peer }) => peer.restart()),
    loud: (above: number): number[] =>
      [...entries].flatMap(([number, { peer }]) => (peer.level() > above ? [number] : [])),
    look: oneAtATime(() =>
      Promise.allSettled([...entries].map(([number, entry]) => look(entry, () => options.lost(number)))),
    ),
    fingerprints: (): string[] => [...entries.values()].flatMap(({ peer }) => peer.fingerprints()),
    close: (): void => [...entries.keys()].forEach(drop),
  }
}

/** Notes whether bytes came since the last look. */
async function look(entry: Entry, lost: () => void): Promise<void> {
  entry.quietLooks = (await entry.peer.hasCome()) ? 0 : entry.quietLooks + 1
  if (entry.quietLooks === QUIET_LOOKS && entry.peer.wasConnected()) entry.peer.restart()
  if (entry.quietLooks < LOST_LOOKS) return
  entry.quietLooks = 0
  lost()
}
