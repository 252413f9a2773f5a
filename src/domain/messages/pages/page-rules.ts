import type { Scan } from '../narrows/scan'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'

/** A message id, which need not exist. Or the first message of the narrow after an id, perhaps of its unread messages only. */
export type Anchor = { id: number } | { firstAfter: number; unread_only: boolean }

export const isUnreadOnly = (anchor: Anchor): boolean => 'unread_only' in anchor && anchor.unread_only

/** Returns the scan that finds the message of an anchor. It takes no message if the anchor is an id. */
export const scanForAnchor = (anchor: Anchor): Scan =>
  'id' in anchor
    ? { direction: 'after', bound: anchor.id, most: 0 }
    : { direction: 'after', bound: anchor.firstAfter, most: 1 }

/** Returns the id of an anchor, from the messages that its scan found. If it found none, the anchor is the newest message. */
export const anchorId = (anchor: Anchor, [first]: readonly { id: number }[]): number =>
  'id' in anchor ? anchor.id : (first?.id ?? NEWEST_ANCHOR)

/** Messages of a narrow around an anchor. */
export type Page<Item> = {
  anchor: number
  items: Item[] // nearest to the anchor first
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/** The messages on one side of the anchor, nearest first. It is cut if there may be more, although fewer than requested came. */
type Side<Item> = { found: readonly Item[]; isCut: boolean }
type Sides<Item> = { before: Side<Item>; at: readonly Item[]; after: Side<Item> }

/** Returns the page of what was found for a range. */
export function pageOf<Item>(
  { anchor, num_before, num_after }: { anchor: number; num_before: number; num_after: number },
  { before, at, after }: Sides<Item>,
): Page<Item> {
  return {
    anchor,
    items: interleaveNearestFirst({ before: before.found, at, after: after.found }),
    found_anchor: at.length > 0,
    found_oldest: anchor === 0 || (!before.isCut && before.found.length < num_before),
    found_newest: anchor === NEWEST_ANCHOR || (!after.isCut && after.found.length < num_after),
  }
}

type Lists<Item> = { before: readonly Item[]; at: readonly Item[]; after: readonly Item[] }

/**
 * Returns the messages of a page, nearest to the anchor first and from both sides in turn. A page that is too large loses its
 * last messages, so it loses the most distant ones of both sides.
 */
export function interleaveNearestFirst<Item>({ before, at, after }: Lists<Item>): Item[] {
  const inTurn = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => [
    ...before.slice(index, index + 1),
    ...after.slice(index, index + 1),
  ])
  return [...at, ...inTurn.flat()]
}

type Ends = { anchor?: number; found_oldest: boolean; found_newest: boolean }

/** Returns the page without the messages that were too large. It has not found an end that lies beyond an omitted message. */
export function withoutOmitted<Page extends Ends>(page: Page, omitted: readonly number[]): Page {
  const { anchor = 0, found_oldest, found_newest } = page
  return {
    ...page,
    found_oldest: found_oldest && !omitted.some((id) => id < anchor),
    found_newest: found_newest && !omitted.some((id) => id > anchor),
  }
}
