import { parametersOf, takesForm, type DescribedParameter } from './parameters'
import { PATH_PARAM, isOnSite, methodOf, pathOf, pathParamsOf, type AnyEndpoint } from '../endpoint'
import type { RecordedExamples } from './examples'
import { ABOUT, COMPONENTS } from './openapi-components'
import { eventSchemas } from './openapi-events'
import { formExamples, parameterExample } from './openapi-examples'
import { describeParameter, requestBody, STREAMED_BODIES } from './openapi-parameters'
import { anyOf, responses, stateSchema } from './openapi-responses'
import { withSharedShapes } from './openapi-shapes'
import type { Reference } from './reference'
import { API_ROOT, JSON_ROOT } from '../routes'
import { schemaInBothSpellings } from '../vendor-names'

/**
 * Returns the OpenAPI document, for tools that generate clients, mock servers and tests. It comes from the declarations that
 * route and decode requests, so it agrees with the server.
 */
export const openApiDocument = (reference: Reference, { examples, vendor }: RecordedExamples): object => ({
  openapi: '3.1.0',
  info: ABOUT,
  servers: [
    { url: API_ROOT, description: 'For clients with an API key.' },
    { url: JSON_ROOT, description: 'For pages of the organization, with the cookie of a session.' },
  ],
  tags: reference.groups.map(({ title, wing }) => ({ name: title, 'x-wing': wing })),
  // Redoc and Scalar show these as headings.
  'x-tagGroups': [...Map.groupBy(reference.groups, ({ wing }) => wing)].map(([name, groups]) => ({
    name,
    tags: groups.map(({ title }) => title),
  })),
  ...withSharedShapes({
    paths: bothSpellings(pathsOf(reference, { examples, vendor }), vendor),
    components: {
      ...COMPONENTS,
      schemas: {
        ...COMPONENTS.schemas,
        ...bothSpellings({ State: stateSchema(reference), ...eventSchemas(reference, examples) }, vendor),
      },
    },
  }),
})

const bothSpellings = (schemas: object, vendor: string) => schemaInBothSpellings(schemas, vendor) as object

type Paths = Record<string, Record<string, object>>

/**
 * Returns the operations by path and method. OpenAPI allows no two paths that differ only in the names of their parameters, so
 * endpoints with such paths and the same method are one operation.
 */
function pathsOf({ groups }: Reference, recorded: RecordedExamples): Paths {
  const operations = new Map<string, { tag: string; endpoints: AnyEndpoint[] }>()
  const pathParams = new Map<string, string[][]>()
  for (const { title: tag, endpoints } of groups)
    for (const endpoint of endpoints.filter((declared) => !isOnSite(declared))) {
      const shape = pathOf(endpoint).replaceAll(PATH_PARAM, '{}')
      pathParams.set(shape, [...(pathParams.get(shape) ?? []), pathParamsOf(endpoint)])
      const key = `${methodOf(endpoint).toLowerCase()} ${shape}`
      const { endpoints: earlier } = operations.get(key) ?? { endpoints: [] }
      operations.set(key, { tag, endpoints: [...earlier, endpoint] })
    }
  const paths: Paths = {}
  for (const [key, { tag, endpoints }] of operations) {
    const [method = '', shape = ''] = key.split(' ')
    const names = joinedNames(pathParams.get(shape) ?? [])
    const path = names.reduce((filled, name) => filled.replace('{}', `{${name}}`), shape)
    paths[path] = { ...paths[path], [method]: operation({ tag, path, pathParams: names }, endpoints, recorded) }
  }
  return paths
}

/** Returns `user_id_or_email` where one endpoint has an id and another has an email address in the same place. */
const joinedNames = (namesByEndpoint: readonly string[][]): string[] =>
  (namesByEndpoint[0] ?? []).map((_, index) => [...new Set(namesByEndpoint.map((names) => names[index]!))].join('_or_'))

type PathFacts = { tag: string; path: string; pathParams: string[] }

function operation(
  { tag, path, pathParams }: PathFacts,
  endpoints: AnyEndpoint[],
  { examples, vendor }: RecordedExamples,
): object {
  const [endpoint] = endpoints as [AnyEndpoint]
  const parameters = merged(endpoints, pathParams)
  const form = parameters.filter(({ place }) => place === 'form')
  return {
    operationId: [methodOf(endpoint).toLowerCase(), ...path.split(/\W+/)].filter((word) => word !== '').join('_'),
    tags: [tag],
    summary: endpoint.summary,
    description: [
      ...endpoints.slice(1).map(({ summary }) => summary),
      ...endpoints.flatMap(({ note }) => note ?? []),
      `For ${endpoint.caller.describes}.`,
    ].join('\n\n'),
    ...(endpoints.every(({ deprecated }) => deprecated) ? { deprecated: true } : {}),
    security: SECURITY[endpoint.caller.needs],
    parameters: parameters
      .filter(isParameter)
      .flatMap((parameter) => describeParameter(parameter, parameterExample(endpoints, parameter.name, examples))),
    ...(takesForm(endpoint) ? { requestBody: requestBody(form, formExamples(endpoints, examples)) } : {}),
    ...(endpoint.streams ? STREAMED_BODIES[endpoint.streams] : {}),
    responses: responses(endpoints, { examples, vendor }),
  }
}

/** Returns whether OpenAPI lists it as a parameter. The fields of a form and the header `Content-Type` belong to the body. */
const isParameter = ({ name, place }: DescribedParameter) => place !== 'form' && name !== 'Content-Type'

const SECURITY = {
  none: [],
  optional: [{}, { apiKey: [] }, { session: [] }],
  account: [{ apiKey: [] }, { session: [] }],
  deployment: [{ deploymentSecret: [] }],
}

/** Returns the parameters of all endpoints of an operation. Parameters of the same name in different endpoints are one. */
function merged(endpoints: AnyEndpoint[], pathParams: string[]): DescribedParameter[] {
  const parameters = new Map<string, DescribedParameter>()
  for (const endpoint of endpoints) {
    const inPath = pathParamsOf(endpoint)
    for (const parameter of parametersOf(endpoint)) {
      const name = parameter.place === 'path' ? pathParams[inPath.indexOf(parameter.name)]! : parameter.name
      const before = parameters.get(name)
      const schema = before ? anyOf([before.schema, parameter.schema]) : parameter.schema
      parameters.set(name, before?.place === 'query' ? before : { ...parameter, name, schema })
    }
  }
  return [...parameters.values()]
}
