/** An attribute of SCIM, as `/Schemas` describes it. */
export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable'
  returned: 'default' | 'always'
  uniqueness: 'none' | 'server'
  canonicalValues?: readonly string[]
  referenceTypes?: readonly string[]
  subAttributes?: readonly Attribute[]
}

export type Schema = { id: string; name: string; description: string; attributes: readonly Attribute[] }

/** A resource or a part of one, as JSON. */
export type Json = string | boolean | number | null | readonly Json[] | { readonly [name: string]: Json }
export type Resource = { readonly [name: string]: Json }

export const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of attributes have no case. */
export const isNamed = (name: string) => {
  const key = name.toLowerCase()
  return (attribute: { name: string }): boolean => attribute.name.toLowerCase() === key
}

/** Returns the value of an attribute, whatever the case of its name. */
export function valueOf(resource: Resource, name: string): Json | undefined {
  const found = Object.keys(resource).find((key) => key.toLowerCase() === name.toLowerCase())
  return found === undefined ? undefined : resource[found]
}

/** Returns text, a number or a boolean as text; nothing for other values. */
export const textIn = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
