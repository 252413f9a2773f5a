import type { JsonSchema } from '@valibot/to-json-schema'
import type { Schemas } from '../endpoint'
import { jsonSchemaOf } from './json-schema'

/** One field of an answer, of an event or of an object within them. */
export type Field = { name: string; schema: JsonSchema | boolean; isRequired: boolean }

/** Returns the fields that an answer or an event declares. */
export const fieldsOf = (schemas: Schemas): Field[] =>
  Object.entries(schemas).map(([name, schema]) => ({
    name,
    schema: jsonSchemaOf(schema),
    isRequired: !['optional', 'exact_optional', 'nullish'].includes(schema.type),
  }))

/** Returns the fields within a value: of an object, of the objects in a list or a map, of each alternative. */
export function fieldsWithin(schema: JsonSchema | boolean | undefined): Field[] {
  if (typeof schema !== 'object') return []
  if (schema.properties)
    return Object.entries(schema.properties).map(([name, field]) => ({
      name,
      schema: field,
      isRequired: schema.required?.includes(name) ?? false,
    }))
  if (schema.anyOf) return fieldsOfAny(schema.anyOf.map(fieldsWithin))
  if (schema.type === 'array') return Array.isArray(schema.items) ? [] : fieldsWithin(schema.items)
  return fieldsWithin(schema.additionalProperties)
}

/** Returns the fields of several alternatives, each once. A field that one of them lacks is not required. */
function fieldsOfAny(alternatives: readonly (readonly Field[])[]): Field[] {
  const byName = Map.groupBy(alternatives.flat(), ({ name }) => name)
  const withFields = alternatives.filter((fields) => fields.length > 0)
  return [...byName].map(([name, fields]) => {
    const schemas = new Map(fields.map(({ schema }) => [JSON.stringify(schema), schema]))
    const [first = true, ...others] = schemas.values()
    const schema =
      others.length === 0 ? first : { anyOf: [first, ...others].filter((each) => typeof each === 'object') }
    return { name, schema, isRequired: fields.length === withFields.length && fields.every((each) => each.isRequired) }
  })
}
