import { describe, expect, test } from 'vitest'
import { anchorId, isUnreadOnly, pageOf, scanForAnchor, type Anchor } from '../../src/domain/messages/pages/page-rules'
import { NEWEST_ANCHOR } from '../../src/domain/realm/settings/limits'

describe('an anchor', () => {
  test.for<[anchor: Anchor, unread_only: boolean, bound: number, most: number]>([
    [{ id: 7 }, false, 7, 0],
    [{ firstAfter: 7, unread_only: false }, false, 7, 1],
    [{ firstAfter: 7, unread_only: true }, true, 7, 1],
  ])('%j is searched among unread messages only: %j', ([anchor, unread_only, bound, most]) => {
    expect(isUnreadOnly(anchor)).toBe(unread_only)
    expect(scanForAnchor(anchor)).toEqual({ direction: 'after', bound, most })
  })

  test('is its id, or the message that was found, or else the newest message', () => {
    expect(anchorId({ id: 7 }, [])).toBe(7)
    expect(anchorId({ firstAfter: 7, unread_only: true }, [{ id: 9 }])).toBe(9)
    expect(anchorId({ firstAfter: 7, unread_only: true }, [])).toBe(NEWEST_ANCHOR)
  })
})

describe('pageOf', () => {
  const side = (found: readonly number[], isCut = false) => ({ found, isCut })

  test.for<
    [
      name: string,
      anchor: number,
      before: ReturnType<typeof side>,
      after: ReturnType<typeof side>,
      ends: [boolean, boolean],
    ]
  >([
    ['a full page has found no end', 5, side([4, 3]), side([6, 7]), [false, false]],
    ['a side with fewer messages than requested has found its end', 5, side([4]), side([6]), [true, true]],
    ['a side that was cut has not found its end', 5, side([4], true), side([6], true), [false, false]],
    ['nothing is before the oldest anchor', 0, side([4, 3]), side([6, 7]), [true, false]],
    ['nothing is after the newest anchor', NEWEST_ANCHOR, side([4, 3]), side([6, 7]), [false, true]],
  ])('%s', ([, anchor, before, after, [found_oldest, found_newest]]) => {
    expect(pageOf({ anchor, num_before: 2, num_after: 2 }, { before, at: [], after })).toMatchObject({
      anchor,
      found_oldest,
      found_newest,
    })
  })

  test('lists the messages nearest to the anchor first, and says whether the anchor is one of them', () => {
    const range = { anchor: 5, num_before: 2, num_after: 2 }
    const sides = { before: side([4, 3]), after: side([6, 7]) }
    expect(pageOf(range, { ...sides, at: [5] })).toMatchObject({ items: [5, 4, 6, 3, 7], found_anchor: true })
    expect(pageOf(range, { ...sides, at: [] })).toMatchObject({ items: [4, 6, 3, 7], found_anchor: false })
  })
})
