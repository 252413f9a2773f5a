import * as v from 'valibot'
import { oneOf, optional, optionalParams, shortText } from '../../../api/params'
import { mapTable } from '../../../api/table'
import { endpoint } from '../../../edge'
import {
  groupNotAllowed,
  groupSettingChange,
  oldValueDiffers,
  systemGroupRequired,
} from '../../people/groups/group-setting'
import { administrators, mustBeOwner } from '../../people/users/callers'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import { groupSetting, realmPermissions } from '../../realm/settings/permissions'
import { changeableSettings } from '../../realm/settings/settings'
import { lastWayToLogIn } from '../../login/providers/ways-to-log-in'
import { memberErrors } from '../../people/groups/access'
import { updateRealmSettings, mustBeDemo, ownFactorNeeded } from './actions'
import { realmSettingErrors } from './rules'

const permissionChanges = mapTable(realmPermissions, () => optional(groupSettingChange))

export const updateRealm = endpoint.decision({
  route: 'PATCH /realm',
  summary: 'Change the settings and permissions of the organization.',
  caller: administrators,
  params: {
    string_id: optional(shortText()),
    ...optionalParams(changeableSettings),
    giphy_rating: optional(oneOf([0, 1, 2, 3, 4, 5])),
    ...permissionChanges,
  },
  returns: {
    ...mapTable(changeableSettings, ({ schema }) => v.optional<v.GenericSchema>(schema)),
    ...mapTable(realmPermissions, () => v.optional(groupSetting)),
  },
  errors: [
    mustBeOwner,
    ...realmSettingErrors,
    lastWayToLogIn,
    ...memberErrors,
    groupNotAllowed,
    systemGroupRequired,
    oldValueDiffers,
    mustBeDemo,
    ownFactorNeeded,
    markdownTooLarge,
  ],
  // Clients before level 453 know the older setting, whose ratings are one higher.
  decide: (realm, actor, { giphy_rating, ...update }) =>
    updateRealmSettings(realm, actor, {
      ...update,
      ...(giphy_rating === undefined ? {} : { gif_rating_policy: Math.max(0, giphy_rating - 1) }),
    }),
})
