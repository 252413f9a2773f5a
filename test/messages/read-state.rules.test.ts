import { describe, expect, test } from 'vitest'
import { limitRange, newestOf, requireFlagChange } from '../../src/domain/messages/read-state/rules'

describe('requireFlagChange', () => {
  test.for(['read', 'starred', 'collapsed', 'hide_link_previews'] as const)(
    'clients can add and remove the flag %s',
    (flag) => {
      expect(requireFlagChange(flag, 'add')).toEqual({ flag, op: 'add' })
      expect(requireFlagChange(flag, 'remove')).toEqual({ flag, op: 'remove' })
    },
  )

  test.for<[flag: string, op: string, msg: string]>([
    ['shiny', 'add', "Invalid flag: 'shiny'"],
    ['', 'add', "Invalid flag: ''"],
    ['shiny', 'paint', "Invalid flag: 'shiny'"],
    ['mentioned', 'add', "Flag not editable: 'mentioned'"],
    ['historical', 'paint', "Flag not editable: 'historical'"],
    ['read', 'paint', "Invalid message flag operation: 'paint'"],
    ['read', '', "Invalid message flag operation: ''"],
  ])('flag %j with operation %j: %s', ([flag, op, msg]) => {
    expect(() => requireFlagChange(flag, op)).toThrow(expect.objectContaining({ message: msg }))
  })
})

describe('limitRange', () => {
  test.for<[before: number, after: number, limited: [before: number, after: number]]>([
    [0, 0, [0, 0]],
    [100, 4900, [100, 4900]],
    [0, 9000, [0, 5000]],
    [9000, 0, [5000, 0]],
    [9000, 9000, [2500, 2500]],
    [9000, 1000, [4000, 1000]],
    [1000, 9000, [1000, 4000]],
  ])('%i before and %i after become %j', ([num_before, num_after, [before, after]]) => {
    expect(limitRange({ anchor: 'newest', include_anchor: true, num_before, num_after })).toEqual({
      anchor: 'newest',
      include_anchor: true,
      num_before: before,
      num_after: after,
    })
  })
})

describe('newestOf', () => {
  const found = () =>
    new Map([
      [1, { conversation: 'soup', lists: [[7, 9], [2]] }],
      [2, { conversation: 'tea', lists: [[1, 3]] }],
    ])

  test('returns all messages, ascending, if they are not too many', () => {
    expect(newestOf(found(), 5)).toEqual({
      conversations: [
        { conversation: 'soup', ids: [2, 7, 9] },
        { conversation: 'tea', ids: [1, 3] },
      ],
      more: false,
    })
    expect(newestOf(new Map(), 5)).toEqual({ conversations: [], more: false })
  })

  test('otherwise returns the newest of all conversations', () => {
    const soup = { conversation: 'soup', ids: [7, 9] }
    expect(newestOf(found(), 3)).toEqual({ conversations: [soup, { conversation: 'tea', ids: [3] }], more: true })
    expect(newestOf(found(), 2)).toEqual({ conversations: [soup], more: true })
  })
})
