import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** A declared shape as clients' tools know it: JSON Schema, of what travels (a transformed value never does). */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, CONVERSION)
  return converted
}

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // A rule that JSON Schema has no word for is left out: the document then allows more than the server does.
  errorMode: 'ignore',
  overrideSchema({ valibotSchema, jsonSchema }) {
    if (FILES.has(valibotSchema.type)) return { type: 'string', contentMediaType: 'application/octet-stream' }
    // Answers gain fields with every feature level, and clients must bear with those they do not know.
    return valibotSchema.type === 'strict_object'
      ? without(jsonSchema, (key) => key === 'additionalProperties')
      : undefined
  },
  overrideAction({ valibotAction, jsonSchema }) {
    // That integers end where they are no longer exact goes without saying.
    if (valibotAction.type === 'safe_integer') return without(jsonSchema, (_, value) => isEndOfIntegers(value))
    // Older names are told as parameters of their own.
    return valibotAction.type === 'metadata' ? without(jsonSchema, (key) => key === 'aliases') : undefined
  },
}

const FILES = new Set(['file', 'blob', 'instance'])

const isEndOfIntegers = (value: unknown) => value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER

const without = (jsonSchema: JsonSchema, isUnwanted: (key: string, value: unknown) => boolean): JsonSchema =>
  Object.fromEntries(Object.entries(jsonSchema).filter(([key, value]) => !isUnwanted(key, value)))
