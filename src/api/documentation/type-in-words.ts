import type { JsonSchema } from '@valibot/to-json-schema'

/** Returns the type of a value in words: "list of at most 5 integers", "text or null". */
export function typeInWords(schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== 'object') return 'anything'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeInWords))].join(' or ')
  if (schema.contentMediaType !== undefined) return 'file'
  if (schema.type === 'array') return arrayInWords(schema)
  if (schema.type === 'object') return objectInWords(schema)
  return `${NAMES[String(schema.type)] ?? 'anything'}${limitsOf(schema)}`
}

const NAMES: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  null: 'null',
}

function arrayInWords({ prefixItems, items, maxItems }: JsonSchema): string {
  if (prefixItems) return `[${prefixItems.map(typeInWords).join(', ')}]`
  const item = Array.isArray(items) ? 'anything' : typeInWords(items)
  const list = maxItems === undefined ? 'list of' : `list of at most ${maxItems}`
  return /[ |]/.test(item) ? `${list} (${item})` : `${list} ${item === 'anything' ? item : (PLURALS[item] ?? item)}`
}

const PLURALS: Record<string, string> = {
  text: 'texts',
  number: 'numbers',
  integer: 'integers',
  boolean: 'booleans',
  object: 'objects',
  file: 'files',
}

function objectInWords(schema: JsonSchema): string {
  const { additionalProperties, properties } = schema
  const hasOwn = properties !== undefined && Object.keys(properties).length > 0
  if (hasOwn || typeof additionalProperties !== 'object') return 'object'
  return `map${limitsOf(schema)} to ${typeInWords(additionalProperties)}`
}

function limitsOf({ minimum, maximum, minLength, maxLength, maxProperties }: JsonSchema): string {
  const limits = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxProperties === undefined ? [] : [`at most ${maxProperties} entries`]),
  ]
  return limits.length > 0 ? ` (${limits.join(', ')})` : ''
}
