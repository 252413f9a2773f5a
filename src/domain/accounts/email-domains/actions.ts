import type { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { realmUpdated } from '../../realm/settings/events'
import { settingsOf, writeSetting } from '../../realm/settings/storage'
import { everyone } from '../../people/users/events'
import { objectionTo, type Objection } from './address-rules'
import type { Domain } from './domain'
import { domainAdded, domainChanged, domainRemoved } from './events'
import { domainMeant, noSuchDomain, refusalOfDomain } from './rules'
import { allDomains, insertDomain, removeDomain, writeDomain } from './storage'

/** People whose addresses end in it may come in, where the realm restricts who may by that. Answers its id and name. */
export function addDomain(realm: Realm, wanted: Domain): [id: number, domain: string] {
  const realm_domain = { ...wanted, domain: domainMeant(wanted.domain) }
  const refusal = refusalOfDomain(realm_domain.domain, allDomains(realm.sql))
  if (refusal) throw refusal
  const id = insertDomain(realm.sql, realm_domain)
  realm.publish(domainAdded({ realm_domain }), everyone({}))
  return [id, realm_domain.domain]
}

export function changeDomain(realm: Realm, wanted: Domain): void {
  const known = domainCalled(realm, wanted.domain)
  if (known.allow_subdomains === wanted.allow_subdomains) return
  const realm_domain = { ...known, allow_subdomains: wanted.allow_subdomains }
  writeDomain(realm.sql, realm_domain)
  realm.publish(domainChanged({ realm_domain }), everyone({}))
}

/** Without any domain, being restricted to domains would keep everybody out: with the last one that ends as well. */
export function forgetDomain(realm: Realm, said: string): void {
  const { domain } = domainCalled(realm, said)
  removeDomain(realm.sql, domain)
  realm.publish(domainRemoved({ domain }), everyone({}))
  if (allDomains(realm.sql).length > 0 || !settingsOf(realm).emails_restricted_to_domains) return
  writeSetting(realm, 'emails_restricted_to_domains', false)
  realm.publish(realmUpdated({ property: 'emails_restricted_to_domains', value: false }), everyone({}))
}

function domainCalled(realm: Realm, said: string): Domain {
  const domain = domainMeant(said)
  const known = allDomains(realm.sql).find((each) => each.domain === domain)
  if (known === undefined) throw noSuchDomain({ domain: said })
  return known
}

/** Why nobody comes in by this address, if nobody does. Every way in but the deployment's own asks. */
export const objectionToAddress = (realm: Realm, email: string): Objection | undefined =>
  objectionTo(email.trim(), { ...settingsOf(realm), domains: allDomains(realm.sql) })

export const refusalOfAddress = (realm: Realm, email: string): ApiError | undefined =>
  objectionToAddress(realm, email)?.refusal
