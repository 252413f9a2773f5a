import * as v from 'valibot'
import { event, stateSlice, type Realm } from '../../../realm'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { legacy, modern, OFFLINE_AFTER_SECONDS, PING_INTERVAL_SECONDS, PRESENCE_STATUSES, type Presence } from './rules'
import { presencesFor } from './told'

const modernShape = v.strictObject({ active_timestamp: v.optional(v.number()), idle_timestamp: v.number() })
const legacyEntry = { client: v.string(), status: v.picklist(PRESENCE_STATUSES), timestamp: v.number() }
const websiteShape = v.strictObject({ ...legacyEntry, pushable: v.boolean() })
const legacyShape = v.strictObject({ aggregated: v.strictObject(legacyEntry), website: websiteShape })
export const presencesShape = v.record(v.string(), v.union([modernShape, legacyShape]))
export const legacyPresencesShape = v.record(v.string(), legacyShape)

/**
 * Somebody came. It is worth hearing at once or not at all: whoever misses it asks within a minute who is there, and is
 * told this too. So it is never written.
 */
export const cameOnline = event<{ user_id: number; server_timestamp: number; presence: Presence }>({
  type: 'presence',
  summary: 'A user came online. The event is not stored: a client that misses it asks for the presence of all users.',
  recipients: { can_see_user: true },
  dependsOn: ['slim_presence', 'simplified_presence_events'],
  keeps: 'presence',
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
    if (client.capabilities.simplified_presence_events) return { presences: { [user_id]: modern(presence) } }
    const { website } = legacy(presence)
    const { email } = maybeUser(realm, user_id)!
    return { user_id, ...(client.slim_presence ? {} : { email }), server_timestamp, presence: { website } }
  },
})

export const presenceSlice = stateSlice({
  fetchedFor: ['presence'],
  fields: { presences: presencesShape, presence_last_update_id: v.number(), server_timestamp: v.number() },
  read: (realm: Realm, actor: User, traits) => ({
    ...presencesFor(realm, actor, {
      last_update_id: traits.presence_last_update_id,
      history_limit_days: traits.presence_history_limit_days,
      slim_presence: traits.slim_presence,
    }),
    server_timestamp: realm.now(),
  }),
})

export const presencePeriodsSlice = stateSlice({
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
