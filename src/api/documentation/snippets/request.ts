import { PATH_PARAM, isOnSite, methodOf, pathOf, type AnyEndpoint } from '../../endpoint'
import { API_ROOT } from '../../routes'
import type { Example } from '../examples'
import { parametersOf, takesForm } from '../parameters'

/** An example request, from which each language makes its code. */
export type ExampleRequest = {
  method: string
  url: string
  authorization: 'none' | 'account' | 'deployment'
  /** Lists and objects are values. All other fields are the text that is sent. */
  query: Fields
  form: Fields
  headers: Record<string, string>
  /** File names by field. A form with files is a multipart form. */
  files: Record<string, string>
  /** Whether the body is the bytes of a file. */
  hasBody: boolean
  answersJson: boolean
}

export type Fields = Record<string, unknown>

const SERVER = 'https://chat.example.com'
export const EMAIL = 'ada@example.com'
/** The file whose bytes are a body that is not a form. */
export const BODY_FILE = 'part.bin'

/** Returns the request of an example, with its full URL. */
export function exampleRequest(endpoint: AnyEndpoint, example: Example): ExampleRequest {
  const { path = {}, headers = {}, files = {}, body, answer } = example
  const filled = pathOf(endpoint).replaceAll(PATH_PARAM, (_, name: string) => encoded(path[name] ?? name))
  const fields = fieldValues(endpoint, example.fields ?? {})
  const isForm = takesForm(endpoint) || Object.keys(files).length > 0
  const { needs } = endpoint.caller
  return {
    method: methodOf(endpoint),
    url: SERVER + (isOnSite(endpoint) ? '' : API_ROOT) + filled,
    authorization: needs === 'none' ? 'none' : needs === 'deployment' ? 'deployment' : 'account',
    query: isForm ? {} : fields,
    form: isForm ? fields : {},
    headers: body === undefined ? headers : { 'Content-Type': body, ...headers },
    files,
    hasBody: body !== undefined,
    answersJson: answer !== undefined,
  }
}

const encoded = (text: string) => text.split('/').map(encodeURIComponent).join('/')

/** Returns the fields. Lists and objects in JSON are parsed, so that each language can write them as its own values. */
function fieldValues(endpoint: AnyEndpoint, fields: Record<string, string>): Fields {
  const plain = new Set(parametersOf(endpoint).flatMap(({ name, sentAs }) => (sentAs === 'text' ? [name] : [])))
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      !plain.has(name) && isStructure(text) ? JSON.parse(text) : text,
    ]),
  )
}

function isStructure(text: string): boolean {
  try {
    return /^[[{]/.test(text) && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

export const isEmpty = (object: object): boolean => Object.keys(object).length === 0

/** Returns the code of a call or an object: on one line if it fits there, or else with one line for each part. */
export function wrapped(before: string, parts: readonly string[], after: string, { indent, step }: Layout): string {
  const line = `${before}${parts.join(', ')}${after}`
  if (line.length + indent.length <= LINE_LENGTH && !line.includes('\n')) return line
  return `${before.trimEnd()}\n${parts.map((part) => `${indent}${step}${part},\n`).join('')}${indent}${after.trimStart()}`
}

type Layout = { indent: string; step: string }

const LINE_LENGTH = 80
