import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { anyone, owners, theDeployment } from '../../people/users/callers'
import { deactivateRealm, reactivateRealm } from './deactivation'
import { refusalOfRealmName } from './name-rules'

export const deactivate = endpoint.decision({
  route: 'POST /realm/deactivate',
  summary: 'Close the organization: nobody is let in any more.',
  caller: owners,
  params: {},
  returns: {},
  errors: [],
  decide: (realm) => deactivateRealm(realm),
})

export const reactivate = endpoint.decision({
  route: 'POST /realm/reactivate',
  summary: 'Open a deactivated organization again, as it was.',
  caller: theDeployment,
  params: {},
  returns: {},
  errors: [wrongDeploymentSecret],
  decide: (realm) => reactivateRealm(realm),
})

type Availability = { is_available: boolean; reason: string }

async function availabilityOf(edge: Edge, name: string): Promise<Availability> {
  const refusal = refusalOfRealmName(name)
  if (refusal !== undefined) return { is_available: false, reason: refusal }
  return (await edge.isRealm(name)) ? { is_available: false, reason: IN_USE } : { is_available: true, reason: '' }
}

const IN_USE = 'Subdomain is already in use. Please choose a different one.'

/** The reference server puts the outcome into `msg`. The specification says that `msg` is empty on success. */
export const checkSubdomain = endpoint.decision({
  route: 'GET /realm/subdomain/:subdomain',
  summary: 'Whether an organization could have a name, and if not, why.',
  caller: anyone,
  params: { subdomain: shortText() },
  returns: { is_available: v.boolean(), reason: v.string() },
  errors: [],
  prepare: (edge, { subdomain }) => availabilityOf(edge, subdomain),
  atRoot: (edge, { subdomain }) => availabilityOf(edge, subdomain),
  decide: (_, __, { is_available, reason }) => ({ is_available, reason }),
})
