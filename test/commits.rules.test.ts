import { describe, expect, test } from 'vitest'
import { complaintsAboutCommit } from '../scripts/commit-rules.mjs'

describe('a commit message', () => {
  test.for([
    ['reactions: Refuse a second identical reaction', 1],
    [`reactions: ${'x'.repeat(61)}`, 1],
    ['reactions: Refuse a second one\n\nTwo clients sent it.', 41],
    ["Merge branch 'main' of elsewhere; with a subject that is as long as git and its users want it to be", 100],
  ] as const)('%j is accepted', ([message, files]) => {
    expect(complaintsAboutCommit(message, files)).toEqual([])
  })

  test.for([
    [`reactions: ${'x'.repeat(62)}`, 1],
    ['reactions: Refuse a second one; plainer sentences', 1],
    ['Refuse a second identical reaction', 1],
    ['reactions: Refuse a second one\nTwo clients sent it.', 1],
    ['reactions: Refuse a second one', 41],
  ] as const)('%j is refused', ([message, files]) => {
    expect(complaintsAboutCommit(message, files)).toHaveLength(1)
  })
})
