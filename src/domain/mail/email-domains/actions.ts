import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { everyone } from '../../people/users/events'
import { realmUpdated } from '../../realm/settings/events'
import { settingsOf, writeSetting } from '../../realm/settings/storage'
import type { Domain } from './domain'
import { domainAdded, domainChanged, domainRemoved } from './events'
import { domainDoesNotExist, normalizedDomain, refusalOfDomain } from './rules'
import { allDomains, deleteDomain, insertDomain, writeDomain } from './storage'

/** Allows an email domain for new users. Returns its id and its normalized form. */
export function addDomain(realm: Realm, requested: Domain): [id: number, domain: string] {
  const realm_domain = { ...requested, domain: normalizedDomain(requested.domain) }
  const refusal = refusalOfDomain(realm_domain.domain, allDomains(realm.sql))
  if (refusal) throw refusal
  const id = insertDomain(realm.sql, realm_domain)
  recordAudit(realm, 'domain_changed', {}, { domain: realm_domain.domain, change: 'added' })
  realm.publish(domainAdded({ realm_domain }), everyone({}))
  return [id, realm_domain.domain]
}

/** Changes whether the subdomains of an allowed domain are allowed too. */
export function changeDomain(realm: Realm, requested: Domain): void {
  const existing = getDomain(realm, requested.domain)
  if (existing.allow_subdomains === requested.allow_subdomains) return
  const realm_domain = { ...existing, allow_subdomains: requested.allow_subdomains }
  writeDomain(realm.sql, realm_domain)
  recordAudit(realm, 'domain_changed', {}, { domain: realm_domain.domain, change: 'changed' })
  realm.publish(domainChanged({ realm_domain }), everyone({}))
}

/** Removes an allowed domain. After the last one the restriction ends, because it would exclude every new user. */
export function removeDomain(realm: Realm, requestedDomain: string): void {
  const { domain } = getDomain(realm, requestedDomain)
  deleteDomain(realm.sql, domain)
  recordAudit(realm, 'domain_changed', {}, { domain, change: 'removed' })
  realm.publish(domainRemoved({ domain }), everyone({}))
  if (allDomains(realm.sql).length > 0 || !settingsOf(realm).emails_restricted_to_domains) return
  writeSetting(realm, 'emails_restricted_to_domains', false)
  realm.publish(realmUpdated({ property: 'emails_restricted_to_domains', value: false }), everyone({}))
}

function getDomain(realm: ReadOnlyRealm, requestedDomain: string): Domain {
  const domain = normalizedDomain(requestedDomain)
  const existing = allDomains(realm.sql).find((candidate) => candidate.domain === domain)
  if (existing === undefined) throw domainDoesNotExist({ domain: requestedDomain })
  return existing
}
