import type { ReadOnlyRealm, Realm } from '../../../realm'
import { sqlText } from '../../../store/sql'
import type { GroupClaim } from './provider'
import type { ClaimedGroup } from './group-rules'

/** The claim of a provider that decides the membership of groups, and the groups of its values. */
export type ProviderGroups = GroupClaim & { provider: string; issuer: string; groups: readonly ClaimedGroup[] }

type Row = Omit<ProviderGroups, 'groups'> & { groups: string }

const COLUMNS = sqlText`provider, issuer, claim, scope, groups`

export const allProviderGroups = ({ sql }: ReadOnlyRealm): ProviderGroups[] =>
  sql.all<Row>`SELECT ${COLUMNS} FROM provider_groups ORDER BY provider`.map((row) => ({
    ...row,
    groups: JSON.parse(row.groups),
  }))

/** Returns what the owners stated for this provider. Undefined if it has another issuer by now. */
export const providerGroupsOf = (
  realm: ReadOnlyRealm,
  { key, issuer }: { key: string; issuer: string },
): ProviderGroups | undefined =>
  allProviderGroups(realm).find((stated) => stated.provider === key && stated.issuer === issuer)

export const writeProviderGroups = (realm: Realm, { provider, issuer, claim, scope, groups }: ProviderGroups): void =>
  realm.sql.run`
    INSERT INTO provider_groups (${COLUMNS})
    VALUES (${provider}, ${issuer}, ${claim}, ${scope}, ${JSON.stringify(groups)})
    ON CONFLICT (provider) DO UPDATE SET issuer = excluded.issuer, claim = excluded.claim, scope = excluded.scope,
      groups = excluded.groups`

export const deleteProviderGroups = (realm: Realm, provider: string): void =>
  realm.sql.run`DELETE FROM provider_groups WHERE provider = ${provider}`
