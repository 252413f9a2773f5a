import type * as v from 'valibot'

/** A valibot schema as a walk over it sees it: whatever its parts may be. */
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

/** The schema that a pipe begins with, and what the pipe does to its values, however deep pipes lie within pipes. */
export function pipeOf(part: Part): { schema: Part; actions: Action[] } {
  const [first, ...rest] = part.pipe ?? []
  if (first === undefined || first.kind !== 'schema') return { schema: part, actions: [] }
  const inner = first === part ? { schema: part, actions: [] } : pipeOf(first)
  return { schema: inner.schema, actions: [...inner.actions, ...rest.filter((each) => each.kind !== 'schema')] }
}

const BOUNDS: Record<string, string> = { string: 'max_length', array: 'max_length', record: 'max_entries' }

/** How many characters, items or entries a text, a list or an object may have. */
export function boundOf(part: Part): number | undefined {
  const { schema, actions } = pipeOf(part)
  const most = actions.filter(({ type }) => type === BOUNDS[schema.type]).map(({ requirement }) => Number(requirement))
  return most.length === 0 ? undefined : Math.min(...most)
}

const BOUNDED_BY_THEMSELVES = new Set([
  'boolean',
  'file',
  'literal',
  'never',
  'null',
  'number',
  'picklist',
  'undefined',
])
const SEVERAL = new Set(['object', 'strict_object', 'strict_tuple', 'tuple', 'union'])
const WRAPPERS = new Set(['exact_optional', 'nullable', 'nullish', 'optional'])

/** The places within a parameter that have no bound of their own: `''` is the parameter itself. */
export function unboundedIn(part: Part): string[] {
  const { schema } = pipeOf(part)
  const { type } = schema
  if (WRAPPERS.has(type)) return unboundedIn(schema.wrapped!)
  if (BOUNDED_BY_THEMSELVES.has(type)) return []
  // A kind of schema that this walk does not know has no bound that it knows of.
  const isBounded = SEVERAL.has(type) || (type in BOUNDS && boundOf(part) !== undefined)
  return [
    ...(isBounded ? [] : ['']),
    ...partsOf(schema).flatMap(([name, each]) => unboundedIn(each).map((place) => name + place)),
  ]
}

/** What a schema is made of, each with its place. */
function partsOf({ type, item, items, entries, options, key, value }: Part): [string, Part][] {
  if (item) return [['[]', item]]
  if (items) return items.map((each, nth) => [`[${nth}]`, each])
  if (entries) return Object.entries(entries).map(([name, each]) => [`.${name}`, each])
  if (key && value)
    return [
      ['{key}', key],
      ['{value}', value],
    ]
  return type === 'union' ? (options as Part[]).map((each, nth) => [`|${nth}`, each]) : []
}
