import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { sqlText } from '../../../store/sql'
import type { KnownProvider } from './provider'

type Row = Omit<KnownProvider, 'trusted_domains' | 'is_from_deployment'> & { trusted_domains: string }

const COLUMNS = sqlText`key, kind, display_name, issuer, client_id, team_id, key_id, trusted_domains`

const ownProvidersCache = cacheKey<KnownProvider[]>()

/** Returns the providers that the owners of this realm configured. */
export const ownProviders = (realm: ReadOnlyRealm): readonly KnownProvider[] =>
  realm.cache.get(ownProvidersCache, () =>
    realm.sql.all<Row>`SELECT ${COLUMNS} FROM realm_providers ORDER BY key`.map((row) => ({
      ...row,
      trusted_domains: JSON.parse(row.trusted_domains),
      is_from_deployment: false,
    })),
  )

export function upsertProvider(realm: Realm, provider: Omit<KnownProvider, 'is_from_deployment'>): void {
  const { key, kind, display_name, issuer, client_id, team_id, key_id, trusted_domains } = provider
  realm.sql.run`
    INSERT INTO realm_providers (${COLUMNS})
    VALUES (${key}, ${kind}, ${display_name}, ${issuer}, ${client_id}, ${team_id}, ${key_id},
            ${JSON.stringify(trusted_domains)})
    ON CONFLICT (key) DO UPDATE SET kind = excluded.kind, display_name = excluded.display_name,
      issuer = excluded.issuer, client_id = excluded.client_id, team_id = excluded.team_id,
      key_id = excluded.key_id, trusted_domains = excluded.trusted_domains`
  realm.cache.invalidate(ownProvidersCache)
}

export function deleteProvider(realm: Realm, key: string): void {
  realm.sql.run`DELETE FROM realm_providers WHERE key = ${key}`
  realm.cache.invalidate(ownProvidersCache)
}
