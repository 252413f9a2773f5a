import { describe, expect, test } from 'vitest'
import { isAnsweringSeveral, whileAnswering } from '../../src/api/concurrent-changes'
import { CHANGES_PER_COMMIT, SharedCommits } from '../../src/store/shared-commits'

describe('changes of a realm share a commit', () => {
  test('a change without others begins at once', async () => {
    const commits = new SharedCommits()
    expect(commits.turnFor({ hasOthers: false })).toBeUndefined()
    await commits.turnFor({ hasOthers: true })
    expect(commits.turnFor({})).toBeUndefined()
  })

  test('changes that arrive together begin together, in their order', async () => {
    const commits = new SharedCommits()
    const began: number[] = []
    const first = commits.turnFor({ hasOthers: true })
    const second = commits.turnFor({ hasOthers: false }) // another Worker's, which knows no others
    expect(second).toBe(first)
    await Promise.all([first!.then(() => began.push(1)), second!.then(() => began.push(2))])
    expect(began).toEqual([1, 2])
  })

  test('a commit has a limited number of changes', async () => {
    const commits = new SharedCommits()
    const turns = Array.from({ length: CHANGES_PER_COMMIT + 1 }, () => commits.turnFor({ hasOthers: true }))
    expect(new Set(turns.slice(0, CHANGES_PER_COMMIT)).size).toBe(1)
    expect(turns.at(-1)).not.toBe(turns[0])
    for (const turn of turns) await turn
  })

  test('after a shared commit the next change waits for others; after a commit of one it does not', async () => {
    const commits = new SharedCommits()
    const others = [commits.turnFor({ hasOthers: true }), commits.turnFor({ hasOthers: true })]
    for (const turn of others) await turn
    const alone = commits.turnFor({ hasOthers: false })
    expect(alone).toBeDefined()
    await alone
    expect(commits.turnFor({ hasOthers: false })).toBeUndefined()
  })
})

describe('a Worker knows whether it answers several changes of a realm', () => {
  test('while their answers are not complete, also if one fails', async () => {
    const gate = Promise.withResolvers<void>()
    const first = whileAnswering('crew', () => gate.promise)
    expect(isAnsweringSeveral('crew')).toBe(false)
    const second = whileAnswering('crew', () => Promise.reject(new Error('refused')))
    expect(isAnsweringSeveral('crew')).toBe(true)
    expect(isAnsweringSeveral('other')).toBe(false)
    await expect(second).rejects.toThrow('refused')
    expect(isAnsweringSeveral('crew')).toBe(false)
    gate.resolve()
    await first
  })
})
