import { methodOf, type AnyEndpoint } from '../../src/api/endpoint'
import { isInHeader, takesFiles } from '../../src/api/params'
import { boundOf, pipeOf, type Part } from '../support/parameter-bounds'
import { formOf, type FieldValue } from '../support/person'
import { HINTS, POOLS } from './hints'
import type { World } from './world'

/** A form may hold so much (read-fields.ts), and an address may be so long where the platform still takes it. */
const MOST_BYTES_OF_FORM = 1024 * 1024
const MOST_BYTES_OF_QUERY = 15_000

type Fields = Record<string, FieldValue>

/**
 * The largest request that an endpoint's declaration allows: every parameter is there, each list is as long as its bound,
 * each text too. Names and ids mean what there is in the world. What does not fit in a request is shortened evenly.
 */
export function largestRequest(endpoint: AnyEndpoint, world: World, own: Fields = {}): Fields {
  const most = ['GET', 'HEAD'].includes(methodOf(endpoint)) ? MOST_BYTES_OF_QUERY : MOST_BYTES_OF_FORM
  for (let scale = 1; ; scale *= 0.9) {
    const fields = { ...fieldsOf(endpoint, world, scale), ...own }
    if (String(formOf(fields)).length <= most) return fields
    if (scale < 0.001) throw new Error(`${endpoint.route}: nothing of it fits in a request`)
  }
}

/** How long a parameter may be, or the longest of the kinds that it may be. */
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
      .map(([name, schema]) => [name, largestNamed(schema, name, { world, scale, nth: 0 })]),
  )

type Within = { world: World; scale: number; nth: number }

function largestNamed(part: Part, name: string, within: Within): FieldValue {
  const hint = HINTS[name]
  if (hint) return hint(within.world)
  const pool = POOLS[name]?.(within.world)
  const most = mostOf(part)
  if (pool === undefined || most === 0) return largest(part, name, within)
  if (pool.length < most) throw new Error(`A request may name ${most} ${name}; there are only ${pool.length} here`)
  return pool.slice(0, scaled(most, within))
}

const scaled = (most: number, { scale }: Within) => Math.ceil(most * scale)

/** The largest value that fits a schema. Items of a list differ where they can. */
function largest(part: Part, name: string, within: Within): FieldValue {
  const { schema } = pipeOf(part)
  const inner = (each: Part, key = name) => largestNamed(each, key, within)
  const most = scaled(boundOf(part) ?? 0, within)
  const each = <Item>(of: (nth: Within) => Item) => Array.from({ length: most }, (_, nth) => of({ ...within, nth }))
  switch (schema.type) {
    case 'optional':
    case 'nullable':
    case 'nullish':
      return largest(schema.wrapped!, name, within)
    case 'boolean':
      return true
    case 'number':
      return within.nth + 1
    case 'string':
      return `${within.nth} `.padEnd(most, 'x').slice(0, Math.max(most, 1))
    case 'literal':
      return schema.literal as FieldValue
    case 'picklist':
      return schema.options![0] as FieldValue
    case 'array':
      return each((nth) => largest(schema.item!, name, nth))
    case 'tuple':
    case 'strict_tuple':
      return schema.items!.map((item) => inner(item))
    case 'object':
    case 'strict_object':
      return Object.fromEntries(Object.entries(schema.entries!).map(([key, entry]) => [key, inner(entry, key)]))
    case 'record':
      return Object.fromEntries(each((nth) => [largest(schema.key!, name, nth), largest(schema.value!, name, nth)]))
    case 'union':
      return (schema.options as Part[])
        .map((option) => largest(option, name, within))
        .reduce((a, b) => (JSON.stringify(b).length > JSON.stringify(a).length ? b : a))
    default:
      throw new Error(`Nothing is known of the values of a schema of type ${schema.type}`)
  }
}
