import { methodOf, type AnyEndpoint } from '../../src/api/endpoint'
import { isInHeader, takesFiles } from '../../src/api/params'
import { boundOf, pipeOf, type Part } from '../support/parameter-bounds'
import { formOf, type FieldValue } from '../support/person'
import { HINTS, POOLS } from './hints'
import type { World } from './world'

// The limit of a form is in read-fields.ts. The platform limits the length of an address.
const MAX_FORM_BYTES = 1024 * 1024
const MAX_QUERY_BYTES = 15_000

type Fields = Record<string, FieldValue>

/**
 * Returns the largest request that an endpoint's declaration allows. It has all parameters, and each list and each text is as long
 * as its bound. Names and ids exist in the world. If a request would be too large, all of its lists and texts are shortened.
 */
export function largestRequest(endpoint: AnyEndpoint, world: World, own: Fields = {}): Fields {
  const bytesMax = ['GET', 'HEAD'].includes(methodOf(endpoint)) ? MAX_QUERY_BYTES : MAX_FORM_BYTES
  // The realm object stops when it has no request for ten seconds, so few sizes are tried. A list of texts shrinks by the square.
  for (let scale = 1, bytes; ; scale *= Math.min(0.9, Math.sqrt(bytesMax / bytes))) {
    const fields = { ...fieldsOf(endpoint, world, scale), ...own }
    bytes = String(formOf(fields)).length
    if (bytes <= bytesMax) return fields
    if (scale < 0.001) throw new Error(`${endpoint.route}: does not fit into a request`)
  }
}

/** Returns the bound of a parameter, or the largest bound of its alternatives. */
export function mostOf(part: Part): number {
  const { schema } = pipeOf(part)
  if (schema.wrapped) return mostOf(schema.wrapped)
  if (schema.type === 'union') return Math.max(...(schema.options as Part[]).map(mostOf))
  return boundOf(part) ?? 0
}

const fieldsOf = ({ params }: AnyEndpoint, world: World, scale: number): Fields =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([, schema]) => !takesFiles(schema) && !isInHeader(schema))
      .map(([name, schema]) => [name, valueFor(schema, name, { world, scale, index: 0 })]),
  )

/** `index` numbers the items of a list, so that they differ. */
type Context = { world: World; scale: number; index: number }

function valueFor(part: Part, name: string, context: Context): FieldValue {
  const hint = HINTS[name]
  if (hint) return hint(context.world)
  const pool = POOLS[name]?.(context.world)
  const most = mostOf(part)
  if (pool === undefined || most === 0) return largest(part, name, context)
  if (pool.length < most) throw new Error(`A request can have ${most} ${name}, and the world has only ${pool.length}`)
  return pool.slice(0, scaled(most, context))
}

const scaled = (most: number, { scale }: Context) => Math.ceil(most * scale)

/** Returns the largest value of a schema. The items of a list differ if they can. */
function largest(part: Part, name: string, context: Context): FieldValue {
  const { schema } = pipeOf(part)
  const inner = (item: Part, key = name) => valueFor(item, key, context)
  const most = scaled(boundOf(part) ?? 0, context)
  const items = <Item>(itemOf: (itemContext: Context) => Item) =>
    Array.from({ length: most }, (_, index) => itemOf({ ...context, index }))
  switch (schema.type) {
    case 'optional':
    case 'nullable':
    case 'nullish':
      return largest(schema.wrapped!, name, context)
    case 'boolean':
      return true
    case 'number':
      return context.index + 1
    case 'string':
      return `${context.index} `.padEnd(most, 'x').slice(0, Math.max(most, 1))
    case 'literal':
      return schema.literal as FieldValue
    case 'picklist':
      return schema.options![0] as FieldValue
    case 'array':
      return items((itemContext) => largest(schema.item!, name, itemContext))
    case 'tuple':
    case 'strict_tuple':
      return schema.items!.map((item) => inner(item))
    case 'object':
    case 'strict_object':
      return Object.fromEntries(Object.entries(schema.entries!).map(([key, entry]) => [key, inner(entry, key)]))
    case 'record':
      return Object.fromEntries(
        items((itemContext) => [largest(schema.key!, name, itemContext), largest(schema.value!, name, itemContext)]),
      )
    case 'union':
      return (schema.options as Part[])
        .map((option) => largest(option, name, context))
        .reduce((a, b) => (JSON.stringify(b).length > JSON.stringify(a).length ? b : a))
    default:
      throw new Error(`The values of a schema of type ${schema.type} are unknown`)
  }
}
