import { memorySize, MEBIBYTE } from '../../../store/memory-size'
import type { Scope } from './scope'
import type { Walk } from './walks'

/** A file of R2, such as an upload, that goes into the archive under this name. */
export type FileToInclude = { key: string; name: string }

/** The result of one batch: the content of a file, or none if there is no data. */
export type Page = {
  content?: object
  /** The content as text, for a file of the archive that several batches make. */
  text?: { text: string; items: number }
  included?: FileToInclude[]
  next?: number // where the next page begins; undefined: this is the last page
}

/** A part of an export. The number at which a page begins has a meaning only for the part: a user id, for example. */
export type Part = {
  name: string
  isPaged: boolean
  /** The file of the archive to which all pages belong, if they are one file. */
  entry?: string
  createPage(scope: Scope, after: number): Page | Promise<Page>
}

/** A page ends early if its content needs more memory than this. */
export const BYTES_PER_FILE = 4 * MEBIBYTE

/** A part that is one file. */
export const singleFilePart = (name: string, createPage: (scope: Scope) => Page): Part => ({
  name,
  isPaged: false,
  createPage,
})

/** A part with one file for each page. */
export const pagedPart = (name: string, createPage: Part['createPage']): Part => ({ name, isPaged: true, createPage })

type Form<Item> = {
  name: string
  most: number
  write: (scope: Scope, item: Item) => unknown
  includes?: (scope: Scope, item: Item) => FileToInclude[]
  /** Without items, there is a file with an empty list. */
  mayBeEmpty?: true
}

/** A part with one file for each page of a walk: an object with one list, by the name `key`. */
export const walkedPart = <Item>(
  key: string,
  walk: Walk<Item>,
  { name, most, write, includes, mayBeEmpty }: Form<Item>,
): Part =>
  pagedPart(name, (scope, after) => {
    const listing = { list: walk.list(scope), idOf: walk.idOf, after, most }
    const { items, values, next } = takeItems(listing, (item) => write(scope, item))
    if (values.length === 0 && !mayBeEmpty) return {}
    return { content: { [key]: values }, included: items.flatMap((item) => includes?.(scope, item) ?? []), next }
  })

type Listing<Item> = { list: readonly Item[]; idOf: (item: Item) => number; after: number; most: number }
type ItemPage<Item, Value> = { items: Item[]; values: Value[]; next?: number }

/**
 * Returns the next items of a list that is ordered by id, with the values that `convert` returns for them. It converts one
 * item after another, and stops at the size of a file. `next` is where the next page begins.
 */
export function takeItems<Item, Value>(
  { list, idOf, after, most }: Listing<Item>,
  convert: (item: Item) => Value,
): ItemPage<Item, Value> {
  const remaining = list.filter((item) => idOf(item) > after)
  const values: Value[] = []
  let bytes = 0
  for (const item of remaining.slice(0, most)) {
    const value = convert(item)
    bytes += memorySize(value)
    if (bytes > BYTES_PER_FILE && values.length > 0) break
    values.push(value)
  }
  const items = remaining.slice(0, values.length)
  const last = items.at(-1)
  return remaining.length > items.length && last !== undefined ? { items, values, next: idOf(last) } : { items, values }
}
