import { wrongDeploymentSecret } from '../../api/callers'
import { text } from '../../api/params'
import { endpoint, type Edge } from '../../edge'
import { anyone, owners, theDeployment } from '../users/callers'
import { deactivateRealm, reactivateRealm } from './deactivation'
import { refusalOfRealmName } from './name-rules'

export const deactivate = endpoint({
  route: 'POST /realm/deactivate',
  summary: 'Close the organization: nobody is let in any more.',
  caller: owners,
  params: {},
  returns: {},
  errors: [],
  decide: (realm) => deactivateRealm(realm),
})

export const reactivate = endpoint({
  route: 'POST /realm/reactivate',
  summary: 'Open a deactivated organization again, as it was.',
  caller: theDeployment,
  params: {},
  returns: {},
  errors: [wrongDeploymentSecret],
  decide: (realm) => reactivateRealm(realm),
})

async function looksAt(edge: Edge, name: string): Promise<{ msg: string }> {
  const refusal = refusalOfRealmName(name)
  if (refusal !== undefined) return { msg: refusal }
  return { msg: (await edge.isRealm(name)) ? IN_USE : 'available' }
}

const IN_USE = 'Subdomain is already in use. Please choose a different one.'

export const checkSubdomain = endpoint({
  route: 'GET /realm/subdomain/:subdomain',
  summary: 'Whether an organization could have a name.',
  caller: anyone,
  params: { subdomain: text() },
  returns: { msg: text() },
  errors: [],
  prepare: (edge, { subdomain }) => looksAt(edge, subdomain),
  atRoot: (edge, { subdomain }) => looksAt(edge, subdomain),
  decide: (_, __, { msg }) => ({ msg }),
})
