import { isOnSite, type AnyEndpoint } from '../endpoint'
import { parseJson } from '../parse-json'
import { inVendorSpelling } from '../vendor-names'
import type { Example, Examples, RecordedExamples } from './examples'
import { parametersOf } from './parameters'

type NamedExamples = { examples?: Record<string, { summary: string; value: unknown }> }

/** Returns the recorded answers of an operation, which may have several endpoints. */
export const answerExamples = (endpoints: AnyEndpoint[], { examples, vendor }: RecordedExamples): NamedExamples =>
  nameExamples(endpoints, examples, ({ answer }) =>
    answer === undefined ? undefined : JSON.parse(inVendorSpelling(JSON.stringify(answer), vendor)),
  )

/** Returns the recorded forms of an operation. A value that is sent as JSON is a value here, not text. A file may have any name. */
export const formExamples = (endpoints: AnyEndpoint[], examples: Examples): NamedExamples =>
  nameExamples(endpoints, examples, ({ fields, files }, endpoint) => {
    const values = Object.entries(fields ?? {}).map(([name, text]) => [name, valueOf(endpoint, name, text)])
    const file = parametersOf(endpoint).find(({ sentAs }) => sentAs === 'file')
    const sent = Object.entries(files ?? {}).map(([name, value]) => [file?.name ?? name, value])
    const form = { ...Object.fromEntries(values), ...Object.fromEntries(sent) }
    return Object.keys(form).length > 0 ? form : undefined
  })

/** Returns the recorded value of a parameter in the path, in the query or in a header. */
export function parameterExample(endpoints: AnyEndpoint[], name: string, examples: Examples): { example?: unknown } {
  for (const endpoint of endpoints) {
    const { path = {}, fields = {}, headers = {} } = examples.endpoints[endpoint.route] ?? {}
    const text = path[name] ?? fields[name] ?? headers[name]
    if (text !== undefined) return { example: valueOf(endpoint, name, text) }
  }
  return {}
}

/** Returns the examples with a name for each, as OpenAPI requires. */
function nameExamples(
  endpoints: AnyEndpoint[],
  examples: Examples,
  read: (example: Example, endpoint: AnyEndpoint) => unknown,
): NamedExamples {
  const recorded = endpoints
    .filter((endpoint) => !isOnSite(endpoint))
    .flatMap((endpoint) => {
      const example = examples.endpoints[endpoint.route]
      const value = example && read(example, endpoint)
      return value === undefined ? [] : [{ summary: endpoint.summary, value }]
    })
  if (recorded.length === 0) return {}
  const named = recorded.map((example, index) => [index === 0 ? 'recorded' : `recorded_${index + 1}`, example])
  return { examples: Object.fromEntries(named) }
}

function valueOf(endpoint: AnyEndpoint, name: string, text: string): unknown {
  const parameter = parametersOf(endpoint).find((declared) => declared.name === name)
  const isJson = parameter?.sentAs === 'JSON' || parameter?.sentAs === 'either'
  const value = isJson ? parseJson(text) : undefined
  return value === undefined ? text : value
}
