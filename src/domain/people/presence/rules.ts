import { badRequest } from '../../../api/errors'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'

/** When a user was last active, and when they were last connected. The second time is never before the first. */
export type Presence = {
  active_timestamp: number | null // null: never active
  idle_timestamp: number
}

export const PRESENCE_STATUSES = ['active', 'idle'] as const
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number]

const invalidStatus = badRequest((f: { status: string }) => `Invalid status: ${f.status}`)
const botsHaveNoPresence = badRequest(() => 'Presence is not supported for bot users.')
const noPresenceData = badRequest((f: { user: string }) => `No presence data for ${f.user}`)
export const statusErrors = [invalidStatus]
export const presenceErrors = [botsHaveNoPresence, noPresenceData]

export const PING_INTERVAL_SECONDS = 60
export const OFFLINE_AFTER_SECONDS = 200
// A user with several open windows pings several times a minute.
const MIN_SECONDS_BETWEEN_CHANGES = 55
const NEW_AFTER_SECONDS = 130
const STILL_ACTIVE_SECONDS = 70
const HIDDEN_SINCE_SECONDS = OFFLINE_AFTER_SECONDS + 120
export const HISTORY_DAYS = 14
export const MAX_USERS_WITH_PRESENCE_EVENTS = 100
/** With more people, clients do not receive the presence of all users, but ask for that of the users whom they show. */
export const MAX_LISTED_PEOPLE = 3000
/** With so few people again, clients receive the presence of all users again. */
export const LISTED_AGAIN_PEOPLE = 2700
/** The users whose presence one request may ask for. */
export const MAX_REQUESTED_USERS = 500

/** Returns the status. Throws `invalidStatus`. */
export function requireStatus(text: string): PresenceStatus {
  const status = PRESENCE_STATUSES.find((name) => name === text)
  if (status === undefined) throw invalidStatus({ status: text })
  return status
}

/** Whether clients ask for presences by user in an organization with so many people. */
export const isByRequestWith = (people: number, isByRequest: boolean): boolean =>
  people > (isByRequest ? LISTED_AGAIN_PEOPLE : MAX_LISTED_PEOPLE)

/** Returns the presence after a ping, or undefined if the last change is so recent that nothing changes. */
export function presenceAfter(before: Presence | undefined, status: PresenceStatus, now: number): Presence | undefined {
  const isActive = status === 'active'
  if (before === undefined) return { active_timestamp: isActive ? now : null, idle_timestamp: now }
  const isOld = (time: number | null) => now - (time ?? -Infinity) > MIN_SECONDS_BETWEEN_CHANGES
  if (isActive && isOld(before.active_timestamp)) return { active_timestamp: now, idle_timestamp: now }
  return isOld(before.idle_timestamp) ? { ...before, idle_timestamp: now } : undefined
}

/** Whether the user comes online with this ping, after a time without activity. */
export const isArrival = (before: Presence | undefined, status: PresenceStatus, now: number): boolean =>
  status === 'active' && now - (before?.active_timestamp ?? -Infinity) > NEW_AFTER_SECONDS

/** Whether a realm of this size has presence events. In a larger one there would be too many; clients poll every minute anyway. */
export const hasPresenceEvents = (users: number): boolean => users <= MAX_USERS_WITH_PRESENCE_EVENTS

/** The presence of a user who hides it from now on: offline for some time, for all viewers. */
export const hiddenPresence = (now: number): Presence => ({
  active_timestamp: null,
  idle_timestamp: now - HIDDEN_SINCE_SECONDS,
})
/** The presence of a user who shows it from now on. */
export const currentPresence = (now: number): Presence => ({ active_timestamp: now, idle_timestamp: now })

export const isRecent = ({ idle_timestamp }: Presence, days: number, now: number): boolean =>
  idle_timestamp >= now - days * SECONDS_PER_DAY

/** Both times are always there: Zulip's phone app refuses the whole answer of `POST /register` if one is absent. */
export type ModernPresence = { active_timestamp: number; idle_timestamp: number }

/** Returns the modern form. A user who was never active counts as last active at `neverActive`, if that is not later. */
export const modernPresence = (
  { active_timestamp, idle_timestamp }: Presence,
  neverActive: number,
): ModernPresence => ({ active_timestamp: active_timestamp ?? Math.min(neverActive, idle_timestamp), idle_timestamp })

export const NO_UPDATE = -1

/** What a client asks for with a ping. */
export type PingRequest = {
  ping_only: boolean
  /** The newest change that the client has. -1 or 0: none. */
  last_update_id?: number
  parley_user_ids?: readonly number[]
}

/** Returns the answer for a client that asks for nothing. */
export const pingOnlyAnswer = ({ last_update_id = NO_UPDATE }: PingRequest) => ({
  presence_last_update_id: last_update_id,
  legacy_mirror_active: false,
})

// A gateway answers such requests too, and does not know when a user joined.
const NEVER_ACTIVE_BY_REQUEST = 0

/** Returns the presences of the users whom the client names, for a client that does not receive those of all users. */
export function answerByRequest(
  request: PingRequest,
  findPresence: (user_id: number) => Presence | undefined,
  now: number,
) {
  const presences: Record<string, ModernPresence> = {}
  for (const user_id of request.parley_user_ids ?? []) {
    const presence = findPresence(user_id)
    if (presence) presences[user_id] = modernPresence(presence, NEVER_ACTIVE_BY_REQUEST)
  }
  return { ...pingOnlyAnswer(request), presences, server_timestamp: now, parley_by_request: true }
}

type LegacyEntry = { client: string; status: PresenceStatus; timestamp: number }
export type LegacyPresence = { website: LegacyEntry & { pushable: boolean }; aggregated: LegacyEntry }

/** Returns the form for older clients, which have a status for each program of a user. Here all programs are one. */
export function legacyPresence({ active_timestamp, idle_timestamp }: Presence): LegacyPresence {
  const entry: LegacyEntry =
    active_timestamp !== null && active_timestamp + STILL_ACTIVE_SECONDS >= idle_timestamp
      ? { client: 'website', status: 'active', timestamp: active_timestamp }
      : { client: 'website', status: 'idle', timestamp: idle_timestamp }
  return { aggregated: entry, website: { ...entry, pushable: false } }
}

type UserStatus = { status: PresenceStatus | 'offline'; timestamp: number }
export type UserPresence = ModernPresence & Record<'aggregated' | 'website', UserStatus>

/** Returns the presence of a single user, in the modern form and in the one of older clients. Throws `botsHaveNoPresence` or `noPresenceData`. */
export function requireUserPresence(
  idOrEmail: string,
  { is_bot, date_joined }: { is_bot: boolean; date_joined: number },
  presence: Presence | undefined,
  now: number,
): UserPresence {
  if (is_bot) throw botsHaveNoPresence({})
  if (presence === undefined) throw noPresenceData({ user: idOrEmail })
  const { status, timestamp } = legacyPresence(presence).aggregated
  const isOffline = now - timestamp > OFFLINE_AFTER_SECONDS
  return {
    ...modernPresence(presence, date_joined),
    aggregated: { status: isOffline ? 'offline' : status, timestamp },
    website: { status, timestamp },
  }
}
