import * as v from 'valibot'
import { named } from '../../../api/named'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { findUser } from '../users/storage'
import type { User } from '../users/user'
import {
  legacyPresence,
  modernPresence,
  OFFLINE_AFTER_SECONDS,
  PING_INTERVAL_SECONDS,
  PRESENCE_STATUSES,
  type Presence,
} from './rules'
import { visiblePresences } from './visible-presences'

const modernShape = named('Presence', v.strictObject({ active_timestamp: v.number(), idle_timestamp: v.number() }))
const legacyEntry = { client: v.string(), status: v.picklist(PRESENCE_STATUSES), timestamp: v.number() }
const websiteShape = v.strictObject({ ...legacyEntry, pushable: v.boolean() })
const legacyShape = named(
  'LegacyPresence',
  v.strictObject({ aggregated: v.strictObject(legacyEntry), website: websiteShape }),
)
export const presencesShape = v.record(v.string(), v.union([modernShape, legacyShape]))
export const legacyPresencesShape = v.record(v.string(), legacyShape)

/**
 * A user came online. The event is ephemeral: a client that misses it requests the presence of all users within a minute, and
 * finds this change.
 */
export const userCameOnline = event<{ user_id: number; server_timestamp: number; presence: Presence }>({
  type: 'presence',
  summary: 'A user came online. The event is not stored: a client that misses it asks for the presence of all users.',
  recipients: { can_see_user: true },
  dependsOn: ['slim_presence', 'simplified_presence_events'],
  updates: 'presence',
  isEphemeral: true,
  fields: {
    presences: v.optional(v.record(v.string(), modernShape)),
    user_id: v.optional(v.number()),
    email: v.optional(v.string()),
    server_timestamp: v.optional(v.number()),
    presence: v.optional(v.strictObject({ website: websiteShape })),
  },
  variant: (_, __, { client }) =>
    client.capabilities.simplified_presence_events ? 'simplified' : String(client.slim_presence),
  encode: (realm, { user_id, server_timestamp, presence }, { client }) => {
    const { email, date_joined } = findUser(realm, user_id)!
    if (client.capabilities.simplified_presence_events)
      return { presences: { [user_id]: modernPresence(presence, date_joined) } }
    const { website } = legacyPresence(presence)
    return { user_id, ...(client.slim_presence ? {} : { email }), server_timestamp, presence: { website } }
  },
  repeats: () => ({ group: '' }),
})

export const presenceState = stateSlice({
  fetchedFor: ['presence'],
  fields: { presences: presencesShape, presence_last_update_id: v.number(), server_timestamp: v.number() },
  read: (realm: ReadOnlyRealm, actor: User, client) => ({
    ...visiblePresences(realm, actor, {
      last_update_id: client.presence_last_update_id,
      history_limit_days: client.presence_history_limit_days,
      slim_presence: client.slim_presence,
    }),
    server_timestamp: realm.now(),
  }),
})

export const presencePeriodsState = stateSlice({
  fetchedFor: ['realm'],
  fields: {
    server_presence_ping_interval_seconds: v.number(),
    server_presence_offline_threshold_seconds: v.number(),
  },
  read: () => ({
    server_presence_ping_interval_seconds: PING_INTERVAL_SECONDS,
    server_presence_offline_threshold_seconds: OFFLINE_AFTER_SECONDS,
  }),
})
