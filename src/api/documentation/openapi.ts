import { parametersOf, takesForm, type DescribedParameter } from './parameters'
import { HOLE, isOnSite, methodOf, pathOf, pathParamsOf, type AnyEndpoint, type Concepts } from '../endpoint'
import { ABOUT, COMPONENTS } from './openapi-components'
import { responses } from './openapi-responses'
import { API_ROOT } from '../routes'
import { PIECE_TYPE } from '../tus'
import { schemaInBothSpellings } from '../vendor-names'

/**
 * The catalogue as an OpenAPI document, for tools that write clients, mock servers and tests. It is generated from the
 * declarations that route and decode requests, so it cannot say anything else than what the server does.
 */
export const openApiDocument = (concepts: Concepts, vendor = ''): object => ({
  openapi: '3.1.0',
  info: ABOUT,
  servers: [{ url: API_ROOT }],
  tags: [...concepts.keys()].map((name) => ({ name })),
  paths: schemaInBothSpellings(pathsOf(concepts), vendor),
  components: COMPONENTS,
})

type Paths = Record<string, Record<string, object>>

/** Two paths that differ only in what their holes are called are one path here, and what is asked of both, one operation. */
function pathsOf(concepts: Concepts): Paths {
  const operations = new Map<string, { tag: string; endpoints: AnyEndpoint[] }>()
  const holes = new Map<string, string[][]>()
  for (const [tag, endpoints] of concepts)
    for (const endpoint of endpoints.filter((each) => !isOnSite(each))) {
      const shape = pathOf(endpoint).replaceAll(HOLE, '{}')
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
    paths[path] = { ...paths[path], [method]: operation(tag, path, endpoints, names) }
  }
  return paths
}

/** `user_id_or_email`, where one endpoint takes an id and another an address in the same place. */
const namesOfHoles = (each: readonly string[][]): string[] =>
  (each[0] ?? []).map((_, at) => [...new Set(each.map((names) => names[at]!))].join('_or_'))

function operation(tag: string, path: string, endpoints: AnyEndpoint[], holes: string[]): object {
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
    parameters: parameters.filter(isParameter).flatMap(parameterObjects),
    ...(takesForm(endpoint) ? { requestBody: requestBody(form) } : {}),
    ...(endpoint.streams ? STREAMED_BODIES[endpoint.streams] : {}),
    responses: responses(endpoints),
  }
}

/** A form's fields are its body's, and OpenAPI tells the type of a body with the body. */
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

function parameterObjects(parameter: DescribedParameter): object[] {
  const { name, place, isRequired, aliases, travelsAs, schema } = parameter
  // What a path holds is written as it is: a number's JSON text is what anyone would write.
  const isPlain = travelsAs === 'text' || place === 'path' || place === 'header'
  const value = isPlain ? { schema } : { content: { 'application/json': { schema } } }
  const main = { name, in: place, required: isRequired && aliases.length === 0, ...described(parameter), ...value }
  const older = aliases.map((alias) => ({
    name: alias,
    in: place,
    deprecated: true,
    description: olderName(name),
    ...value,
  }))
  return [main, ...older]
}

function described({ isRequired, aliases, travelsAs }: DescribedParameter): { description?: string } {
  const notes = [
    ...(travelsAs === 'either' ? ['Plain text may be given without quotes.'] : []),
    ...(isRequired && aliases.length > 0 ? [`Required, under this name or an older one: ${aliases.join(', ')}.`] : []),
  ]
  return notes.length > 0 ? { description: notes.join(' ') } : {}
}

const olderName = (name: string) => `An older name of \`${name}\`. Giving both is refused.`

function requestBody(form: DescribedParameter[]): object {
  const properties: Record<string, object> = {}
  const encoding: Record<string, object> = {}
  for (const parameter of form)
    for (const name of [parameter.name, ...parameter.aliases]) {
      const note =
        name === parameter.name ? described(parameter) : { deprecated: true, description: olderName(parameter.name) }
      properties[name] = { ...parameter.schema, ...note }
      if (parameter.travelsAs === 'JSON' || parameter.travelsAs === 'either')
        encoding[name] = { contentType: 'application/json' }
    }
  const required = form.filter(({ isRequired, aliases }) => isRequired && aliases.length === 0).map(({ name }) => name)
  const body = { schema: { type: 'object', properties, required }, encoding }
  const hasFile = form.some(({ travelsAs }) => travelsAs === 'file')
  return {
    required: form.some(({ isRequired }) => isRequired),
    content: { ...(hasFile ? {} : { 'application/x-www-form-urlencoded': body }), 'multipart/form-data': body },
  }
}

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' }
const STREAMED_BODIES = {
  nothing: {},
  'one file of a form': {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: { type: 'object', properties: { filename: BYTES }, required: ['filename'] } },
      },
    },
  },
  'a piece of a file': { requestBody: { required: false, content: { [PIECE_TYPE]: { schema: BYTES } } } },
}
