import type { ReadOnlyRealm } from '../../../realm'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { settingsOf } from '../../realm/settings/storage'
import type { AddressPolicy } from './address-rules'
import type { Domain } from './domain'

type DomainRow = Pick<Domain, 'domain'> & { allow_subdomains: number }

/** Returns all allowed domains, the oldest first. */
export const allDomains = (sql: SqlReader): Domain[] =>
  sql.all<DomainRow>`SELECT domain, allow_subdomains FROM realm_domains ORDER BY id`.map((row) => ({
    domain: row.domain,
    allow_subdomains: row.allow_subdomains === 1,
  }))

/** Returns the id of the new row. */
export const insertDomain = (sql: Sql, { domain, allow_subdomains }: Domain): number =>
  sql.one<{ id: number }>`INSERT INTO realm_domains (domain, allow_subdomains)
                          VALUES (${domain}, ${allow_subdomains}) RETURNING id`.id

export const writeDomain = (sql: Sql, { domain, allow_subdomains }: Domain): void =>
  sql.run`UPDATE realm_domains SET allow_subdomains = ${allow_subdomains} WHERE domain = ${domain}`

export const deleteDomain = (sql: Sql, domain: string): void =>
  sql.run`DELETE FROM realm_domains WHERE domain = ${domain}`

/** Returns the rules of this realm for the addresses of its users. */
export const addressPolicyOf = (realm: ReadOnlyRealm): AddressPolicy => ({
  ...settingsOf(realm),
  domains: allDomains(realm.sql),
})
