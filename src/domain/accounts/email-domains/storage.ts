import type { Sql } from '../../../store/realm-sql'
import type { Domain } from './domain'

/** In the order they came. */
export const allDomains = (sql: Sql): Domain[] =>
  sql.all<{
    domain: string
    allow_subdomains: number
  }>`SELECT domain, allow_subdomains FROM realm_domains ORDER BY id`.map(({ domain, allow_subdomains }) => ({
    domain,
    allow_subdomains: allow_subdomains === 1,
  }))

export const insertDomain = (sql: Sql, { domain, allow_subdomains }: Domain): number =>
  sql.one<{ id: number }>`INSERT INTO realm_domains (domain, allow_subdomains)
                          VALUES (${domain}, ${allow_subdomains}) RETURNING id`.id

export const writeDomain = (sql: Sql, { domain, allow_subdomains }: Domain): void =>
  sql.run`UPDATE realm_domains SET allow_subdomains = ${allow_subdomains} WHERE domain = ${domain}`

export const removeDomain = (sql: Sql, domain: string): void =>
  sql.run`DELETE FROM realm_domains WHERE domain = ${domain}`
