import { shortText } from '../../../api/params'
import type { ReadOnlyRealm } from '../../../realm'
import { listResponse, MAX_RESOURCES_PER_PAGE } from './listing-rules'
import { noSuchResource } from './refusals'
import { scimRead } from './scim-request'
import { GROUP, serviceProviderConfig, wireResourceType, wireSchema } from './schemas'
import { schemaOf } from './users'
import { scimRoot } from './wire-user'

const ALL = { startIndex: '', count: '' }
const TYPES = ['User', 'Group'] as const

const schemas = (realm: ReadOnlyRealm) => [schemaOf(realm), GROUP]

export const getServiceProviderConfig = scimRead({
  route: 'GET site:/scim/v2/ServiceProviderConfig',
  summary: 'Get what this server supports of SCIM.',
  params: {},
  answer: (realm) => ({ status: 200, body: serviceProviderConfig(scimRoot(realm), MAX_RESOURCES_PER_PAGE) }),
})

export const getResourceTypes = scimRead({
  route: 'GET site:/scim/v2/ResourceTypes',
  summary: 'Get the types of resources of SCIM: users and groups.',
  params: {},
  answer: (realm) => ({
    status: 200,
    body: listResponse(TYPES, ALL, (name) => wireResourceType(name, scimRoot(realm))),
  }),
})

export const getResourceType = scimRead({
  route: 'GET site:/scim/v2/ResourceTypes/:id',
  summary: 'Get a type of resources of SCIM.',
  params: { id: shortText() },
  answer: (realm, { id }) => {
    const name = TYPES.find((type) => type === id)
    if (name === undefined) throw noSuchResource(id)
    return { status: 200, body: wireResourceType(name, scimRoot(realm)) }
  },
})

export const getSchemas = scimRead({
  route: 'GET site:/scim/v2/Schemas',
  summary: 'Get the attributes of users and groups in SCIM.',
  params: {},
  answer: (realm) => ({
    status: 200,
    body: listResponse(schemas(realm), ALL, (schema) => wireSchema(schema, scimRoot(realm))),
  }),
})

export const getSchema = scimRead({
  route: 'GET site:/scim/v2/Schemas/:id',
  summary: 'Get the attributes of users or of groups in SCIM.',
  params: { id: shortText() },
  answer: (realm, { id }) => {
    const schema = schemas(realm).find((candidate) => candidate.id === id)
    if (schema === undefined) throw noSuchResource(id)
    return { status: 200, body: wireSchema(schema, scimRoot(realm)) }
  },
})
