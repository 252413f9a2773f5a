/** A page in the order in which it is filled: what is nearest to the anchor first, of both sides in turn. */
export function interleaveNearestFirst<Item>({ before, at, after }: Sides<Item>): Item[] {
  const inTurn = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => [
    ...before.slice(i, i + 1),
    ...after.slice(i, i + 1),
  ])
  return [...at, ...inTurn.flat()]
}

/** Each side is given nearest first. */
type Sides<Item> = { before: readonly Item[]; at: readonly Item[]; after: readonly Item[] }

type Ends = { anchor?: number; found_oldest: boolean; found_newest: boolean }

/** A page from which these messages were left out as they are too large: it does not reach the ends that they lie before. */
export function withoutOmitted<Page extends Ends>(page: Page, left_out: readonly number[]): Page {
  const { anchor = 0, found_oldest, found_newest } = page
  return {
    ...page,
    found_oldest: found_oldest && !left_out.some((id) => id < anchor),
    found_newest: found_newest && !left_out.some((id) => id > anchor),
  }
}
