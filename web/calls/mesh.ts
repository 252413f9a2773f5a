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

/** `ours`: the epoch that this client sends. `epoch`: that of the other client, empty until it is known. */
type Entry = { peer: Peer; ours: string; epoch: string; quietLooks: number }

/** Without bytes for so many looks, another way to the participant is looked for; after more, the realm learns of it. */
const QUIET_LOOKS = 5
const LOST_LOOKS = 25
/** A connection that was never made, or was lost, is made anew after the first of these, and then less often. */
const LOOKS_BETWEEN_RENEWALS = 100

/** The connections to all other participants. */
export function createMesh(options: Options): Media {
  const { own } = options
  const entries = new Map<number, Entry>()
  const epoch: string = crypto.randomUUID()

  function entryOf(number: number, ours = epoch): Entry {
    const existing = entries.get(number)
    if (existing) return existing
    const { configuration, tracks, changed, send } = options
    const peer = createPeer({
      isPolite: own > number,
      configuration,
      tracks,
      changed,
      send: (message) => send(number, { ...message, epoch: ours }),
    })
    const entry = { peer, ours, epoch: '', quietLooks: 0 }
    entries.set(number, entry)
    // The other client may still have the connection of the page that was here before.
    if (own > number) send(number, { epoch: ours })
    return entry
  }

  /** If a message was lost, neither client sends another one. The one that offers begins again, like a page that is loaded again. */
  function renew(number: number, { quietLooks }: Entry): void {
    drop(number)
    entryOf(number, crypto.randomUUID()).quietLooks = quietLooks
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
      if (before?.epoch && before.epoch !== theirs) drop(from)
      const entry = entryOf(from, before?.ours)
      entry.epoch = theirs
      entry.peer.receive(message)
    },
    has: (number: number): boolean => entries.has(number),
    track: (number, name) => entries.get(number)?.peer.track(name),
    isConnected: (number) => entries.get(number)?.peer.isConnected() === true,
    sendTracks: (): void => entries.forEach(({ peer }) => peer.sendTracks()),
    restart: (): void => entries.forEach(({ peer }) => peer.restart()),
    loud: (above) => [...entries].flatMap(([number, { peer }]) => (peer.level() > above ? [number] : [])),
    look: oneAtATime(() =>
      Promise.allSettled(
        [...entries].map(async ([number, entry]) => {
          const isStuck = await look(entry, () => options.lost(number))
          if (isStuck && own < number && entries.get(number) === entry) renew(number, entry)
        }),
      ),
    ),
    fingerprints: (): string[] => [...entries.values()].flatMap(({ peer }) => peer.fingerprints()),
    close: (): void => [...entries.keys()].forEach(drop),
  }
}

/** Notes whether bytes came since the last look. Returns whether the connection must be made anew. */
async function look(entry: Entry, lost: () => void): Promise<boolean> {
  entry.quietLooks = (await entry.peer.hasCome()) ? 0 : entry.quietLooks + 1
  const { peer, quietLooks } = entry
  if (quietLooks % LOST_LOOKS === QUIET_LOOKS && peer.wasConnected()) peer.restart()
  if (quietLooks > 0 && quietLooks % LOST_LOOKS === 0) lost()
  // Two who are connected and send nothing are not stuck.
  return quietLooks % LOOKS_BETWEEN_RENEWALS === LOST_LOOKS && !peer.isConnected()
}
