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

/** A page of what people wrote ends early rather than grow beyond what the realm should hold at once: some write much. */
export const MOST_CHARACTERS_PER_FILE = 4_000_000

/** A part that is one file. */
export const inOne = (name: string, read: (scope: Scope) => Page): Part => ({ name, isPaged: false, page: read })

/** A part with as many files as it takes. */
export const inPages = (name: string, page: Part['page']): Part => ({ name, isPaged: true, page })

/** The next so many of a list whose things have ids in ascending order, and from where there is more. */
export function someAfter<Thing>(
  all: readonly Thing[],
  idOf: (thing: Thing) => number,
  { after, most }: { after: number; most: number },
): { some: Thing[]; next?: number } {
  const rest = all.filter((thing) => idOf(thing) > after)
  const some = rest.slice(0, most)
  return rest.length > most ? { some, next: idOf(some.at(-1)!) } : { some }
}
