import * as v from 'valibot'
import { optional, optionalEach, shortText } from '../../../api/params'
import { mapTable } from '../../../api/table'
import { endpoint } from '../../../edge'
import { candidateErrors } from '../../people/groups/candidates'
import { groupNotAllowed, groupSettingChange, oldValueDiffers } from '../../people/groups/group-setting'
import { administrators, mustBeOwner } from '../../people/users/callers'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import { groupSetting, realmPermissions } from '../../realm/settings/permissions'
import { changeableSettings } from '../../realm/settings/settings'
import { changeRealm, mustBeDemo } from './change-settings'
import { realmSettingErrors } from './settings-rules'

const permissionChanges = mapTable(realmPermissions, () => optional(groupSettingChange))

export const updateRealm = endpoint.decision({
  route: 'PATCH /realm',
  summary: "Change the organization's settings, and who may do what in it.",
  caller: administrators,
  params: { string_id: optional(shortText()), ...optionalEach(changeableSettings), ...permissionChanges },
  returns: {
    ...mapTable(changeableSettings, ({ schema }) => v.optional<v.GenericSchema>(schema)),
    ...mapTable(realmPermissions, () => v.optional(groupSetting)),
  },
  errors: [
    mustBeOwner,
    ...realmSettingErrors,
    ...candidateErrors,
    groupNotAllowed,
    oldValueDiffers,
    mustBeDemo,
    markdownTooLarge,
  ],
  decide: changeRealm,
})
