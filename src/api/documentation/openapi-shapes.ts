import { mapTable } from '../table'

type Node = Record<string, unknown>

/** The parts of the document with schemas. */
export type Described = { paths: object; components: { schemas: object } & Record<string, object> }

/**
 * Returns these parts in the form that generators of clients read. A shape with a title is one component, which its places refer to,
 * so it becomes one type: some generators name the type of an inner schema after its title, and refuse a second type of that name.
 */
export function withSharedShapes({ paths, components }: Described): Described {
  const { schemas, ...others } = components
  const shapes = new Shapes([...Object.keys(schemas), ...Object.values(others).flatMap((part) => Object.keys(part))])
  const ownSchemas = mapTable(schemas as Node, shapes.rewritten)
  const rewrittenPaths = mapTable(paths as Node, shapes.rewritten)
  return {
    paths: rewrittenPaths,
    components: { ...(shapes.rewritten(others) as Node), schemas: { ...ownSchemas, ...shapes.components } },
  }
}

class Shapes {
  readonly #schemas = new Map<string, { schema: object; text: string }>()
  readonly #taken: Set<string>

  constructor(names: readonly string[]) {
    this.#taken = new Set(names.map(comparable))
  }

  get components(): Node {
    return Object.fromEntries([...this.#schemas].map(([name, { schema }]) => [name, schema]))
  }

  rewritten = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(this.rewritten)
    if (!isNode(node)) return node
    const rewritten = readable(
      mapTable(node, (value, key) => {
        if (VALUES.has(key)) return value
        // A property may have the name of a keyword.
        return key === 'properties' && isNode(value) ? mapTable(value, this.rewritten) : this.rewritten(value)
      }),
    )
    return typeof rewritten.title === 'string' ? this.#reference(rewritten.title, rewritten) : rewritten
  }

  #reference(title: string, described: Node): Node {
    const [notes, { title: _, ...schema }] = parted(described)
    const name = this.#nameOf(title)
    const text = JSON.stringify(schema)
    const { text: before = text } = this.#schemas.get(name) ?? {}
    if (before !== text) throw new Error(`Two shapes have the name ${title}`)
    this.#schemas.set(name, { schema, text })
    return { $ref: `#/components/schemas/${name}`, ...notes }
  }

  /** Generators write `Event_subscription` as `EventSubscription`, so the shape of that name gets another one. */
  #nameOf = (title: string): string => (this.#taken.has(comparable(title)) ? `${title}Shape` : title)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const comparable = (name: string) => name.replaceAll(/\W|_/g, '').toLowerCase()

/** What a place says of a shape, such as the default of a parameter, and the shape itself. */
const parted = (schema: Node): [Node, Node] => [
  Object.fromEntries(Object.entries(schema).filter(([key]) => NOTES.has(key))),
  Object.fromEntries(Object.entries(schema).filter(([key]) => !NOTES.has(key))),
]

const NOTES = new Set(['default', 'deprecated', 'description'])

/** Keywords with values of the API instead of schemas. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples'])

/** Returns a schema in keywords that more generators know. It allows the same, and `false` where only `true` is possible. */
const readable = (schema: Node): Node => sized(typed(withLength(withNull(withoutEmptyDefault(schema)))))

/** A default that is empty or null says no more than that the value is optional, and Go's generator writes wrong code for it. */
function withoutEmptyDefault({ default: value, ...schema }: Node): Node {
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  return value === undefined || isEmpty ? schema : { default: value, ...schema }
}

/** A list of fixed length has `maxItems`. Generators in Go and Python read no `items: false`. */
function withLength({ items, ...schema }: Node): Node {
  if (items !== false) return items === undefined ? schema : { ...schema, items }
  const { prefixItems } = schema
  return { ...schema, maxItems: Array.isArray(prefixItems) ? prefixItems.length : 0 }
}

/** A value or null is a list of types: for a union, some generators write the name of a type that they do not declare. */
function withNull({ anyOf, ...schema }: Node): Node {
  const [first, second, ...others]: unknown[] = Array.isArray(anyOf) ? anyOf : []
  const isPlain = isNode(first) && typeof first.type === 'string' && !('enum' in first || 'const' in first)
  const isNullable = isPlain && isNode(second) && second.type === 'null' && others.length === 0
  if (!isNullable || Object.keys(first).some((key) => key in schema))
    return anyOf === undefined ? schema : { anyOf, ...schema }
  return { ...first, type: [first.type, 'null'], ...schema }
}

/**
 * A constant has a type, and one that is no text is an enumeration. For `true`, generators write code that is wrong: with an
 * enumeration in Java, and with a constant in Python. So it is a Boolean.
 */
function typed(schema: Node): Node {
  const { const: constant, ...others } = schema
  if (constant === undefined || constant === null) return schema
  if (typeof constant === 'boolean') return { type: 'boolean', ...others }
  return typeof constant === 'string' ? { type: 'string', ...schema } : { type: 'integer', enum: [constant], ...others }
}

/** Ids and times may have up to 53 bits. Without a format, generators in Go and Java keep 32. */
function sized(schema: Node): Node {
  const isInteger = [schema.type].flat().includes('integer') && schema.enum === undefined
  const isSmall = typeof schema.maximum === 'number' && schema.maximum < 2 ** 31
  return isInteger && !isSmall ? { ...schema, format: 'int64' } : schema
}
