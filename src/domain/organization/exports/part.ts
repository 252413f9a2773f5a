import { memorySize, MEBIBYTE } from '../../../store/memory-size'
import type { Scope } from './scope'

/** Something that comes along with a file: where R2 has it, and what it is called in the archive. */
export type Along = { key: string; name: string }

/** As much of a part as is made in one bite: one file, or none where there is nothing to say. */
export type Page = {
  content?: object
  along?: Along[]
  next?: number // from where there is more; left out where this is the end
}

/** A part of every export, made page by page. Where a page begins is a number that means something to the part only. */
export type Part = {
  name: string
  isPaged: boolean
  page(scope: Scope, after: number): Page | Promise<Page>
}

/** A page ends early rather than grow beyond what the realm should hold at once: some write much. */
export const BYTES_PER_FILE = 4 * MEBIBYTE

/** A part that is one file. */
export const inOne = (name: string, read: (scope: Scope) => Page): Part => ({ name, isPaged: false, page: read })

/** A part with as many files as it takes. */
export const inPages = (name: string, page: Part['page']): Part => ({ name, isPaged: true, page })

type Limits = { after: number; most: number }

/**
 * The next so many of a list whose things have ids in ascending order, as they are told, and from where there is more. What
 * is told of each is made one after another, and no more than a file should hold.
 */
export function toldAfter<Thing, Told>(
  all: readonly Thing[],
  idOf: (thing: Thing) => number,
  { after, most }: Limits,
  tell: (thing: Thing) => Told,
): { some: Thing[]; told: Told[]; next?: number } {
  const rest = all.filter((thing) => idOf(thing) > after)
  const told: Told[] = []
  let bytes = 0
  for (const thing of rest.slice(0, most)) {
    const next = tell(thing)
    bytes += memorySize(next)
    if (bytes > BYTES_PER_FILE && told.length > 0) break
    told.push(next)
  }
  const some = rest.slice(0, told.length)
  const last = some.at(-1)
  return rest.length > some.length && last !== undefined ? { some, told, next: idOf(last) } : { some, told }
}
