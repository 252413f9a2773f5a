import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { loginIsTooOld, requireRecentLogin } from '../../login/factors/recent-login'
import { owners, theDeployment } from '../../people/users/callers'
import { requestErasure, wrongRealmName } from './erasure'

const erasing = { params: { name: shortText() }, returns: { erase_at: v.number() } }
const note =
  'Users are refused from now on. Until `erase_at`, `POST /realm/reactivate` of the operator cancels the erasure.'

export const eraseOwnRealm = endpoint.decision({
  ...erasing,
  route: 'POST /parley/erasure',
  summary:
    'Erase the organization in 30 days, with all its messages, files and accounts. `name` is its name, as a confirmation.',
  note,
  caller: owners,
  errors: [loginIsTooOld, wrongRealmName],
  decide: (realm, _, { name }) => {
    requireRecentLogin(realm)
    return requestErasure(realm, name)
  },
})

export const eraseAnyRealm = endpoint.decision({
  ...erasing,
  route: 'POST /realm/erase',
  summary: 'Erase an organization in 30 days, as its operator. `name` is its name, as a confirmation.',
  note,
  caller: theDeployment,
  errors: [wrongDeploymentSecret, wrongRealmName],
  decide: (realm, _, { name }) => requestErasure(realm, name),
})
