/**
 * How far one listener that stays has come. It is told at most a window beyond what it has acknowledged; then nothing
 * more until it says that it is ready, and the rest is read from the log. So whoever reads slowly, or not at all, costs a
 * window and never more. All of this travels with the socket, as the object may sleep in between.
 */
export type Flow = {
  way: StayingWay
  vendor: string // whose names this listener gets (vendor-names.ts)
  sent: number // all up to this event was told, or was not for this queue
  told: [last_event_id: number, characters: number][] // what is not acknowledged, in a few lots; ids of events told
  told_since: number | null // when the oldest of that was told
  heard_at: number // when this listener last said anything, as far as the realm was woken by it
  behind_since: number | null // told nothing more since then
}

/** A WebSocket talks back. What the edge makes an event stream of cannot: it ends after a window, and is asked for anew. */
export type StayingWay = 'socket' | 'stream'

export const WINDOW_CHARACTERS = 1_000_000
const LOTS_PER_WINDOW = 16
/** Whoever is behind for longer when there is news is hung up on: it may come back when it has caught its breath. */
const PATIENCE_SECONDS = 60
/** What is not acknowledged is kept in the log for everyone, and not for ever. */
const ACKNOWLEDGED_WITHIN_SECONDS = 900
/** A client says `ping` more often than this, or something went wrong that nobody noticed. */
const SILENCE_SECONDS = 300

type Told = { last: number; upTo: number }

/** How a listener that stays is told. */
export type Manner = Pick<Flow, 'way' | 'vendor'>

export const newFlow = (manner: Manner, sent: number, now: number): Flow => ({
  ...manner,
  sent,
  told: [],
  told_since: null,
  heard_at: now,
  behind_since: null,
})

/** The client was told events, `last` being the last of them; up to `upTo` there are no others. */
export function afterTelling(flow: Flow, { last, upTo }: Told, characters: number, now: number): Flow {
  const lot = flow.told.at(-1)
  const fits = lot !== undefined && lot[1] < WINDOW_CHARACTERS / LOTS_PER_WINDOW
  const told: Flow['told'] = fits
    ? [...flow.told.slice(0, -1), [last, lot[1] + characters]]
    : [...flow.told, [last, characters]]
  const isFull = told.reduce((sum, [, each]) => sum + each, 0) >= WINDOW_CHARACTERS
  const told_since = flow.told_since ?? now
  return { ...flow, sent: upTo, told, told_since, behind_since: isFull ? (flow.behind_since ?? now) : null }
}

/** Only what comes after this is in the way of more. */
export function afterAcknowledging(flow: Flow, id: number, now: number): Flow {
  const told = flow.told.filter(([last]) => last > id)
  const isFull = told.reduce((sum, [, each]) => sum + each, 0) >= WINDOW_CHARACTERS
  const told_since = told.length > 0 ? now : null
  return { ...flow, told, told_since, heard_at: now, behind_since: isFull ? flow.behind_since : null }
}

export const isTooSlow = (flow: Flow, now: number) =>
  flow.behind_since !== null && now - flow.behind_since > PATIENCE_SECONDS

export const keepsTheLogWaiting = ({ told_since }: Flow, now: number) =>
  told_since !== null && now - told_since > ACKNOWLEDGED_WITHIN_SECONDS

/** Streams are the edge's own, which notices when nobody reads them. */
export const isSilent = (flow: Flow, pinged_at: number, now: number) =>
  flow.way === 'socket' && now - Math.max(flow.heard_at, pinged_at) > SILENCE_SECONDS
