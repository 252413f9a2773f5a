/** One field that a decoder of another program reads. The tables in this folder have such rows. */
export type Row = {
  class: string
  field: string
  type: string
  /** The field may be absent or null. */
  nullable: boolean
  /** The field must be there, also if it may be null. */
  required?: boolean
  /** What an array or an object has: a type, or a class. */
  of?: unknown
  enum?: unknown[]
  /** What the program does with a value that `enum` does not list. */
  other_values?: string
  format?: string
}

/** What a program cannot decode. */
export type Gap = { class: string; field: string; problem: string }

/** Returns what is wrong with a value, or undefined. */
type Check = (value: unknown) => Gap | undefined

/** Returns what is wrong with a field of an object of this class, or undefined. */
export type FieldCheck = (object: Readonly<Record<string, unknown>>, decode: Decoder) => Gap | string | undefined
export type Decoder = (name: string, value: unknown) => Gap | undefined

/**
 * Returns a strict decoder that is made from a table, once for each class: it refuses fields that are missing, null or of
 * another type, and ignores fields that the table does not have. `special` has the fields that the program reads in a way that
 * a row cannot say, such as `Message.flags`. `met` gets the name of each class of which an object was decoded.
 */
export function decoderOf(
  rows: readonly Row[],
  special: Readonly<Record<string, FieldCheck>>,
  met: Set<string> = new Set(),
): Decoder {
  const byClass = Map.groupBy(rows, (row) => row.class)
  const compiled = new Map<string, Check>()
  const decode: Decoder = (name, value) => {
    met.add(name)
    let check = compiled.get(name)
    if (check === undefined) compiled.set(name, (check = classCheck(name, byClass.get(name), special, decode)))
    return check(value)
  }
  return decode
}

function classCheck(
  name: string,
  rows: readonly Row[] | undefined,
  special: Readonly<Record<string, FieldCheck>>,
  decode: Decoder,
): Check {
  if (rows === undefined) throw new Error(`The table has no class ${name}`)
  const fields = rows.map((row) => {
    const own = special[`${name}.${row.field}`]
    return { field: row.field, check: own ?? ordinaryField(row, decode) }
  })
  return (value) => {
    if (!isObject(value)) return { class: name, field: '', problem: `is no object: ${short(value)}` }
    for (const { field, check } of fields) {
      const gap = check(value, decode)
      if (gap !== undefined) return typeof gap === 'string' ? { class: name, field, problem: gap } : gap
    }
    return undefined
  }
}

function ordinaryField(row: Row, decode: Decoder): FieldCheck {
  const { field, nullable, required = !nullable } = row
  const check = valueCheck(row, decode)
  return (object) => {
    const value = object[field]
    if (value === undefined) return required ? 'is missing' : undefined
    if (value === null) return nullable ? undefined : 'is null'
    return check(value)
  }
}

type ValueCheck = (value: unknown) => Gap | string | undefined

const GROUP_SETTING = 'int | {direct_members:int[],direct_subgroups:int[]}'

function valueCheck(row: Row, decode: Decoder): ValueCheck {
  const { type } = row
  if (type === 'array') return arrayCheck(elementCheck(row, String(row.of), decode))
  if (type === 'object') return elementCheck(row, String(row.of), decode)
  if (type === GROUP_SETTING)
    return (value) => (typeof value === 'object' ? decode('GroupSettingValueNameless', value) : wrongType('int', value))
  const base = type.replace(' enum', '').toLowerCase()
  if (!(base in TYPES)) throw new Error(`A decoder must be written for ${row.class}.${row.field} of type ${type}`)
  const isClosed = row.enum !== undefined && row.other_values === 'PARSE ERROR'
  return (value) => {
    const problem = wrongType(base, value) ?? wrongFormat(row.format, value)
    if (problem !== undefined) return problem
    return isClosed && !row.enum!.includes(value) ? `is none of ${row.enum!.join(', ')}: ${short(value)}` : undefined
  }
}

/** The values of `of` that are no class: a type, or a map from names to a class. */
const MAP = /^key: (.*); value: (\w+)$/

function elementCheck(row: Row, of: string, decode: Decoder): ValueCheck {
  const base = of.toLowerCase()
  if (base in TYPES) return (value) => wrongType(base, value)
  const map = MAP.exec(of)
  if (map === null) return (value) => decode(of, value)
  const [, key, name] = map
  const hasNumbers = key!.startsWith('decimal')
  return (value) => {
    if (!isObject(value)) return wrongType('object', value) ?? `is no object: ${short(value)}`
    for (const [member, inner] of Object.entries(value)) {
      if (hasNumbers && !/^\d+$/.test(member)) return `has a key that is no number: ${member}`
      const gap = decode(name!, inner)
      if (gap !== undefined) return { ...gap, field: `${gap.field} (of ${row.class}.${row.field}, ${member})` }
    }
    return undefined
  }
}

export const arrayCheck =
  (check: ValueCheck): ValueCheck =>
  (value) => {
    if (!Array.isArray(value)) return `is no array: ${short(value)}`
    for (const element of value) {
      const gap = check(element)
      if (gap !== undefined) return typeof gap === 'string' ? `has an element that ${gap}` : gap
    }
    return undefined
  }

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  // Dart reads larger numbers as floating point, and refuses them.
  int: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63,
  number: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Returns what is wrong with a value of this type, or undefined. */
export const wrongType = (type: string, value: unknown): string | undefined =>
  TYPES[type]!(value) ? undefined : `is no ${type}: ${short(value)}`

const FORMATS: Readonly<Record<string, RegExp>> = {
  'decimal int as string': /^\d+$/,
  base64: /^[A-Za-z0-9+/]+={0,2}$/,
  // Dart refuses relative addresses with a colon before the first slash, and others that browsers read.
  uri: /^(?:https?:\/\/|\/(?!\/))[\x21-\x7e]*$/,
  'absolute uri': /^https?:\/\/[\x21-\x7e]+$/,
}

function wrongFormat(format: string | undefined, value: unknown): string | undefined {
  if (format === undefined || typeof value !== 'string') return undefined
  const isRight =
    FORMATS[format]!.test(value) && (!format.endsWith('uri') || URL.canParse(value, 'https://any.example'))
  return isRight ? undefined : `is no ${format}: ${short(value)}`
}

export const isObject = (value: unknown): value is Record<string, unknown> => TYPES.object!(value)

export const short = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 100)
