import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import { EMOJI_TYPES } from '../../customization/emoji/rules'
import { peopleAway } from '../../people/user-settings/storage'
import { whomTheyKnow } from '../../people/users/sight'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { NO_STATUS, statusShown, type ToldStatus } from './rules'
import { allStatuses } from './storage'

const statusFields = {
  away: v.optional(v.boolean()),
  status_text: v.optional(v.string()),
  emoji_name: v.optional(v.string()),
  emoji_code: v.optional(v.string()),
  reaction_type: v.optional(v.picklist(EMOJI_TYPES)),
}

export const statusShape = v.strictObject(statusFields)

export const userStatusChanged = event<ToldStatus & { user_id: number }>({
  type: 'user_status',
  summary: 'The status of a user changed. Properties that did not change are absent.',
  recipients: { can_see_user: true, users: 'the users who can see the user from now on' },
  keeps: 'user_status',
  fields: { user_id: v.number(), ...statusFields },
})

export const userStatusSlice = stateSlice({
  fetchedFor: ['user_status'],
  fields: { user_status: v.record(v.string(), statusShape) },
  read: (realm, actor: User) => {
    const { sql } = realm
    const knows = whomTheyKnow(realm, actor)
    const statuses = allStatuses(sql)
    const away = new Set(peopleAway(sql))
    const ids = new Set([...statuses.keys(), ...away])
    const known = [...ids].filter((id) => knows(maybeUser(realm, id)!))
    const shown = known.map((id) => [id, statusShown(statuses.get(id) ?? NO_STATUS, away.has(id))])
    return { user_status: Object.fromEntries(shown) }
  },
})
