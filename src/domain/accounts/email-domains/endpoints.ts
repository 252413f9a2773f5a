import * as v from 'valibot'
import { boolean, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser, owners } from '../../people/users/callers'
import { addDomain, changeDomain, forgetDomain } from './actions'
import { domainShape } from './events'
import { domainIsThere, invalidDomain, noSuchDomain } from './rules'
import { allDomains } from './storage'

export const getDomains = endpoint.decision({
  route: 'GET /realm/domains',
  summary: 'The domains that the addresses of those who join may end in.',
  caller: anyUser,
  params: {},
  returns: { domains: v.array(domainShape) },
  errors: [],
  decide: (realm) => ({ domains: allDomains(realm.sql) }),
})

export const createDomain = endpoint.decision({
  route: 'POST /realm/domains',
  summary: 'Let people join whose addresses end in a domain.',
  caller: owners,
  params: { domain: shortText(), allow_subdomains: boolean() },
  returns: { new_domain: v.strictTuple([v.number(), v.string()]) },
  errors: [invalidDomain, domainIsThere],
  decide: (realm, _, wanted) => ({ new_domain: addDomain(realm, wanted) }),
})

export const updateDomain = endpoint.decision({
  route: 'PATCH /realm/domains/:domain',
  summary: 'Say whether a domain stands for those below it too.',
  caller: owners,
  params: { domain: shortText(), allow_subdomains: boolean() },
  returns: {},
  errors: [noSuchDomain],
  decide: (realm, _, wanted) => changeDomain(realm, wanted),
})

export const deleteDomain = endpoint.decision({
  route: 'DELETE /realm/domains/:domain',
  summary: 'Let nobody join by a domain any more.',
  caller: owners,
  params: { domain: shortText() },
  returns: {},
  errors: [noSuchDomain],
  decide: (realm, _, { domain }) => forgetDomain(realm, domain),
})
