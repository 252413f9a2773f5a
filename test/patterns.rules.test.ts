import { describe, expect, test } from 'vitest'
import { believedJudgements, compareJudgements } from '../scripts/patterns/listed-judgements.ts'

describe('the list of judgements', () => {
  const listed = { '/a/': null, '/b+$/': '2nd degree polynomial', '/c/': null, '/d+$/': null }

  test('is believed where the merged list says the same', () =>
    expect(
      believedJudgements(listed, { '/a/': null, '/b+$/': '2nd degree polynomial', '/d+$/': '2nd degree polynomial' }),
    ).toEqual({ '/a/': null, '/b+$/': '2nd degree polynomial' }))

  test('is believed as a whole in a copy that does not have the merged list', () =>
    expect(believedJudgements(listed, undefined)).toEqual(listed))

  test('is wrong where a judgement differs, and lacks new expressions', () =>
    expect(compareJudgements(listed, { '/a/': null, '/d+$/': '2nd degree polynomial', '/e/': null })).toEqual({
      wrong: ['scripts/patterns/judgements.json says of /d+$/: linear.'],
      missing: 1,
    }))
})
