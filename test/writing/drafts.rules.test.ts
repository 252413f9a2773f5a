import { describe, expect, test } from 'vitest'
import type { RequestedDraft } from '../../src/domain/writing/drafts/draft'
import { charactersOf, normalizeDraft, refusalOfDraft, refusalOfMore } from '../../src/domain/writing/drafts/rules'

const draft = (fields: Partial<RequestedDraft>): RequestedDraft => ({
  type: 'stream',
  to: [1],
  topic: 'lunch',
  content: 'Pizza',
  ...fields,
})

describe('refusalOfDraft, normalizeDraft and refusalOfMore', () => {
  test.for<[Partial<RequestedDraft>, string | undefined]>([
    [{}, undefined],
    [{ type: '', to: [] }, undefined],
    [{ timestamp: -1 }, 'Timestamp must not be negative.'],
    [{ to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ to: [1, 2] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ topic: 'a\0' }, 'Topic must not contain null bytes'],
    [{ content: ' ' }, 'Message must not be empty'],
  ])('a draft with %j: %s', ([fields, msg]) => {
    expect(refusalOfDraft(draft(fields))?.refusal.msg).toBe(msg)
  })

  test('a stored draft has the recipients that its type allows, and the time of the request', () => {
    expect(normalizeDraft(draft({ type: 'private', to: [2, 1, 2] }), 7)).toMatchObject({ to: [2, 1], topic: '' })
    expect(normalizeDraft(draft({ type: '' }), 7)).toMatchObject({ to: [], topic: '', timestamp: 7 })
    expect(normalizeDraft(draft({ timestamp: 5, content: 'Pizza ' }), 7)).toMatchObject({
      topic: 'lunch',
      content: 'Pizza',
      timestamp: 5,
    })
  })

  test('the recipients count as characters of the draft', () => {
    expect(charactersOf({ to: [10, 20], content: 'Tea' })).toBe('10,20Tea'.length)
  })

  test.for<[drafts: number, characters: number, msg: string | undefined]>([
    [999, 1_999_999, undefined],
    [1000, 0, 'No more than 1000 drafts can be stored.'],
    [0, 2_000_000, 'All drafts together must not be longer than 2000000 characters.'],
  ])('one draft more beside %i drafts with %i characters: %s', ([drafts, characters, msg]) => {
    expect(refusalOfMore({ drafts, characters }, { drafts: 1, characters: 1 })?.refusal.msg).toBe(msg)
  })
})
