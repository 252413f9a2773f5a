import { shortText } from '../../../api/params'
import {
  createGroup,
  deleteGroup,
  findGroups,
  patchGroup,
  replaceGroup,
  requireGroup,
  scimIdOf,
  wiredGroup,
  wireGroup,
} from './groups'
import { listResponse } from './listing-rules'
import { scimRead, scimWrite } from './scim-request'
import { listParams, selection } from './listing-params'
import { scimRoot } from './wire-user'

export const getScimGroups = scimRead({
  route: 'GET site:/scim/v2/Groups',
  summary: 'List the groups that the directory manages.',
  params: listParams,
  answer: (realm, params) => ({
    status: 200,
    body: listResponse(findGroups(realm, params.filter), params, (managed) => wiredGroup(realm, managed, params)),
  }),
})

export const getScimGroup = scimRead({
  route: 'GET site:/scim/v2/Groups/:id',
  summary: 'Get a group that the directory manages.',
  params: { id: shortText(), ...selection },
  answer: (realm, { id, ...params }) => ({ status: 200, body: wiredGroup(realm, requireGroup(realm, id), params) }),
})

export const createScimGroup = scimWrite({
  route: 'POST site:/scim/v2/Groups',
  summary: 'Create a user group that the directory manages.',
  params: {},
  change: (realm, _, body) => {
    const managed = createGroup(realm, body)
    const location = `${scimRoot(realm)}/Groups/${scimIdOf(managed.record)}`
    return { status: 201, body: wireGroup(realm, managed), location }
  },
})

export const replaceScimGroup = scimWrite({
  route: 'PUT site:/scim/v2/Groups/:id',
  summary: 'Replace the name and the members of a group of the directory.',
  params: { id: shortText() },
  change: (realm, { id }, body) => ({
    status: 200,
    body: wireGroup(realm, replaceGroup(realm, requireGroup(realm, id), body)),
  }),
})

export const patchScimGroup = scimWrite({
  route: 'PATCH site:/scim/v2/Groups/:id',
  summary: 'Change the name or the members of a group of the directory.',
  params: { id: shortText() },
  change: (realm, { id }, body) => ({
    status: 200,
    body: wireGroup(realm, patchGroup(realm, requireGroup(realm, id), body)),
  }),
})

export const deleteScimGroup = scimWrite({
  route: 'DELETE site:/scim/v2/Groups/:id',
  summary: 'Deactivate a group that the directory deleted.',
  params: { id: shortText() },
  hasBody: false,
  change: (realm, { id }) => {
    deleteGroup(realm, requireGroup(realm, id))
    return { status: 204 }
  },
})
