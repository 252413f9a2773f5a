import * as v from 'valibot'
import { parseJson } from './parse-json'
import { mapTable } from './table'

/**
 * The kinds of parameter. Text travels as it is; every other kind travels as JSON text, so what a schema is decides how
 * its field is read (decode.ts).
 */
export const text = (most: number) => v.pipe(v.string(), atMost(most))

/** Names, addresses, tokens and the like. Where a concept allows fewer characters, its own rule refuses, in its own words. */
export const shortText = () => text(1000)

export const integer = () => v.pipe(v.number('an integer'), v.safeInteger('an integer'))
export const naturalNumber = () => v.pipe(integer(), v.minValue(0, 'a non-negative integer'))
export const boolean = v.boolean

/** A list of at most so many items. They are counted first: a longer list is refused before any item is looked at. */
export const list = <Item extends v.GenericSchema>(item: Item, most: number) =>
  countedFirst(v.pipe(v.array(item), v.maxLength(most)), v.maxLength<unknown[], number>(most))

/** A list of ids. An id that is named twice counts once. */
export const ids = (most: number) =>
  v.pipe(
    list(integer(), most),
    v.transform((all) => [...new Set(all)]),
  )

/** An object whose keys the client chooses, with at most so many of them. */
export const dictionary = <Key extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
  most: number,
) => v.pipe(v.record(key, value), v.maxEntries(most))

export const oneOf = <const Options extends readonly (string | number)[]>(options: Options) => v.picklist(options)

/** Text of so many characters. JavaScript would count an emoji as two, and `v.maxLength` does. */
const atMost = (most: number): v.MaxLengthAction<string, number, undefined> => {
  const counting = v.maxLength<string, number>(most)
  return {
    ...counting,
    '~run': (dataset, config) =>
      dataset.typed && isAtMost(dataset.value, most) ? dataset : counting['~run'](dataset, config),
  }
}

// A character takes one place or two, so most texts need not be counted.
const isAtMost = (said: string, most: number): boolean =>
  said.length <= most || (said.length <= 2 * most && [...said].length <= most)

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

/** Short text that some clients send as JSON text, in quotes. The text itself never begins with a quote, as an address. */
export const shortTextOrJson = () =>
  v.pipe(
    shortText(),
    v.transform((said) => {
      const unquoted = said.startsWith('"') ? parseJson(said) : undefined
      return typeof unquoted === 'string' ? unquoted : said
    }),
  )

/** Left out means undefined, or the default where there is one. */
export const optional = v.optional

/** A table of settings as parameters: each may be left out, and is what its line says, however a request says it. */
export const optionalEach = <Table extends Record<string, { schema: v.GenericSchema; param?: v.GenericSchema }>>(
  table: Table,
): { [Name in keyof Table]: v.OptionalSchema<Table[Name]['schema'], undefined> } =>
  mapTable(table, ({ schema, param }) => optional(param ?? schema))

/** The client may say it under an older name. Both at once is refused. */
export const alias = <Schema extends v.GenericSchema>(schema: Schema, ...names: string[]) =>
  v.pipe(schema, v.metadata({ aliases: names }))

/** Said in a header, which is the parameter's name, and not among the fields. */
export const inHeader = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(schema, v.metadata({ place: 'header' }))

export const isInHeader = (schema: v.GenericSchema): boolean =>
  metadataOf(schema).some(({ place }) => place === 'header')

/** The files that came along, whatever each is called: many a client names the field after the file. */
export const files = () => v.optional(v.pipe(list(v.file(), MOST_FILES), v.metadata({ takes: 'files' })), [])

// Every endpoint takes one file and refuses more in its own words.
const MOST_FILES = 10

export const takesFiles = (schema: v.GenericSchema): boolean =>
  metadataOf(schema).some(({ takes }) => takes === 'files')

export function aliasesOf(schema: v.GenericSchema): string[] {
  return metadataOf(schema).flatMap((metadata) =>
    Array.isArray(metadata.aliases) ? (metadata.aliases as string[]) : [],
  )
}

/** A parameter is text when every value that fits it is a string. */
export function isText(schema: v.GenericSchema): boolean {
  const kind = innermost(schema)
  if (kind.type === 'string') return true
  if (kind.type === 'picklist')
    return (kind as unknown as { options: unknown[] }).options.every((option) => typeof option === 'string')
  if (kind.type === 'literal') return typeof (kind as unknown as { literal: unknown }).literal === 'string'
  return false
}

/** A parameter may be text when some value that fits it is a string: it is tried as JSON first, then as it is. */
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
