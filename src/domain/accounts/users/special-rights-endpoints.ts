import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { integer, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { owners, theDeployment } from '../../people/users/callers'
import { findUser, findUserByEmail } from '../../people/users/storage'
import { changeRights, holderFields, holdersOfRights, rightsErrors, rightsParams } from './special-rights'

/** The specification has the right `can_create_users` (4.18), but no way to grant it. These endpoints are Parley's own. */
export const getRights = endpoint.decision({
  route: 'GET /parley/rights',
  summary: 'Get the accounts that may create accounts (`POST /users`) or change other users’ email addresses.',
  caller: owners,
  params: {},
  returns: { holders: v.array(v.strictObject(holderFields)) },
  errors: [],
  decide: (realm) => ({ holders: holdersOfRights(realm) }),
})

export const changeRightsOfUser = endpoint.decision({
  route: 'PATCH /parley/users/:user_id/rights',
  summary:
    'Grant an administrator the right to create accounts or to change other users’ email addresses, or revoke it.',
  caller: owners,
  params: { user_id: integer(), ...rightsParams },
  returns: holderFields,
  errors: rightsErrors,
  decide: (realm, _, { user_id, ...changes }) => changeRights(realm, findUser(realm, user_id), changes),
})

export const changeRightsForDeployment = endpoint.decision({
  route: 'POST /realm/rights',
  summary: 'Grant or revoke such a right with the deployment’s secret, for the account that has an email address.',
  caller: theDeployment,
  params: { email: shortText(), ...rightsParams },
  returns: holderFields,
  errors: [wrongDeploymentSecret, ...rightsErrors],
  decide: (realm, _, { email, ...changes }) => changeRights(realm, findUserByEmail(realm, email), changes),
})
