import * as v from 'valibot'
import { named } from '../../../api/named'
import { event, stateSlice } from '../../../realm'
import { EMOJI_TYPES } from '../../customization/emoji/rules'
import { usersWithHiddenPresence } from '../../people/user-settings/storage'
import { isLimited, visibilityFilter } from '../../people/users/visible-users'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { NO_STATUS, visibleStatus, type StatusFields } from './rules'
import { allStatuses } from './storage'

const statusFields = {
  away: v.optional(v.boolean()),
  status_text: v.optional(v.string()),
  emoji_name: v.optional(v.string()),
  emoji_code: v.optional(v.string()),
  reaction_type: v.optional(v.picklist(EMOJI_TYPES)),
}

export const statusShape = named('UserStatus', v.strictObject(statusFields))

export const userStatusChanged = event<StatusFields & { user_id: number }>({
  type: 'user_status',
  summary: 'The status of a user changed. Properties that did not change are absent.',
  recipients: { can_see_user: true, users: 'the users who can see the user from now on' },
  updates: 'user_status',
  fields: { user_id: v.number(), ...statusFields },
})

export const userStatusState = stateSlice({
  fetchedFor: ['user_status'],
  fields: { user_status: v.record(v.string(), statusShape) },
  read: (realm, actor: User) => {
    const isVisible = visibilityFilter(realm, actor)
    const statuses = allStatuses(realm)
    const away = new Set(usersWithHiddenPresence(realm))
    const ids = [...new Set([...statuses.keys(), ...away])]
    const visibleIds = isLimited(realm, actor) ? ids.filter((id) => isVisible(findUser(realm, id)!)) : ids
    const entries = visibleIds.map((id) => [id, visibleStatus(statuses.get(id) ?? NO_STATUS, away.has(id))])
    return { user_status: Object.fromEntries(entries) }
  },
})
