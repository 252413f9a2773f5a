import { keysOf } from '../../../api/table'
import type { Realm } from '../../../realm'
import { channelPermissions, type ChannelPermission } from '../../channels/channels/permissions'
import { normalGroupSetting } from '../../people/groups/group-setting'
import type { GroupSetting } from '../../realm/settings/permissions'

/** Of all that was asked for a new channel, the permissions, in the form in which they are kept. */
export function chosenPermissions(
  realm: Realm,
  asked: Partial<Record<ChannelPermission, GroupSetting | undefined>>,
): Partial<Record<ChannelPermission, GroupSetting>> {
  const chosen: Partial<Record<ChannelPermission, GroupSetting>> = {}
  for (const name of keysOf(channelPermissions)) {
    const wanted = asked[name]
    if (wanted !== undefined)
      chosen[name] = normalGroupSetting(realm, { setting_name: name, rules: channelPermissions[name] }, wanted)
  }
  return chosen
}
