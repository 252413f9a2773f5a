import { describe, expect, test } from 'vitest'
import { requiredLiterals } from '../linkifier-matching/required-literals'
import { findLinkifierMatches } from '../linkifiers'
import { now } from './support/clock'
import { linkifier } from './support/example-linkifiers'
import { rendered, SETTINGS } from './support/rendered-message'

describe('the time of linkifiers', () => {
  test.each(['(?P<a>(a*)*b)', '(?P<a>(a|a)*b)', '(?P<a>a.*b|a)', '(?P<a>[a-z]+[a-z]+[a-z]+!)', '(?P<a>(x+x+)+y)'])(
    'is bounded for %s',
    async (pattern) => {
      for (const text of ['a'.repeat(10_000), 'a '.repeat(5_000), 'x'.repeat(10_000)]) {
        const start = await now()
        rendered(text, { ...SETTINGS, linkifiers: [linkifier(pattern, 'https://example.com/{a}')] })
        expect((await now()) - start).toBeLessThan(3000)
      }
    },
  )

  test.each([
    ['#(?P<id>\\d+)', ['#']],
    ['(?P<org>[a-z/]+)/(?P<repo>\\w+)#(?P<id>\\d+)', ['/', '#']],
    ['(?P<key>JIRA-\\d+)', []],
    ['JIRA-(?P<id>\\d+)', ['JIRA-']],
    ['a|b', []],
    ['(?i)bug (?P<id>\\d+)', []],
    ['bugs? (?P<id>\\d+)', ['bug', ' ']],
    ['ab*c{2}d+', ['a', 'd']],
    ['\\#\\d+\\.x', ['#', '.x']],
    ['[]#]x[^]]y[[:alpha:]]z', ['x', 'y', 'z']],
    ['\\Qa|b\\E', []],
    ['^a$', ['a']],
  ])('is saved for texts without the literals of %s', (pattern, literals) => {
    expect(requiredLiterals(pattern)).toEqual(literals)
  })

  const largeBudget = () => ({ linkifierSteps: 1_000_000 })

  test('is never saved for a text that matches', () => {
    const patterns = [
      '#(?P<id>\\d+)',
      'bugs? (?P<id>\\d+)',
      'ab*c{2}d+',
      '\\#\\d+\\.x',
      '[]#]x[^]]y',
      'a+b?c',
      '(a|b)c',
    ]
    for (const text of ['#1', 'bug 1', 'bugs 2', 'accd', 'abbccd', '#1.x', ']xay', '#x y', 'aac', 'ac', 'bc']) {
      for (const pattern of patterns) {
        const matches = findLinkifierMatches(text, linkifier(pattern, '/x'), 9, largeBudget())
        const missing = requiredLiterals(pattern).filter((literal) => !text.includes(literal))
        expect([pattern, text, matches.length > 0 && missing.length > 0]).toEqual([pattern, text, false])
      }
    }
    expect(findLinkifierMatches('bug 1', linkifier('bugs? (?P<id>\\d+)', '/{id}'), 9, largeBudget())).toHaveLength(1)
    expect(findLinkifierMatches('abbccd', linkifier('ab*c{2}d+', '/x'), 9, largeBudget())).toHaveLength(1)
  })
})
