import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { methodOf, pathParamsOf, type AnyEndpoint } from '../endpoint'
import { BYTES, jsonSchemaOf } from './json-schema'
import { aliasesOf, isInHeader, isText, mayBeText } from '../params'

/** A parameter as the documentation shows it. */
export type DescribedParameter = {
  name: string
  place: 'path' | 'query' | 'form' | 'header'
  isRequired: boolean
  aliases: string[]
  /** The form in which a client sends it. The server reads `either` first as JSON, then as text. */
  sentAs: 'text' | 'JSON' | 'either' | 'file'
  schema: JsonSchema
}

/** A DELETE accepts its parameters either way. The documentation shows the query, which every tool can send. */
const FORM_METHODS = ['POST', 'PATCH', 'PUT']

export const takesForm = (endpoint: AnyEndpoint) => !endpoint.streams && FORM_METHODS.includes(methodOf(endpoint))

/** Returns the parameters of an endpoint. */
export function parametersOf(endpoint: AnyEndpoint): DescribedParameter[] {
  const inPath = pathParamsOf(endpoint)
  const elsewhere = takesForm(endpoint) ? 'form' : 'query'
  return Object.entries(endpoint.params).map(([name, declared]) => {
    const isInPath = inPath.includes(name)
    const schema = isInPath ? notEmpty(jsonSchemaOf(declared)) : jsonSchemaOf(declared)
    return {
      name,
      place: isInPath ? 'path' : isInHeader(declared) ? 'header' : elsewhere,
      isRequired: !v.is(declared, undefined),
      aliases: aliasesOf(declared),
      sentAs: isFile(schema) ? 'file' : spelling(declared),
      // The server reads all files of a form, and each endpoint accepts one.
      schema: isFile(schema) ? BYTES : schema,
    }
  })
}

/** Returns a schema without empty text. A path with an empty segment is a different path. */
const notEmpty = (schema: JsonSchema): JsonSchema =>
  schema.type === 'string' && schema.enum === undefined ? { ...schema, minLength: 1 } : schema

const isFile = ({ contentMediaType, items }: JsonSchema): boolean =>
  contentMediaType !== undefined || (typeof items === 'object' && !Array.isArray(items) && isFile(items))

function spelling(schema: v.GenericSchema): DescribedParameter['sentAs'] {
  if (isText(schema)) return 'text'
  return mayBeText(schema) ? 'either' : 'JSON'
}
