import { describe, expect, test } from 'vitest'
import { MAX_DETAIL_BYTES, storedDetails } from '../../src/domain/realm/audit-log/detail-rules'

describe('storedDetails', () => {
  test.each([
    [{}, {}],
    [
      { old: 400, new: null },
      { old: 400, new: null },
    ],
    [
      { members: [1, 2], name: 'é' },
      { members: [1, 2], name: 'é' },
    ],
    [{ old: undefined }, { old: null }],
  ])('of %j are %j', (details, stored) => {
    expect(JSON.parse(storedDetails(details))).toEqual(stored)
  })

  test.each(['x', '😀', '"'])('have a bounded size with long texts of %s', (character) => {
    const stored = storedDetails({ old: character.repeat(9000), new: [character.repeat(9000)], name: 'description' })
    expect(new TextEncoder().encode(stored).length).toBeLessThan(2 * MAX_DETAIL_BYTES)
    expect(JSON.parse(stored)).toMatchObject({ name: 'description', old: expect.stringMatching(/^"/) })
  })
})
