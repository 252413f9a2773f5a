import * as v from 'valibot'
import { boolean, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser, owners } from '../../people/users/callers'
import { addDomain, changeDomain, removeDomain } from './actions'
import { domainShape } from './domain'
import { domainExists, invalidDomain, domainDoesNotExist } from './rules'
import { allDomains } from './storage'

export const getDomains = endpoint.decision({
  route: 'GET /realm/domains',
  summary: 'The email domains that are allowed for new users.',
  caller: anyUser,
  params: {},
  returns: { domains: v.array(domainShape) },
  errors: [],
  decide: (realm) => ({ domains: allDomains(realm.sql) }),
})

export const createDomain = endpoint.decision({
  route: 'POST /realm/domains',
  summary: 'Allow an email domain for new users.',
  caller: owners,
  params: { domain: shortText(), allow_subdomains: boolean() },
  returns: { new_domain: v.strictTuple([v.number(), v.string()]) },
  errors: [invalidDomain, domainExists],
  decide: (realm, _, domain) => ({ new_domain: addDomain(realm, domain) }),
})

export const updateDomain = endpoint.decision({
  route: 'PATCH /realm/domains/:domain',
  summary: 'Change whether the subdomains of an allowed email domain are allowed too.',
  caller: owners,
  params: { domain: shortText(), allow_subdomains: boolean() },
  returns: {},
  errors: [domainDoesNotExist],
  decide: (realm, _, domain) => changeDomain(realm, domain),
})

export const deleteDomain = endpoint.decision({
  route: 'DELETE /realm/domains/:domain',
  summary: 'Remove an email domain that is allowed for new users.',
  caller: owners,
  params: { domain: shortText() },
  returns: {},
  errors: [domainDoesNotExist],
  decide: (realm, _, { domain }) => removeDomain(realm, domain),
})
