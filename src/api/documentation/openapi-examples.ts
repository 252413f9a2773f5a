import { isOnSite, type AnyEndpoint } from '../endpoint'
import { parseJson } from '../parse-json'
import { inVendorSpelling } from '../vendor-names'
import type { Example, Examples, Recorded } from './examples'
import { parametersOf } from './parameters'

type NamedExamples = { examples?: Record<string, { summary: string; value: unknown }> }

/** The recorded answers of an operation, which may stand for several endpoints. */
export const answerExamples = (endpoints: AnyEndpoint[], { examples, vendor }: Recorded): NamedExamples =>
  named(endpoints, examples, ({ answer }) =>
    answer === undefined ? undefined : JSON.parse(inVendorSpelling(JSON.stringify(answer), vendor)),
  )

/** The recorded forms of an operation. Values that are sent as JSON are shown as values. */
export const formExamples = (endpoints: AnyEndpoint[], examples: Examples): NamedExamples =>
  named(endpoints, examples, ({ fields, files }, endpoint) => {
    const values = Object.entries(fields ?? {}).map(([name, text]) => [name, valueOf(endpoint, name, text)])
    const whole = { ...Object.fromEntries(values), ...files }
    return Object.keys(whole).length > 0 ? whole : undefined
  })

/** The recorded value of a parameter in the path, in the query or in a header. */
export function parameterExample(endpoints: AnyEndpoint[], name: string, examples: Examples): { example?: unknown } {
  for (const endpoint of endpoints) {
    const { path = {}, fields = {}, headers = {} } = examples.endpoints[endpoint.route] ?? {}
    const text = path[name] ?? fields[name] ?? headers[name]
    if (text !== undefined) return { example: valueOf(endpoint, name, text) }
  }
  return {}
}

function named(
  endpoints: AnyEndpoint[],
  examples: Examples,
  read: (example: Example, endpoint: AnyEndpoint) => unknown,
): NamedExamples {
  const found = endpoints
    .filter((endpoint) => !isOnSite(endpoint))
    .flatMap((endpoint) => {
      const example = examples.endpoints[endpoint.route]
      const value = example && read(example, endpoint)
      return value === undefined ? [] : [{ summary: endpoint.summary, value }]
    })
  if (found.length === 0) return {}
  return { examples: Object.fromEntries(found.map((each, at) => [at === 0 ? 'recorded' : `recorded_${at + 1}`, each])) }
}

function valueOf(endpoint: AnyEndpoint, name: string, text: string): unknown {
  const parameter = parametersOf(endpoint).find((each) => each.name === name)
  const isJson = parameter?.travelsAs === 'JSON' || parameter?.travelsAs === 'either'
  return isJson ? (parseJson(text) ?? text) : text
}
