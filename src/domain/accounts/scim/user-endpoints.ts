import { shortText } from '../../../api/params'
import type { ReadOnlyRealm } from '../../../realm'
import type { User } from '../../people/users/user'
import { findUsers } from './find-users'
import { listParams, selection } from './listing-params'
import { listResponse, selected } from './listing-rules'
import { scimRead, scimWrite } from './scim-request'
import { findRecord } from './storage'
import { createUser, deleteUser, patchUser, replaceUser, requireUser } from './users'
import { scimRoot, wireUser } from './wire-user'

const wired = (realm: ReadOnlyRealm, user: User) => wireUser(realm, user, findRecord(realm, user.user_id))
const locationOf = (realm: ReadOnlyRealm, { user_id }: User) => `${scimRoot(realm)}/Users/${user_id}`

export const getScimUsers = scimRead({
  route: 'GET site:/scim/v2/Users',
  summary: 'List the people of the organization for its directory.',
  params: listParams,
  answer: (realm, params) => ({
    status: 200,
    body: listResponse(findUsers(realm, params.filter), params, ({ user, record }) =>
      selected(wireUser(realm, user, record), params),
    ),
  }),
})

export const getScimUser = scimRead({
  route: 'GET site:/scim/v2/Users/:id',
  summary: 'Get a person for the directory.',
  params: { id: shortText(), ...selection },
  answer: (realm, { id, ...params }) => ({ status: 200, body: selected(wired(realm, requireUser(realm, id)), params) }),
})

export const createScimUser = scimWrite({
  route: 'POST site:/scim/v2/Users',
  summary:
    'Create an account for a user of the directory. A user whom the directory deleted gets the old account back.',
  params: {},
  change: (realm, _, body) => {
    const user = createUser(realm, body)
    return { status: 201, body: wired(realm, user), location: locationOf(realm, user) }
  },
})

export const replaceScimUser = scimWrite({
  route: 'PUT site:/scim/v2/Users/:id',
  summary: 'Replace what the directory states about a user.',
  params: { id: shortText() },
  change: (realm, { id }, body) => ({
    status: 200,
    body: wired(realm, replaceUser(realm, requireUser(realm, id), body)),
  }),
})

export const patchScimUser = scimWrite({
  route: 'PATCH site:/scim/v2/Users/:id',
  summary: 'Change what the directory states about a user. `active: false` ends the sessions of the user at once.',
  params: { id: shortText() },
  change: (realm, { id }, body) => ({
    status: 200,
    body: wired(realm, patchUser(realm, requireUser(realm, id), body)),
  }),
})

export const deleteScimUser = scimWrite({
  route: 'DELETE site:/scim/v2/Users/:id',
  summary: 'Deactivate the account of a user whom the directory deleted. The messages stay.',
  params: { id: shortText() },
  hasBody: false,
  change: (realm, { id }) => {
    deleteUser(realm, requireUser(realm, id))
    return { status: 204 }
  },
})
