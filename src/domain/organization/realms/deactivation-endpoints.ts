import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { anyone, owners, theDeployment } from '../../people/users/callers'
import { deactivateRealm, reactivateRealm } from './actions'
import { faultOfRealmName } from './name-rules'

export const deactivate = endpoint.decision({
  route: 'POST /realm/deactivate',
  summary: 'Deactivate the organization: its users cannot use it any more.',
  caller: owners,
  params: {},
  returns: {},
  errors: [],
  decide: (realm) => deactivateRealm(realm),
})

export const reactivate = endpoint.decision({
  route: 'POST /realm/reactivate',
  summary: 'Reactivate a deactivated organization, with all its data.',
  caller: theDeployment,
  params: {},
  returns: {},
  errors: [wrongDeploymentSecret],
  decide: (realm) => reactivateRealm(realm),
})

type Availability = { is_available: boolean; reason: string }

async function availabilityOf(edge: Edge, name: string): Promise<Availability> {
  const fault = faultOfRealmName(name)
  if (fault !== undefined) return { is_available: false, reason: fault }
  return (await edge.isRealm(name)) ? { is_available: false, reason: IN_USE } : { is_available: true, reason: '' }
}

const IN_USE = 'Subdomain is already in use. Please choose a different one.'

/** The reference server puts the outcome into `msg`. The specification says that `msg` is empty on success. */
export const checkSubdomain = endpoint.decision({
  route: 'GET /realm/subdomain/:subdomain',
  summary: 'Check whether an organization can have a name.',
  caller: anyone,
  params: { subdomain: shortText() },
  returns: { is_available: v.boolean(), reason: v.string() },
  errors: [],
  prepare: (edge, { subdomain }) => availabilityOf(edge, subdomain),
  atRoot: (edge, { subdomain }) => availabilityOf(edge, subdomain),
  decide: (_, __, { is_available, reason }) => ({ is_available, reason }),
})
