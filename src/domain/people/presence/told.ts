import type { Realm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { whomTheyKnow } from '../users/sight'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { HISTORY_DAYS, isWithin, legacy, modern, type LegacyPresence, type ModernPresence } from './rules'
import { allPresences } from './storage'

/** What a client wants to know of who is there. */
export type Wanted = {
  /** The newest change it has heard of. -1, or 0: everything. */
  last_update_id?: number
  history_limit_days?: number
  slim_presence: boolean
}

/** Keyed by id in the modern form, by API address in the older one. */
type Presences = Record<string, ModernPresence | LegacyPresence>
export type PresencesTold = { presences: Presences; presence_last_update_id: number }

const NOTHING = -1

/** Who was there lately, or whoever came or went since the client last asked. */
export function presencesFor(realm: Realm, viewer: User, wanted: Wanted): PresencesTold {
  const { last_update_id = NOTHING, history_limit_days = HISTORY_DAYS } = wanted
  const presences: Presences = {}
  let newest = last_update_id
  if (settingsOf(realm).presence_disabled) return { presences, presence_last_update_id: newest }
  const isModern = wanted.slim_presence || wanted.last_update_id !== undefined
  const isNews = last_update_id > 0
  const knows = whomTheyKnow(realm, viewer)
  for (const [user_id, presence] of allPresences(realm)) {
    if (isNews ? presence.update_id <= last_update_id : !isWithin(presence, history_limit_days, realm.now())) continue
    const user = maybeUser(realm, user_id)
    if (user === undefined || !knows(user)) continue
    if (isModern) presences[user_id] = modern(presence)
    else presences[user.email] = legacy(presence)
    newest = Math.max(newest, presence.update_id)
  }
  return { presences, presence_last_update_id: newest }
}
