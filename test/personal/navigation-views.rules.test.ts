import { describe, expect, test } from 'vitest'
import { refusalOfView, refusalOfViewCount } from '../../src/domain/personal/navigation-views/rules'

describe('refusalOfView', () => {
  const others = [{ fragment: 'narrow/dm/7', is_pinned: true, name: 'Ada' }]
  test.for([
    ['inbox', null, undefined],
    ['narrow/is/starred', null, undefined],
    ['narrow/dm/8', 'Ben', undefined],
    ['inbox', 'Mine', 'Built-in views cannot have a custom name.'],
    ['narrow/dm/8', null, 'Custom views must have a valid name.'],
    ['narrow/dm/8', '', 'Custom views must have a valid name.'],
    ['narrow/dm/7', 'Ben', 'Navigation view already exists.'],
    ['narrow/dm/8', 'Ada', 'Navigation view already exists.'],
  ] as const)('%s named %s: %s', ([fragment, name, msg]) => {
    expect(refusalOfView({ fragment, is_pinned: false, name }, others)?.message).toBe(msg)
  })
})

test('refusalOfViewCount refuses more than 500 views', () => {
  expect(refusalOfViewCount(499)).toBeUndefined()
  expect(refusalOfViewCount(500)?.message).toBe('No more than 500 navigation views can be added.')
})
