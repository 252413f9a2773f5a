import { describe, expect, test } from 'vitest'
import { compareSteps } from '../scripts/steps/compare.ts'

const listed = { realm: { a: ['1', '2'], b: ['3'] }, d1: { '0001.sql': ['4'] } }

describe('the list of steps that databases have run', () => {
  test('fits the code from which it was made', () => {
    expect(compareSteps(listed, listed)).toEqual({ broken: [], missing: [] })
  })

  const appended: [string, object, string[]][] = [
    ['a further step', { ...listed, realm: { a: ['1', '2', '5'], b: ['3'] } }, ['realm: step 3 of a']],
    [
      'a new owner',
      { ...listed, realm: { ...listed.realm, c: ['6', '7'] } },
      ['realm: step 1 of c', 'realm: step 2 of c'],
    ],
    ['a new file', { ...listed, d1: { ...listed.d1, '0002.sql': ['8'] } }, ['d1: step 1 of 0002.sql']],
  ]
  test.each(appended)('lacks %s of the code', (_, found, missing) => {
    expect(compareSteps(listed, found as never)).toEqual({ broken: [], missing })
  })

  const broken: [string, object, string[]][] = [
    ['a changed step', { ...listed, realm: { a: ['1', 'x'], b: ['3'] } }, ['realm: step 2 of a was changed.']],
    ['a removed step', { ...listed, realm: { a: ['1'], b: ['3'] } }, ['realm: step 2 of a was removed.']],
    ['a removed owner', { ...listed, realm: { a: ['1', '2'] } }, ['realm: step 1 of b was removed.']],
    ['a removed file', { ...listed, d1: {} }, ['d1: step 1 of 0001.sql was removed.']],
    [
      'a step before others',
      { ...listed, realm: { a: ['0', '1', '2'], b: ['3'] } },
      ['realm: step 1 of a was changed.', 'realm: step 2 of a was changed.'],
    ],
  ]
  test.each(broken)('refuses %s', (_, found, texts) => {
    expect(compareSteps(listed, found as never).broken).toEqual(texts)
  })
})
