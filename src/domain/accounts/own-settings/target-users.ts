import * as v from 'valibot'
import { badRequest } from '../../../api/errors'
import { boolean, ids, optional } from '../../../api/params'
import { keysOf } from '../../../api/table'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { getGroup } from '../../people/groups/access'
import { peopleWithin } from '../../people/groups/storage'
import type { UserSettings } from '../../people/user-settings/settings'
import { ownEditsOf } from '../../people/user-settings/storage'
import { mustBeAdministrator } from '../../people/users/callers'
import { isAdministrator, noSuchUser } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { MAX_GROUPS_AT_ONCE, MAX_USERS_AT_ONCE } from '../../realm/settings/limits'
import { applySettings, type OwnChanges } from './actions'

export const noTargets = badRequest(() => 'Either user_ids or group_ids must be provided.')
export const onlyForOneself = badRequest(() => 'Cannot change this setting for other users.')
export const tooManyTargets = badRequest(() => `At most ${MAX_USERS_AT_ONCE} users at once`)
/** Each change of a setting of a user is some rows and an event. */
const MAX_CHANGES_AT_ONCE = 1000
export const tooManyChanges = badRequest(
  () => `At most ${MAX_CHANGES_AT_ONCE} changes at once: users multiplied by settings`,
)
export const targetErrors = [noTargets, onlyForOneself, tooManyTargets, tooManyChanges, mustBeAdministrator, noSuchUser]

/** The users whose settings an administrator changes. `skip_if_already_edited`: not what they changed themselves. */
export const targetUsers = v.object({
  user_ids: optional(ids(MAX_USERS_AT_ONCE)),
  group_ids: optional(ids(MAX_GROUPS_AT_ONCE)),
  skip_if_already_edited: boolean(),
})
type TargetUsers = v.InferOutput<typeof targetUsers>

/** What decides how safe an account is, or what others see of its user. */
const FOR_ONESELF: readonly (keyof OwnChanges)[] = [
  'full_name',
  'email',
  'timezone',
  'allow_private_data_export',
  'email_address_visibility',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'presence_enabled',
  'send_private_typing_notifications',
  'send_read_receipts',
  'send_stream_typing_notifications',
]

/** Changes settings of other users, with the same consequences as if they did it. Throws an error of `targetErrors`. */
export function changeSettingsOf(realm: Realm, actor: User, targets: TargetUsers, changes: OwnChanges): void {
  if (!isAdministrator(actor)) throw mustBeAdministrator({})
  if (FOR_ONESELF.some((name) => changes[name] !== undefined)) throw onlyForOneself({})
  const users = usersIn(realm, targets)
  const { full_name: _, email: __, ...settings } = changes
  const count = keysOf(settings).filter((name) => settings[name] !== undefined).length
  if (users.size * count > MAX_CHANGES_AT_ONCE) throw tooManyChanges({})
  const edits = targets.skip_if_already_edited
    ? ownEditsOf(realm.sql, [...users.keys()])
    : new Map<number, Set<string>>()
  for (const [user_id, user] of users) applySettings(realm, user, without(settings, edits.get(user_id)))
}

function usersIn(realm: ReadOnlyRealm, { user_ids, group_ids }: TargetUsers): Map<number, User> {
  if (user_ids === undefined && group_ids === undefined) throw noTargets({})
  const named = (user_ids ?? []).map((id) => {
    const user = findUser(realm, id)
    if (user === undefined || user.is_bot) throw noSuchUser({})
    return user
  })
  const groups = (group_ids ?? []).map((id) => getGroup(realm, id).id)
  const users = new Map([...named, ...peopleWithin(realm, groups)].map((user) => [user.user_id, user]))
  if (users.size > MAX_USERS_AT_ONCE) throw tooManyTargets({})
  return users
}

const without = (settings: Partial<UserSettings>, names: ReadonlySet<string> | undefined): Partial<UserSettings> =>
  names === undefined
    ? settings
    : Object.fromEntries(keysOf(settings).flatMap((name) => (names.has(name) ? [] : [[name, settings[name]]])))
