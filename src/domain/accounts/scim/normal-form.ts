import { isNamed, isObject, type Attribute, type Json, type Resource, type Schema } from './attribute'
import { badScimRequest } from './refusals'

const MAX_TEXT_CHARACTERS = 300
const MAX_VALUES = 20
const MAX_MEMBERS = 5000

/**
 * Returns the attributes of a resource that the schema knows, in its spelling. Directories send many others, in any case, and
 * write booleans as text. What only the server may write is left out. Throws `invalidValue`.
 */
export function normalForm({ attributes }: Pick<Schema, 'attributes'>, resource: Resource): Resource {
  const entries = Object.entries(resource).flatMap(([name, value]) => {
    const attribute = attributes.find(isNamed(name))
    const normal = attribute && normalValue(attribute, value)
    return attribute === undefined || normal === undefined ? [] : [[attribute.name, normal] as const]
  })
  return Object.fromEntries(entries)
}

/** Returns the value of an attribute in normal form; undefined if it has none. */
export function normalValue(attribute: Attribute, value: Json): Json | undefined {
  if (attribute.mutability === 'readOnly' || value === null) return undefined
  if (!attribute.multiValued) return singleValue(attribute, value)
  const values = Array.isArray(value) ? value : [value]
  const most = attribute.name === 'members' ? MAX_MEMBERS : MAX_VALUES
  if (values.length > most) throw invalid(attribute, `has more than ${most} values`)
  return values.flatMap((item) => singleValue(attribute, isObject(item) ? item : { value: item }) ?? [])
}

function singleValue(attribute: Attribute, value: Json): Json | undefined {
  if (value === null) return undefined
  switch (attribute.type) {
    case 'boolean':
      return booleanOf(attribute, value)
    case 'complex':
      if (!isObject(value)) throw invalid(attribute, 'must be an object')
      return normalForm({ attributes: attribute.subAttributes ?? [] }, value)
    case 'string':
    case 'reference':
      return textOf(attribute, value)
  }
}

function booleanOf(attribute: Attribute, value: Json): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text !== 'true' && text !== 'false') throw invalid(attribute, 'must be true or false')
  return text === 'true'
}

function textOf(attribute: Attribute, value: Json): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') throw invalid(attribute, 'must be text')
  if (text.length > MAX_TEXT_CHARACTERS) throw invalid(attribute, `has more than ${MAX_TEXT_CHARACTERS} characters`)
  const isKnown = attribute.canonicalValues?.some((canonical) => canonical.toLowerCase() === text.toLowerCase())
  if (attribute.name === 'value' && isKnown === false) throw invalid(attribute, `must be one of the canonical values`)
  return text
}

const invalid = ({ name }: Attribute, problem: string) => badScimRequest('invalidValue', `${name} ${problem}`)
