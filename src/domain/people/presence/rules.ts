import { badRequest, type ApiError } from '../../../api/errors'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'

/** When somebody was last there: looking, and at least connected. The second is never before the first. */
export type Presence = {
  active_timestamp: number | null // null: never seen to look
  idle_timestamp: number
}

export const PRESENCE_STATUSES = ['active', 'idle'] as const
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number]

const invalidStatus = badRequest((f: { status: string }) => `Invalid status: ${f.status}`)
const botsHaveNoPresence = badRequest(() => 'Presence is not supported for bot users.')
const noPresenceData = badRequest((f: { asked: string }) => `No presence data for ${f.asked}`)
export const statusErrors = [invalidStatus]
export const presenceErrors = [botsHaveNoPresence, noPresenceData]

export const PING_INTERVAL_SECONDS = 60
export const OFFLINE_AFTER_SECONDS = 200
// Somebody with several windows open says so several times a minute.
const LEAST_SECONDS_BETWEEN_CHANGES = 55
const NEW_AFTER_SECONDS = 130
const STILL_ACTIVE_SECONDS = 70
const HIDDEN_SINCE_SECONDS = OFFLINE_AFTER_SECONDS + 120
export const HISTORY_DAYS = 14
const MOST_PEOPLE_TOLD = 100

export function statusMeant(status: string): PresenceStatus | ApiError {
  return PRESENCE_STATUSES.find((each) => each === status) ?? invalidStatus({ status })
}

/** What a ping makes of it; undefined where it is too soon for that to be another. */
export function presenceAfter(before: Presence | undefined, status: PresenceStatus, now: number): Presence | undefined {
  const isActive = status === 'active'
  if (before === undefined) return { active_timestamp: isActive ? now : null, idle_timestamp: now }
  const isOver = (then: number | null) => now - (then ?? -Infinity) > LEAST_SECONDS_BETWEEN_CHANGES
  if (isActive && isOver(before.active_timestamp)) return { active_timestamp: now, idle_timestamp: now }
  return isOver(before.idle_timestamp) ? { ...before, idle_timestamp: now } : undefined
}

/** Has somebody come, whom nobody has seen for a while? That is news; that they are still there is not. */
export const isArrival = (before: Presence | undefined, status: PresenceStatus, now: number): boolean =>
  status === 'active' && now - (before?.active_timestamp ?? -Infinity) > NEW_AFTER_SECONDS

/** In a large realm somebody always comes. Clients ask every minute anyway. */
export const isWorthTelling = (people: number): boolean => people <= MOST_PEOPLE_TOLD

/** Whoever wants to be seen no more was last seen some while ago, and for everyone to see. */
export const hidden = (now: number): Presence => ({
  active_timestamp: null,
  idle_timestamp: now - HIDDEN_SINCE_SECONDS,
})
export const shownAnew = (now: number): Presence => ({ active_timestamp: now, idle_timestamp: now })

export const isWithin = ({ idle_timestamp }: Presence, days: number, now: number): boolean =>
  idle_timestamp >= now - days * SECONDS_PER_DAY

export type ModernPresence = { active_timestamp?: number; idle_timestamp: number }

export const modern = ({ active_timestamp, idle_timestamp }: Presence): ModernPresence =>
  active_timestamp === null ? { idle_timestamp } : { active_timestamp, idle_timestamp }

type LegacyEntry = { client: string; status: PresenceStatus; timestamp: number }
export type LegacyPresence = { website: LegacyEntry & { pushable: boolean }; aggregated: LegacyEntry }

/** As clients know it that think of one status in each of several programs. All of them are one here. */
export function legacy({ active_timestamp, idle_timestamp }: Presence): LegacyPresence {
  const entry: LegacyEntry =
    active_timestamp !== null && active_timestamp + STILL_ACTIVE_SECONDS >= idle_timestamp
      ? { client: 'website', status: 'active', timestamp: active_timestamp }
      : { client: 'website', status: 'idle', timestamp: idle_timestamp }
  return { aggregated: entry, website: { ...entry, pushable: false } }
}

export type PresenceOfOne = Record<'aggregated' | 'website', { status: PresenceStatus | 'offline'; timestamp: number }>

/** One person's, to whoever asks for it by itself. */
export function presenceOfOne(
  asked: string,
  { is_bot }: { is_bot: boolean },
  presence: Presence | undefined,
  now: number,
): PresenceOfOne | ApiError {
  if (is_bot) return botsHaveNoPresence({})
  if (presence === undefined) return noPresenceData({ asked })
  const { status, timestamp } = legacy(presence).aggregated
  const isGone = now - timestamp > OFFLINE_AFTER_SECONDS
  return { aggregated: { status: isGone ? 'offline' : status, timestamp }, website: { status, timestamp } }
}
