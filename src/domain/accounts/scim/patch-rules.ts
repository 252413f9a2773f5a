import { isNamed, isObject, textIn, valueOf, type Attribute, type Json, type Resource, type Schema } from './attribute'
import { parseFilter, passes, type Filter } from './filter-rules'
import { normalForm, normalValue } from './normal-form'
import { badScimRequest } from './refusals'

type Operation = { op: 'add' | 'replace' | 'remove'; path: string | undefined; value: Json | undefined }

const MAX_OPERATIONS = 1000
/** Each operation looks at all values of its attribute: of a group, at all members. */
const MAX_VALUES_LOOKED_AT = 1_000_000

/** Returns the operations in the body of a PATCH. Their names have no case: Entra writes `Add`. Throws `invalidSyntax`. */
export function operationsIn(body: Resource): Operation[] {
  const list = valueOf(body, 'Operations')
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_OPERATIONS)
    throw badScimRequest('invalidSyntax', `Operations must be a list of 1 to ${MAX_OPERATIONS} operations`)
  return list.map((item: Json) => {
    const op = isObject(item) ? valueOf(item, 'op') : undefined
    const operationName = (['add', 'replace', 'remove'] as const).find(
      (name) => typeof op === 'string' && name === op.toLowerCase(),
    )
    const path = isObject(item) ? valueOf(item, 'path') : undefined
    if (
      !isObject(item) ||
      operationName === undefined ||
      (path !== undefined && path !== null && typeof path !== 'string')
    )
      throw badScimRequest('invalidSyntax', 'An operation needs an op: add, replace or remove')
    return { op: operationName, path: typeof path === 'string' ? path : undefined, value: valueOf(item, 'value') }
  })
}

/**
 * Returns a resource in normal form after the operations. Attributes that the schema does not know are ignored. Throws if the
 * operations look at too many values altogether.
 */
export function patched(schema: Schema, resource: Resource, operations: readonly Operation[]): Resource {
  const budget: Budget = { values: MAX_VALUES_LOOKED_AT }
  return operations.reduce((current, operation) => applied({ schema, budget }, current, operation), resource)
}

/** How many values the operations may still look at. */
type Budget = { values: number }
type Context = { schema: Schema; budget: Budget }

function applied(context: Context, resource: Resource, { op, path, value }: Operation): Resource {
  if (path !== undefined && path !== '') return appliedAt(context, resource, { op, path, value })
  if (op === 'remove') throw badScimRequest('noTarget', 'A removal needs a path')
  // Okta sends the changed attributes as one object, without a path.
  if (!isObject(value)) throw badScimRequest('invalidValue', 'An operation without a path needs an object')
  return Object.entries(value).reduce(
    (current, [name, part]) =>
      name.toLowerCase() === 'schemas' ? current : appliedAt(context, current, { op, path: name, value: part }),
    resource,
  )
}

type Target = { attribute: Attribute; filter: Filter | undefined; sub: Attribute | undefined }
type Change = { op: Operation['op']; path: string; value: Json | undefined }

function appliedAt({ schema, budget }: Context, resource: Resource, { op, path, value }: Change): Resource {
  const target = targetOf(schema, path)
  if (target === undefined) return resource
  const { attribute } = target
  if (attribute.mutability === 'readOnly') return resource
  const old = resource[attribute.name]
  budget.values -= Array.isArray(old) ? old.length : 1
  if (budget.values < 0) throw badScimRequest('invalidValue', 'The operations change too many values at once')
  const change = { op: value === null ? ('remove' as const) : op, value: value ?? undefined }
  const next = attribute.multiValued
    ? changedValues(target, Array.isArray(old) ? old.filter(isObject) : [], change)
    : changedValue(target, old, change)
  const { [attribute.name]: _, ...others } = resource
  const isEmpty = next === undefined || (Array.isArray(next) && next.length === 0)
  return isEmpty ? others : { ...others, [attribute.name]: next }
}

const PATH = /^([A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/

/** Returns what a path names; undefined for an attribute that the schema does not know. Throws `invalidPath`. */
function targetOf(schema: Schema, path: string): Target | undefined {
  const prefix = `${schema.id}:`.toLowerCase()
  const local = path.toLowerCase().startsWith(prefix) ? path.slice(prefix.length) : path
  if (local.toLowerCase().startsWith('urn:')) return undefined
  const [, name, filter, subName] = PATH.exec(local) ?? []
  if (name === undefined) throw badScimRequest('invalidPath', `The path ${path.slice(0, 100)} is malformed`)
  const attribute = schema.attributes.find(isNamed(name))
  const sub = subName === undefined ? undefined : attribute?.subAttributes?.find(isNamed(subName))
  if (attribute === undefined || (subName !== undefined && sub === undefined)) return undefined
  return { attribute, filter: filter === undefined ? undefined : parseFilter(filter), sub }
}

type Value = { op: Operation['op']; value: Json | undefined }

function changedValue({ attribute, sub }: Target, old: Json | undefined, { op, value }: Value): Json | undefined {
  const before = isObject(old) ? old : {}
  if (sub) {
    const { [sub.name]: _, ...others } = before
    const part = op === 'remove' ? undefined : normalValue(sub, required(value))
    const next = part === undefined ? others : { ...others, [sub.name]: part }
    return Object.keys(next).length === 0 ? undefined : next
  }
  if (op === 'remove') return undefined
  const next = normalValue(attribute, required(value))
  return isObject(next) ? { ...before, ...next } : next
}

function changedValues(target: Target, old: readonly Resource[], { op, value }: Value): Json | undefined {
  const { attribute, filter, sub } = target
  const matches = (item: Resource) => filter === undefined || passes(filter, item)
  if (op === 'remove') {
    if (sub) return old.map((item) => (matches(item) ? without(item, sub.name) : item))
    // Entra lists the values to remove beside the path.
    const listed = value === undefined ? undefined : keysOf(normalValue(attribute, value))
    return old.filter((item) => !matches(item) || (listed !== undefined && !listed.has(textIn(item.value))))
  }
  if (sub) {
    const part = normalValue(sub, required(value))!
    if (old.some(matches)) return old.map((item) => (matches(item) ? { ...item, [sub.name]: part } : item))
    return [...old, { ...stated(filter, attribute), [sub.name]: part }]
  }
  const given = normalValue(attribute, required(value))
  const values = Array.isArray(given) ? given.filter(isObject) : []
  if (filter) {
    const [first = {}] = values
    return old.map((item) => (matches(item) ? { ...item, ...first } : item))
  }
  return op === 'replace' ? values : added(old, values)
}

function required(value: Json | undefined): Json {
  if (value === undefined) throw badScimRequest('invalidValue', 'An operation has no value')
  return value
}

const without = (item: Resource, name: string): Resource =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key !== name))

const keysOf = (values: Json | undefined): Set<string> =>
  new Set((Array.isArray(values) ? values : []).flatMap((item) => (isObject(item) ? [textIn(item.value)] : [])))

/** A value that is there already is replaced. At most one value is the primary one. */
function added(old: readonly Resource[], values: readonly Resource[]): Resource[] {
  const given = keysOf(values)
  const hasPrimary = values.some(({ primary }) => primary === true)
  const kept = old
    .filter((item) => !given.has(textIn(item.value)))
    .map((item) => (hasPrimary && item.primary === true ? { ...item, primary: false } : item))
  return [...kept, ...values]
}

/** Returns the attributes that a filter such as `[type eq "work"]` states, for a value that does not exist yet. */
function stated(filter: Filter | undefined, attribute: Attribute): Resource {
  if (filter?.kind === 'and') return Object.assign({}, ...filter.parts.map((part) => stated(part, attribute)))
  if (filter?.kind !== 'compare' || filter.operator !== 'eq' || filter.path.length !== 1) return {}
  return normalForm({ attributes: attribute.subAttributes ?? [] }, { [filter.path[0]!]: filter.value })
}
