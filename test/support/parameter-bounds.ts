import type * as v from 'valibot'

/** A valibot schema with the parts that any kind of schema can have. */
export type Part = v.GenericSchema & {
  pipe?: readonly (Part | Action)[]
  wrapped?: Part
  item?: Part
  items?: readonly Part[]
  entries?: Record<string, Part>
  options?: readonly unknown[]
  literal?: unknown
  key?: Part
  value?: Part
}
type Action = { kind: 'validation' | 'transformation' | 'metadata'; type: string; requirement?: unknown }

/** Returns the schema that a pipe begins with, and all actions of the pipe. Pipes can be nested. */
export function pipeOf(part: Part): { schema: Part; actions: Action[] } {
  const [first, ...steps] = part.pipe ?? []
  if (first === undefined || first.kind !== 'schema') return { schema: part, actions: [] }
  const inner = first === part ? { schema: part, actions: [] } : pipeOf(first)
  return { schema: inner.schema, actions: [...inner.actions, ...steps.filter((step) => step.kind !== 'schema')] }
}

const BOUNDS: Record<string, string> = { string: 'max_length', array: 'max_length', record: 'max_entries' }

/** Returns how many characters, items or entries a string, an array or a record may have. */
export function boundOf(part: Part): number | undefined {
  const { schema, actions } = pipeOf(part)
  const bounds = actions
    .filter(({ type }) => type === BOUNDS[schema.type])
    .map(({ requirement }) => Number(requirement))
  return bounds.length === 0 ? undefined : Math.min(...bounds)
}

const NEEDS_NO_BOUND = new Set(['boolean', 'file', 'literal', 'never', 'null', 'number', 'picklist', 'undefined'])
const HAS_FIXED_PARTS = new Set(['object', 'strict_object', 'strict_tuple', 'tuple', 'union'])
const WRAPPERS = new Set(['exact_optional', 'nullable', 'nullish', 'optional'])

/** Returns the paths within a parameter that have no bound. `''` is the parameter itself. */
export function unboundedIn(part: Part): string[] {
  const { schema } = pipeOf(part)
  const { type } = schema
  if (WRAPPERS.has(type)) return unboundedIn(schema.wrapped!)
  if (NEEDS_NO_BOUND.has(type)) return []
  // A kind of schema that is not in these lists counts as unbounded.
  const isBounded = HAS_FIXED_PARTS.has(type) || (type in BOUNDS && boundOf(part) !== undefined)
  return [
    ...(isBounded ? [] : ['']),
    ...partsOf(schema).flatMap(([name, inner]) => unboundedIn(inner).map((path) => name + path)),
  ]
}

/** Returns the parts of a schema, each with its path. */
function partsOf({ type, item, items, entries, options, key, value }: Part): [string, Part][] {
  if (item) return [['[]', item]]
  if (items) return items.map((inner, index) => [`[${index}]`, inner])
  if (entries) return Object.entries(entries).map(([name, inner]) => [`.${name}`, inner])
  if (key && value)
    return [
      ['{key}', key],
      ['{value}', value],
    ]
  return type === 'union' ? (options as Part[]).map((inner, index) => [`|${index}`, inner]) : []
}
