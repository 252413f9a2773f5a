import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import { domainShape, type Domain } from './domain'
import { allDomains } from './storage'

export const domainAdded = event<{ realm_domain: Domain }>({
  type: 'realm_domains',
  op: 'add',
  summary: 'An email domain was allowed for new users.',
  recipients: { everyone: true },
  updates: 'realm_domains',
  fields: { realm_domain: domainShape },
})

export const domainChanged = event<{ realm_domain: Domain }>({
  type: 'realm_domains',
  op: 'change',
  summary: 'An allowed email domain changed.',
  recipients: { everyone: true },
  updates: 'realm_domains',
  fields: { realm_domain: domainShape },
})

export const domainRemoved = event<{ domain: string }>({
  type: 'realm_domains',
  op: 'remove',
  summary: 'An email domain is no longer allowed for new users.',
  recipients: { everyone: true },
  updates: 'realm_domains',
  fields: { domain: v.string() },
})

export const domainsState = stateSlice({
  fetchedFor: ['realm_domains'],
  fields: { realm_domains: v.array(domainShape) },
  read: (realm) => ({ realm_domains: allDomains(realm.sql) }),
})
