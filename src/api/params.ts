import * as v from 'valibot'
import { parseJson } from './parse-json'
import { mapTable } from './table'

/**
 * The types of parameters. A client sends text as it is, and a value of any other type as JSON. So the schema decides how the
 * decoder reads a field (decode.ts).
 */
export const text = (most: number) => v.pipe(v.string(), atMost(most))

/** Text such as a name, an address or a token. If a concept allows fewer characters, its own rule refuses longer text. */
export const shortText = () => text(1000)

export const integer = () => v.pipe(v.number('an integer'), v.safeInteger('an integer'))
export const naturalNumber = () => v.pipe(integer(), v.minValue(0, 'a non-negative integer'))
export const boolean = v.boolean

/** A list of at most `most` items. A longer list is refused before any item is checked. */
export const list = <Item extends v.GenericSchema>(item: Item, most: number) =>
  countedFirst(v.pipe(v.array(item), v.maxLength(most)), v.maxLength<unknown[], number>(most))

/** A list of ids, without repetitions. */
export const ids = (most: number) =>
  v.pipe(
    list(integer(), most),
    v.transform((all) => [...new Set(all)]),
  )

/** An object with keys that the client chooses, at most `most`. */
export const dictionary = <Key extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
  most: number,
) => v.pipe(v.record(key, value), v.maxEntries(most))

export const oneOf = <const Options extends readonly (string | number)[]>(options: Options) => v.picklist(options)

/** A limit in characters. `v.maxLength` counts UTF-16 units, in which an emoji has two. */
const atMost = (most: number): v.MaxLengthAction<string, number, undefined> => {
  const counting = v.maxLength<string, number>(most)
  return {
    ...counting,
    '~run': (dataset, config) =>
      dataset.typed && isAtMost(dataset.value, most) ? dataset : counting['~run'](dataset, config),
  }
}

// A character has one or two units, so the length in units decides most cases.
const isAtMost = (value: string, most: number): boolean =>
  value.length <= most || (value.length <= 2 * most && [...value].length <= most)

function countedFirst<Schema extends v.GenericSchema>(
  schema: Schema,
  count: v.MaxLengthAction<unknown[], number, undefined>,
): Schema {
  return {
    ...schema,
    '~run': (dataset, config) => {
      const { value } = dataset
      return Array.isArray(value) && value.length > count.requirement
        ? count['~run']({ typed: true, value }, config)
        : schema['~run'](dataset, config)
    },
  }
}

/** Short text that some clients send as JSON, in quotes. Only for values that never begin with a quote, such as an address. */
export const shortTextOrJson = () =>
  v.pipe(
    shortText(),
    v.transform((value) => {
      const unquoted = value.startsWith('"') ? parseJson(value) : undefined
      return typeof unquoted === 'string' ? unquoted : value
    }),
  )

/** A parameter that a request may omit. Its value is then the default, or undefined. */
export const optional = v.optional

/** Returns an optional parameter for each setting of a table. `param` is its schema if requests spell it differently. */
export const optionalParams = <Table extends Record<string, { schema: v.GenericSchema; param?: v.GenericSchema }>>(
  table: Table,
): { [Name in keyof Table]: v.OptionalSchema<Table[Name]['schema'], undefined> } =>
  mapTable(table, ({ schema, param }) => optional(param ?? schema))

/** A parameter with older names. A request that has two of the names is refused. */
export const alias = <Schema extends v.GenericSchema>(schema: Schema, ...names: string[]) =>
  v.pipe(schema, v.metadata({ aliases: names }))

/** A parameter that is the header of this name instead of a field. */
export const inHeader = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(schema, v.metadata({ place: 'header' }))

export const isInHeader = (schema: v.GenericSchema): boolean =>
  metadataOf(schema).some(({ place }) => place === 'header')

/** All files of a form. The names of their fields do not matter, because many clients name the field after the file. */
export const files = () => v.optional(v.pipe(list(v.file(), MAX_FILES), v.metadata({ takes: 'files' })), [])

// Every endpoint accepts one file, and refuses more with its own error.
const MAX_FILES = 10

export const takesFiles = (schema: v.GenericSchema): boolean =>
  metadataOf(schema).some(({ takes }) => takes === 'files')

export function aliasesOf(schema: v.GenericSchema): string[] {
  return metadataOf(schema).flatMap((metadata) =>
    Array.isArray(metadata.aliases) ? (metadata.aliases as string[]) : [],
  )
}

/** Returns whether every valid value of a parameter is a string, so clients send it as it is. */
export function isText(schema: v.GenericSchema): boolean {
  const kind = innermost(schema)
  if (kind.type === 'string') return true
  if (kind.type === 'picklist')
    return (kind as unknown as { options: unknown[] }).options.every((option) => typeof option === 'string')
  if (kind.type === 'literal') return typeof (kind as unknown as { literal: unknown }).literal === 'string'
  return false
}

/** Returns whether some valid value of a parameter is a string. The decoder tries JSON first, then the text as it is. */
export function mayBeText(schema: v.GenericSchema): boolean {
  if (isText(schema)) return true
  const kind = innermost(schema)
  if (kind.type !== 'union') return false
  return (kind as unknown as { options: v.GenericSchema[] }).options.some(mayBeText)
}

export const isInteger = (schema: v.GenericSchema): boolean => innermost(schema).type === 'number'

type Piped = v.GenericSchema & {
  pipe?: readonly { kind: string; type: string; metadata?: unknown }[]
  wrapped?: v.GenericSchema
}

/** Returns the schema without wrappers such as `optional`, and without the actions of a pipe. */
function innermost(schema: v.GenericSchema): v.GenericSchema {
  const { wrapped, pipe } = schema as Piped
  if (wrapped) return innermost(wrapped)
  const [first] = pipe ?? []
  return first && first !== (schema as unknown) && first.kind === 'schema'
    ? innermost(first as unknown as v.GenericSchema)
    : schema
}

function metadataOf(schema: v.GenericSchema): Record<string, unknown>[] {
  const { wrapped, pipe } = schema as Piped
  const own = (pipe ?? []).flatMap((action) =>
    action.type === 'metadata' ? [action.metadata as Record<string, unknown>] : [],
  )
  return wrapped ? [...own, ...metadataOf(wrapped)] : own
}
