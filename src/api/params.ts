import * as v from 'valibot'
import { mapTable } from './table'

/**
 * The kinds of parameter. Text travels as it is; every other kind travels as JSON text, so what a schema is decides how
 * its field is read (decode.ts).
 */
export const text = v.string
export const integer = () => v.pipe(v.number('an integer'), v.safeInteger('an integer'))
export const naturalNumber = () => v.pipe(integer(), v.minValue(0, 'a non-negative integer'))
export const boolean = v.boolean
export const list = <Item extends v.GenericSchema>(item: Item) => v.array(item)
export const oneOf = <const Options extends readonly (string | number)[]>(options: Options) => v.picklist(options)

/** Text of so many characters. JavaScript would count an emoji as two, and `v.maxLength` does. */
export const atMost = (most: number): v.MaxLengthAction<string, number, undefined> => {
  const counting = v.maxLength<string, number>(most)
  return {
    ...counting,
    '~run': (dataset, config) =>
      dataset.typed && [...dataset.value].length <= most ? dataset : counting['~run'](dataset, config),
  }
}

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
export const files = () => v.optional(v.pipe(v.array(v.file()), v.metadata({ takes: 'files' })), [])

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
