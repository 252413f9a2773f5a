import { wrongDeploymentSecret } from '../../api/callers'
import { text } from '../../api/params'
import { endpoint } from '../../edge'
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

const IN_USE = 'Subdomain is already in use. Please choose a different one.'

export const checkSubdomain = endpoint({
  route: 'GET /realm/subdomain/:subdomain',
  summary: 'Whether an organization could have a name.',
  caller: anyone,
  params: { subdomain: text() },
  returns: { msg: text() },
  errors: [],
  prepare: async (edge, { subdomain }) => {
    const refusal = refusalOfRealmName(subdomain)
    if (refusal !== undefined) return { msg: refusal }
    return { msg: (await edge.isRealm(subdomain)) ? IN_USE : 'available' }
  },
  decide: (_, __, { msg }) => ({ msg }),
})
