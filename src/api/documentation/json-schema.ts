import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** Returns the JSON Schema of a declared type, as it is before the server transforms the value. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const cached = converted.get(schema)
  if (cached) return cached
  const { $schema: _, ...result } = toJsonSchema(schema, CONVERSION)
  converted.set(schema, result)
  return result
}

/** The content of a file. */
export const BYTES: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' }

// The page and the document request each schema several times, and the conversion is most of their work.
const converted = new WeakMap<v.GenericSchema, JsonSchema>()

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // A rule that JSON Schema cannot express is left out. The document then allows more than the server does.
  errorMode: 'ignore',
  overrideSchema({ valibotSchema, jsonSchema }) {
    if (FILES.has(valibotSchema.type)) return BYTES
    // Programs in Go, Java and Python keep a number that is no integer as a float, which rounds large ids and times.
    if (jsonSchema.type === 'number') return { ...jsonSchema, type: 'integer' }
    if (jsonSchema.prefixItems) return { ...jsonSchema, minItems: jsonSchema.prefixItems.length }
    // Each feature level adds fields to answers, so clients must accept fields that they do not know.
    return valibotSchema.type === 'strict_object'
      ? without(jsonSchema, (key) => key === 'additionalProperties')
      : undefined
  },
  overrideAction({ valibotAction, jsonSchema }) {
    // Every integer has the bounds of the safe integers, so the document omits them.
    if (valibotAction.type === 'safe_integer') return without(jsonSchema, (_, value) => isEndOfIntegers(value))
    // What the server notes about a parameter is no keyword of JSON Schema.
    if (!isMetadata(valibotAction)) return undefined
    const type = valibotAction.metadata.may_be_fraction === true ? { type: 'number' as const } : {}
    return { ...without(jsonSchema, (key) => key in valibotAction.metadata), ...type }
  },
}

const isMetadata = (action: object): action is v.MetadataAction<unknown, Record<string, unknown>> =>
  'type' in action && action.type === 'metadata'

const FILES = new Set(['file', 'blob', 'instance'])

const isEndOfIntegers = (value: unknown) => value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER

const without = (jsonSchema: JsonSchema, isUnwanted: (key: string, value: unknown) => boolean): JsonSchema =>
  Object.fromEntries(Object.entries(jsonSchema).filter(([key, value]) => !isUnwanted(key, value)))
