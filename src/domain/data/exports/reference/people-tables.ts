import { allEntries } from '../../../accounts/bots/storage'
import { alertWordsOf } from '../../../people/alert-words/storage'
import { allBots, botOf } from '../../../people/bots/storage'
import { mutedBy } from '../../../people/muted-users/storage'
import { realmDefaultsOf, userSettingsOf } from '../../../people/user-settings/storage'
import { allUsers } from '../../../people/users/storage'
import { OUTGOING_WEBHOOK, type User } from '../../../people/users/user'
import { navigationViewsOf } from '../../../personal/navigation-views/storage'
import { savedSnippetsOf } from '../../../personal/saved-snippets/storage'
import { allStatuses } from '../../../personal/user-status/storage'
import type { Scope } from '../scope'
import { CLIENT, personalRecipient, REALM } from './ids'
import { withoutOwn } from './settings'
import { numbered, rowsOfItems, table, type ReferenceTable, type RowSource } from './table'

const userId = ({ user_id }: User) => user_id

const isDummy = (scope: Scope, user: User) => !user.is_bot && !scope.hasEmail(user)

const users = (isIncluded: (scope: Scope, user: User) => boolean, rowOf: (scope: Scope, user: User) => object) =>
  rowsOfItems(
    ({ realm }) => allUsers(realm),
    userId,
    (scope, user) => (isIncluded(scope, user) ? [{ ...rowOf(scope, user) }] : []),
  )

/** Rows of private data, of the users who consented. */
const ofConsenting = (rowsOf: (scope: Scope, user_id: number) => Record<string, unknown>[]): RowSource =>
  rowsOfItems(
    ({ consentingIds }) => consentingIds,
    (user_id) => user_id,
    (scope, user_id) => numbered(user_id, rowsOf(scope, user_id)),
  )

/** The values of custom profile fields, which all users see. */
const profileValues: RowSource = rowsOfItems(
  ({ realm }) => allUsers(realm),
  userId,
  (_, { user_id, profile_data }) =>
    numbered(
      user_id,
      Object.entries(profile_data).map(([field, { value, rendered_value }]) => ({
        user_profile: user_id,
        field: Number(field),
        value,
        rendered_value: rendered_value ?? null,
      })),
    ),
)

/** The bots of every server have the address of the vendor there. */
const systemEmail = ({ delivery_email }: User) => `${delivery_email.split('@')[0]}@zulip.com`

export const peopleTables: readonly ReferenceTable[] = [
  table(
    'zerver_userprofile',
    users((scope, user) => !user.is_system_bot && !isDummy(scope, user), profile),
  ),
  // The address of these users is not in the export, so they cannot log in to another server.
  table('zerver_userprofile_mirrordummy', users(isDummy, profile)),
  table(
    'zerver_userprofile_crossrealm',
    users(
      (_, user) => user.is_system_bot,
      (_, user) => ({
        id: user.user_id,
        email: systemEmail(user),
        recipient_id: personalRecipient(user.user_id),
      }),
    ),
  ),
  table('zerver_customprofilefieldvalue', profileValues),
  table(
    'zerver_userstatus',
    rowsOfItems(
      ({ realm }) => [...allStatuses(realm)].toSorted(([a], [b]) => a - b),
      ([user_id]) => user_id,
      ({ dataExport }, [user_id, status]) => [
        { id: user_id, user_profile: user_id, ...status, timestamp: dataExport.export_time, client: CLIENT },
      ],
    ),
  ),
  table(
    'zerver_service',
    rowsOfItems(
      ({ realm }) => allBots(realm).filter(({ bot_type }) => bot_type === OUTGOING_WEBHOOK),
      userId,
      ({ realm }, { user_id, full_name }) => {
        const { payload_url, interface: form, service_name } = botOf(realm, user_id)
        const base_url = URL.canParse(payload_url) ? new URL(payload_url).origin : ''
        return [{ id: user_id, name: service_name || full_name, user_profile: user_id, base_url, interface: form }]
      },
    ),
  ),
  table(
    'zerver_botstoragedata',
    rowsOfItems(
      (scope) =>
        allBots(scope.realm).filter(({ bot_owner_id }) => bot_owner_id !== null && scope.hasDataOf(bot_owner_id)),
      userId,
      ({ realm }, { user_id }) =>
        numbered(
          user_id,
          allEntries(realm.sql, user_id).rows.map(({ entry_key, value }) => ({
            bot_profile: user_id,
            key: entry_key,
            value,
          })),
        ),
    ),
  ),
  table(
    'zerver_alertword',
    ofConsenting(({ realm }, user_id) =>
      alertWordsOf(realm.sql, user_id).map((word) => ({ realm: REALM, user_profile: user_id, word })),
    ),
  ),
  table(
    'zerver_muteduser',
    ofConsenting(({ realm }, user_id) =>
      mutedBy(realm.sql, user_id).map(({ muted_user_id, muted_at }) => ({
        user_profile: user_id,
        muted_user: muted_user_id,
        date_muted: muted_at,
      })),
    ),
  ),
  table(
    'zerver_savedsnippet',
    ofConsenting(({ realm }, user_id) =>
      savedSnippetsOf(realm.sql, user_id).map(({ id: _, ...snippet }) => ({
        realm: REALM,
        user_profile: user_id,
        ...snippet,
      })),
    ),
  ),
  table(
    'zerver_navigationview',
    ofConsenting(({ realm }, user_id) =>
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
  return {
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
}
