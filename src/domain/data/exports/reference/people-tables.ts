import { alertWordsOf } from '../../../people/alert-words/storage'
import { botOf } from '../../../people/bots/storage'
import { mutedBy } from '../../../people/muted-users/storage'
import { realmDefaultsOf, userSettingsOf } from '../../../people/user-settings/storage'
import { OUTGOING_WEBHOOK, type User } from '../../../people/users/user'
import { navigationViewsOf } from '../../../personal/navigation-views/storage'
import { savedSnippetsOf } from '../../../personal/saved-snippets/storage'
import type { Status } from '../../../personal/user-status/rules'
import { allStatuses } from '../../../personal/user-status/storage'
import type { Scope } from '../scope'
import { bots, consentingUsers, storageIn, users, withoutCredentials, type Walk } from '../walks'
import { CLIENT, personalRecipient, REALM } from './ids'
import { withoutOwn } from './settings'
import { numberedRowsOf, rowsOf, table, type ReferenceTable } from './table'

const isDummy = (scope: Scope, user: User) => !user.is_bot && !scope.hasEmail(user)

const usersWith = (isIncluded: (scope: Scope, user: User) => boolean): Walk<User> => ({
  ...users,
  list: (scope) => users.list(scope).filter((user) => isIncluded(scope, user)),
})

const statuses: Walk<[number, Status]> = {
  list: ({ realm }) => [...allStatuses(realm)].toSorted(([a], [b]) => a - b),
  idOf: ([user_id]) => user_id,
}

/** The bots of every server have the address of the vendor there. */
const systemEmail = ({ delivery_email }: User) => `${delivery_email.split('@')[0]}@zulip.com`

export const peopleTables: readonly ReferenceTable[] = [
  table(
    'zerver_userprofile',
    rowsOf(
      usersWith((scope, user) => !user.is_system_bot && !isDummy(scope, user)),
      profile,
    ),
  ),
  // The address of these users is not in the export, so they cannot log in to another server.
  table('zerver_userprofile_mirrordummy', rowsOf(usersWith(isDummy), profile)),
  table(
    'zerver_userprofile_crossrealm',
    rowsOf(
      usersWith((_, user) => user.is_system_bot),
      (_, user) => [{ id: user.user_id, email: systemEmail(user), recipient_id: personalRecipient(user.user_id) }],
    ),
  ),
  // All users see the values of custom profile fields.
  table(
    'zerver_customprofilefieldvalue',
    numberedRowsOf(users, (_, { user_id, profile_data }) =>
      Object.entries(profile_data).map(([field, { value, rendered_value }]) => ({
        user_profile: user_id,
        field: Number(field),
        value,
        rendered_value: rendered_value ?? null,
      })),
    ),
  ),
  table(
    'zerver_userstatus',
    rowsOf(statuses, ({ dataExport }, [user_id, status]) => [
      { id: user_id, user_profile: user_id, ...status, timestamp: dataExport.export_time, client: CLIENT },
    ]),
  ),
  table(
    'zerver_service',
    rowsOf(
      usersWith((_, { bot_type }) => bot_type === OUTGOING_WEBHOOK),
      ({ realm }, { user_id, full_name }) => {
        const { payload_url, interface: form, service_name } = botOf(realm, user_id)
        const base_url = withoutCredentials(payload_url)
        return [{ id: user_id, name: service_name || full_name, user_profile: user_id, base_url, interface: form }]
      },
    ),
  ),
  table(
    'zerver_botstoragedata',
    numberedRowsOf(bots, (scope, bot) =>
      (storageIn(scope, bot) ?? []).map(({ entry_key, value }) => ({
        bot_profile: bot.user_id,
        key: entry_key,
        value,
      })),
    ),
  ),
  table(
    'zerver_alertword',
    numberedRowsOf(consentingUsers, ({ realm }, user_id) =>
      alertWordsOf(realm.sql, user_id).map((word) => ({ realm: REALM, user_profile: user_id, word })),
    ),
  ),
  table(
    'zerver_muteduser',
    numberedRowsOf(consentingUsers, ({ realm }, user_id) =>
      mutedBy(realm.sql, user_id).map(({ muted_user_id, muted_at }) => ({
        user_profile: user_id,
        muted_user: muted_user_id,
        date_muted: muted_at,
      })),
    ),
  ),
  table(
    'zerver_savedsnippet',
    numberedRowsOf(consentingUsers, ({ realm }, user_id) =>
      savedSnippetsOf(realm.sql, user_id).map(({ id: _, ...snippet }) => ({
        realm: REALM,
        user_profile: user_id,
        ...snippet,
      })),
    ),
  ),
  table(
    'zerver_navigationview',
    numberedRowsOf(consentingUsers, ({ realm }, user_id) =>
      navigationViewsOf(realm.sql, user_id).map((view) => ({ user: user_id, ...view })),
    ),
  ),
]

function profile(scope: Scope, user: User) {
  const { realm } = scope
  const { user_id, full_name, role, date_joined, bot_type, bot_owner_id, avatar_source, avatar_version, timezone } =
    user
  const isKnown = scope.hasEmail(user) || user.is_bot
  const settings = scope.hasDataOf(user_id) ? userSettingsOf(realm, user) : realmDefaultsOf(realm.sql)
  const row = {
    id: user_id,
    delivery_email: isKnown ? user.delivery_email : user.email,
    email: user.email,
    realm: REALM,
    recipient: personalRecipient(user_id),
    full_name,
    date_joined,
    role,
    is_active: user.is_active && isKnown,
    is_mirror_dummy: !isKnown,
    is_bot: user.is_bot,
    bot_type,
    bot_owner: bot_owner_id,
    timezone,
    avatar_source,
    avatar_version,
    email_address_visibility: user.email_address_visibility,
    ...withoutOwn({ ...settings }),
  }
  return [row]
}
