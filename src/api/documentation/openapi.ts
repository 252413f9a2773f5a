import { parametersOf, takesForm, type DescribedParameter } from './parameters'
import { PATH_PARAM, isOnSite, methodOf, pathOf, pathParamsOf, type AnyEndpoint } from '../endpoint'
import type { Recorded } from './examples'
import { ABOUT, COMPONENTS } from './openapi-components'
import { eventSchemas } from './openapi-events'
import { formExamples, parameterExample } from './openapi-examples'
import { parameterObjects, requestBody, STREAMED_BODIES } from './openapi-parameters'
import { responses } from './openapi-responses'
import type { Reference } from './reference'
import { API_ROOT } from '../routes'
import { schemaInBothSpellings } from '../vendor-names'

/**
 * The OpenAPI document, for tools that write clients, mock servers and tests. It is made of the declarations that route and
 * decode requests, so it says what the server does.
 */
export const openApiDocument = (reference: Reference, { examples, vendor }: Recorded): object => ({
  openapi: '3.1.0',
  info: ABOUT,
  servers: [{ url: API_ROOT }],
  tags: reference.groups.map(({ title, wing }) => ({ name: title, 'x-wing': wing })),
  // Redoc and Scalar show these as headings.
  'x-tagGroups': [...Map.groupBy(reference.groups, ({ wing }) => wing)].map(([name, groups]) => ({
    name,
    tags: groups.map(({ title }) => title),
  })),
  paths: schemaInBothSpellings(pathsOf(reference, { examples, vendor }), vendor),
  components: {
    ...COMPONENTS,
    schemas: { ...COMPONENTS.schemas, ...bothSpellings(eventSchemas(reference, examples), vendor) },
  },
})

const bothSpellings = (schemas: object, vendor: string) => schemaInBothSpellings(schemas, vendor) as object

type Paths = Record<string, Record<string, object>>

/** Paths that differ only in the names of their parameters are one path here, and endpoints with the same method are one operation. */
function pathsOf({ groups }: Reference, recorded: Recorded): Paths {
  const operations = new Map<string, { tag: string; endpoints: AnyEndpoint[] }>()
  const holes = new Map<string, string[][]>()
  for (const { title: tag, endpoints } of groups)
    for (const endpoint of endpoints.filter((each) => !isOnSite(each))) {
      const shape = pathOf(endpoint).replaceAll(PATH_PARAM, '{}')
      holes.set(shape, [...(holes.get(shape) ?? []), pathParamsOf(endpoint)])
      const key = `${methodOf(endpoint).toLowerCase()} ${shape}`
      const { endpoints: others } = operations.get(key) ?? { endpoints: [] }
      operations.set(key, { tag, endpoints: [...others, endpoint] })
    }
  const paths: Paths = {}
  for (const [key, { tag, endpoints }] of operations) {
    const [method = '', shape = ''] = key.split(' ')
    const names = namesOfHoles(holes.get(shape) ?? [])
    const path = names.reduce((filled, name) => filled.replace('{}', `{${name}}`), shape)
    paths[path] = { ...paths[path], [method]: operation({ tag, path, holes: names }, endpoints, recorded) }
  }
  return paths
}

/** Returns `user_id_or_email` where one endpoint has an id and another has an email address in the same place. */
const namesOfHoles = (each: readonly string[][]): string[] =>
  (each[0] ?? []).map((_, at) => [...new Set(each.map((names) => names[at]!))].join('_or_'))

type Place = { tag: string; path: string; holes: string[] }

function operation({ tag, path, holes }: Place, endpoints: AnyEndpoint[], { examples, vendor }: Recorded): object {
  const [endpoint] = endpoints as [AnyEndpoint]
  const parameters = merged(endpoints, holes)
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
      .flatMap((parameter) => parameterObjects(parameter, parameterExample(endpoints, parameter.name, examples))),
    ...(takesForm(endpoint) ? { requestBody: requestBody(form, formExamples(endpoints, examples)) } : {}),
    ...(endpoint.streams ? STREAMED_BODIES[endpoint.streams] : {}),
    responses: responses(endpoints, { examples, vendor }),
  }
}

/** Fields of a form belong to the body, and so does the type of a body. */
const isParameter = ({ name, place }: DescribedParameter) => place !== 'form' && name !== 'Content-Type'

const SECURITY = {
  nobody: [],
  whoever: [{}, { apiKey: [] }],
  account: [{ apiKey: [] }],
  deployment: [{ deploymentSecret: [] }],
}

function merged(endpoints: AnyEndpoint[], holes: string[]): DescribedParameter[] {
  const parameters = new Map<string, DescribedParameter>()
  for (const endpoint of endpoints) {
    const inPath = pathParamsOf(endpoint)
    for (const parameter of parametersOf(endpoint)) {
      const name = parameter.place === 'path' ? holes[inPath.indexOf(parameter.name)]! : parameter.name
      const before = parameters.get(name)
      const schema = before ? { anyOf: [before.schema, parameter.schema] } : parameter.schema
      parameters.set(name, before?.place === 'query' ? before : { ...parameter, name, schema })
    }
  }
  return [...parameters.values()]
}
