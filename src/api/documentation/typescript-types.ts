import type { JsonSchema } from '@valibot/to-json-schema'
import type { Schemas } from '../endpoint'
import { schemaInBothSpellings } from '../vendor-names'
import { fieldsOf, type Field } from './fields'

/** Writes types of TypeScript. A schema with a title becomes a type of that name, which is declared once. */
export class TypeWriter {
  readonly #named = new Map<string, string>()
  readonly #vendor: string

  constructor(vendor: string) {
    this.#vendor = vendor
  }

  /** The declarations of the names that the written types use. */
  get declarations(): string[] {
    return [...this.#named.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, declaration]) => declaration)
  }

  /** Returns the properties of declared fields, one on a line. */
  fields = (schemas: Schemas): string[] =>
    fieldsOf(schemas).map(({ schema, ...field }) =>
      this.#property({ ...field, schema: schemaInBothSpellings(schema, this.#vendor) as JsonSchema }),
    )

  typeOf(schema: JsonSchema | boolean | undefined): string {
    if (typeof schema !== 'object') return 'unknown'
    const { title, ...untitled } = schema
    if (title === undefined) return this.#anonymous(schema)
    const { properties } = untitled
    const declaration = properties
      ? `export interface ${title} ${block(this.#properties(untitled))}`
      : `export type ${title} = ${this.#anonymous(untitled)}`
    const before = this.#named.get(title)
    if (before !== undefined && before !== declaration) throw new Error(`Two shapes have the name ${title}`)
    this.#named.set(title, declaration)
    return title
  }

  #anonymous(schema: JsonSchema): string {
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    const alternatives = schema.anyOf ?? schema.oneOf
    if (alternatives) return [...new Set(alternatives.map((each) => this.typeOf(each)))].join(' | ')
    if (schema.allOf) return schema.allOf.map((each) => `(${this.typeOf(each)})`).join(' & ')
    if (schema.not !== undefined) return 'never'
    if (schema.contentMediaType !== undefined) return 'Blob'
    if (schema.type === 'array') return this.#array(schema)
    if (schema.type === 'object') return this.#object(schema)
    return SCALARS[String(schema.type)] ?? 'unknown'
  }

  #array({ prefixItems, items }: JsonSchema): string {
    if (prefixItems) return `[${prefixItems.map((each) => this.typeOf(each)).join(', ')}]`
    const item = Array.isArray(items) ? 'unknown' : this.typeOf(items)
    return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`
  }

  #object(schema: JsonSchema): string {
    const { additionalProperties, propertyNames } = schema
    const properties = this.#properties(schema)
    if (typeof additionalProperties === 'object') {
      const keys = typeof propertyNames === 'object' ? this.typeOf(propertyNames) : 'string'
      const value = this.typeOf(additionalProperties)
      if (keys !== 'string') return `{ [Key in ${keys}]?: ${value} }`
      properties.push(`[key: string]: ${value}`)
    }
    return properties.length === 0 ? 'Record<string, never>' : `{ ${properties.join('; ')} }`
  }

  #properties = ({ properties = {}, required = [] }: JsonSchema): string[] =>
    Object.entries(properties).map(([name, schema]) =>
      this.#property({ name, schema, isRequired: required.includes(name) }),
    )

  #property({ name, schema, isRequired }: Field): string {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    return `${key}${isRequired ? '' : '?'}: ${this.typeOf(schema)}`
  }
}

const SCALARS: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Returns lines within braces. */
export const block = (lines: readonly string[]): string =>
  lines.length === 0 ? '{}' : `{\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}\n`).join('')}}`
