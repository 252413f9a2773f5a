import type { Key } from './converted.ts'

/** Returns the items of a list that are objects. Archives have lists with gaps, which must not lose the message. */
export const objectsIn = <Item extends object>(list: readonly Item[] | null | undefined): Item[] =>
  Array.isArray(list) ? list.filter((item: unknown): item is Item => typeof item === 'object' && item !== null) : []

/** Returns the items of a list that can name something. A gap names no user: it must not become an account. */
export const namesIn = (list: unknown): (string | number)[] => (Array.isArray(list) ? list.filter(isName) : [])

const isName = (key: unknown): key is string | number =>
  (typeof key === 'string' && key !== '') || typeof key === 'number'

/** Returns a row of an export. Throws if it is no object. */
export function objectIn<Row extends object>(text: string): Row {
  const row: Row = JSON.parse(text)
  if (typeof row !== 'object' || row === null) throw new Error('it is no object')
  return row
}

/** Returns what names a user, a channel or a team. Throws if a row lacks it. */
export function requireName(key: Key, what: string): string | number {
  if (!isName(key)) throw new Error(`it has no ${what}`)
  return key
}
