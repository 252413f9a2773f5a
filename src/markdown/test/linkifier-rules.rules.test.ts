import { describe, expect, test } from 'vitest'
import { findPatternFault, findTemplateFault } from '../linkifier-rules'

describe('findPatternFault', () => {
  test.each(['#(?P<id>[0-9]+)', '(?<id>x)', 'a(?i)b', '[[:alpha:]]+', '\\p{L}+', 'no group'])(
    'accepts %s',
    (pattern) => {
      expect(findPatternFault(pattern)).toBeUndefined()
    },
  )

  test.each([
    ['', { fault: 'pattern is empty' }],
    [' ', { fault: 'pattern is empty' }],
    ['x'.repeat(1001), { fault: 'pattern is too long' }],
    ['(?P<a>x)(?P<a>y)', { fault: 'group is named twice', group: 'a' }],
    ['(', { fault: 'pattern is not supported', detail: 'missing closing ): `(`' }],
    ['x(?=y)', { fault: 'pattern is not supported' }],
    ['(?<!y)x', { fault: 'pattern is not supported' }],
    ['(a)\\1', { fault: 'pattern is not supported' }],
    ['a{5000}', { fault: 'pattern is not supported' }],
    ['((a{100}){100}){100}', { fault: 'pattern is not supported' }],
    ['(?P<a-b>x)', { fault: 'pattern is not supported' }],
  ])('finds the fault of %s', (pattern, fault) => {
    expect(findPatternFault(pattern)).toMatchObject(fault)
  })
})

describe('findTemplateFault', () => {
  test.each([
    ['https://example.com/{id}', '#(?P<id>\\d+)', undefined],
    ['https://example.com/{org}{?q}', '(?P<org>a)(?P<q>b)', undefined],
    ['https://example.com', 'x', undefined],
    ['https://example.com/{', 'x', { fault: 'template is not valid' }],
    ['https://example.com/{}', 'x', { fault: 'template is not valid' }],
    ['https://example.com/{a b}', 'x', { fault: 'template is not valid' }],
    ['https://example.com/{id}', 'x', { fault: 'group is not in the pattern', group: 'id' }],
    ['https://example.com/', '(?P<id>x)', { fault: 'group is not in the template', group: 'id' }],
  ])('compares %s with %s', (url_template, pattern, fault) => {
    expect(findTemplateFault(url_template, pattern)).toEqual(fault)
  })
})
