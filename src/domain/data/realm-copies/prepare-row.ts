import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { mapTable } from '../../../api/table'
import type { Realm } from '../../../realm'
import { channelPermissions } from '../../channels/channels/permissions'
import { sixDigitColor } from '../../channels/subscriptions/rules'
import { actionsShape, triggerShape } from '../../integrations/automations/automation'
import { groupPermissions } from '../../people/groups/permissions'
import { realmDefaultsOf } from '../../people/user-settings/storage'
import { avatarHash } from '../../people/users/avatar'
import { emailKey } from '../../people/users/storage'
import { ADMINISTRATOR, MEMBER, OWNER, ROLES } from '../../people/users/user'
import { defaultGroupSetting, groupSetting, type PermissionRules } from '../../realm/settings/permissions'
import { realmRow } from '../../realm/settings/storage'
import type { CopiedTableName } from '../realm-tables/tables'
import { withRenderedContent } from './import-scheduled'
import { fittingRow, givenProfile, isTime } from './row-shapes'
import type { StoredImport } from './import-storage'
import type { CopiedRow } from './rows'

type Prepare = (realm: Realm, row: CopiedRow, begun: StoredImport) => CopiedRow

/** Returns a row as this realm stores it. A copy of another server's export leaves columns with initial values to this server. */
export const prepareRow = (table: CopiedTableName, realm: Realm, row: CopiedRow, begun: StoredImport): CopiedRow =>
  fittingRow(table, PREPARE[table]?.(realm, row, begun) ?? row)

const PREPARE: Partial<Record<CopiedTableName, Prepare>> = {
  // Each event reads all automations, so one that cannot be read must not be among them.
  automations: (_, row) => ({
    ...row,
    trigger: readable(triggerShape, row.trigger),
    actions: readable(actionsShape, row.actions),
  }),
  channels: (_, row) => ({ ...row, permissions: allPermissions(channelPermissions, row) }),
  user_groups: (_, row) => ({ ...row, permissions: allPermissions(groupPermissions, row) }),
  scheduled_messages: withRenderedContent,
  subscriptions: (_, row) => ({ ...row, color: sixDigitColor(String(row.color)) }),
  users: (realm, row, begun) => {
    const given = String(row.delivery_email)
    // The server finds its own bots by their addresses at the host of the realm.
    const delivery_email = row.is_system_bot === 1 ? `${given.split('@')[0]}@${realmRow(realm).host}` : given
    return {
      ...initialUser(realm, delivery_email),
      ...row,
      delivery_email,
      delivery_email_key: emailKey(delivery_email),
      profile_data: profileDataIn(row),
      standing: isOwnerHere(begun, delivery_email) ? 'claimed' : (row.standing ?? 'claimed'),
      date_joined: isTime(row.date_joined) ? row.date_joined : 0,
      role: row.role === OWNER && !mayBeOwner(begun, delivery_email) ? ADMINISTRATOR : knownRole(row.role),
    }
  },
}

/** Clients compare roles, and fail on others. */
const knownRole = (role: CopiedRow[string] | undefined): number => ROLES.find((one) => one === role) ?? MEMBER

/** Returns a text that can be read as `schema` says. No row has null in its place, so the row of another text is left out. */
function readable(schema: v.GenericSchema, value: CopiedRow[string] | undefined): string | null {
  const { output, success } = v.safeParse(schema, parseJson(typeof value === 'string' ? value : 'null'))
  return success ? JSON.stringify(output) : null
}

/** Returns the values of profile fields that can be read. Copies of an earlier version have texts without their names. */
function profileDataIn({ profile_data }: CopiedRow): string {
  const { output, success } = v.safeParse(
    givenProfile,
    parseJson(typeof profile_data === 'string' ? profile_data : '{}'),
  )
  return JSON.stringify(success ? output : {})
}

/** An account of a copy is an owner only if its address is that of an owner of the realm, or if the operator confirmed all owners. */
const mayBeOwner = (begun: StoredImport, email: string): boolean => begun.keeps_owners || isOwnerHere(begun, email)

/** The owners of the realm have logged in to it. */
const isOwnerHere = ({ owners }: StoredImport, email: string): boolean =>
  owners.some((owner) => emailKey(owner.delivery_email) === emailKey(email))

/** A permission that the copy lacks gets its initial value. Unreadable ones may be stricter than that, so the import leaves their row out. */
function allPermissions(table: Record<string, PermissionRules>, { creator_id, permissions }: CopiedRow): string | null {
  const creator = typeof creator_id === 'number' ? creator_id : null
  const { output: given, success } = v.safeParse(
    givenPermissions,
    parseJson(permissions === undefined ? '{}' : String(permissions)),
  )
  if (!success) return null
  return JSON.stringify(mapTable(table, (rules, name) => given[name] ?? defaultGroupSetting(rules, creator)))
}

const givenPermissions = v.record(v.string(), groupSetting)

const initialUser = (realm: Realm, email: string): CopiedRow => ({
  can_create_users: 0,
  can_change_user_emails: 0,
  avatar_source: 'G',
  avatar_version: 1,
  avatar_hash: avatarHash(email),
  email_address_visibility: realmDefaultsOf(realm.sql).email_address_visibility,
  profile_data: '{}',
  standing: 'claimed',
  guest_link_id: null,
})
