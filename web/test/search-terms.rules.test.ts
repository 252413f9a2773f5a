import { describe, expect, test } from 'vitest'
import { DATES, rangeOfDate, requestOf } from '../store/search-dates'
import { correctionsOf, mistakesBetween, spellingsOf, withoutEach, wordsOf } from '../store/search-hints'

// A Wednesday.
const NOW = new Date(2026, 10, 25, 15, 30)
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime() / 1000

describe('the times of a search', () => {
  test.each<[string, number, number]>([
    ['today', at(2026, 11, 25), at(2026, 11, 26)],
    ['yesterday', at(2026, 11, 24), at(2026, 11, 25)],
    ['this-week', at(2026, 11, 23), at(2026, 11, 30)],
    ['last-week', at(2026, 11, 16), at(2026, 11, 23)],
    ['this-month', at(2026, 11, 1), at(2026, 12, 1)],
    ['last-month', at(2026, 10, 1), at(2026, 11, 1)],
    ['this-year', at(2026, 1, 1), at(2027, 1, 1)],
    ['last-year', at(2025, 1, 1), at(2026, 1, 1)],
    ['2026', at(2026, 1, 1), at(2027, 1, 1)],
    ['2026-02', at(2026, 2, 1), at(2026, 3, 1)],
    ['2026-02-28', at(2026, 2, 28), at(2026, 3, 1)],
  ])('%s', (operand, from, before) => {
    expect(rangeOfDate(operand, NOW)).toEqual({ from, before })
  })

  test('are none for what is no date', () => {
    for (const operand of ['', 'soon', '2026-13', '2026-00', '2026-02-30', '20260101'])
      expect(rangeOfDate(operand, NOW), operand).toBeUndefined()
    for (const operand of DATES) expect(rangeOfDate(operand, NOW), operand).toBeDefined()
  })

  test('a week begins on Monday, also seen from a Sunday', () => {
    expect(rangeOfDate('this-week', new Date(2026, 10, 29))).toEqual(rangeOfDate('this-week', NOW))
    expect(rangeOfDate('this-week', new Date(2026, 10, 30))).not.toEqual(rangeOfDate('this-week', NOW))
  })

  test('become parameters; the narrow has the other terms', () => {
    const search = { operator: 'search', operand: 'soup' }
    expect(requestOf([search], NOW)).toEqual({ narrow: [search] })
    expect(
      requestOf([search, { operator: 'date', operand: 'this-year' }, { operator: 'date', operand: 'yesterday' }], NOW),
    ).toEqual({ narrow: [search], sent_from: at(2026, 11, 24), sent_before: at(2026, 11, 25) })
    expect(requestOf([search, { operator: 'date', operand: 'never' }], NOW)).toEqual({ narrow: [search] })
  })
})

describe('what helps a search without results', () => {
  test('is the search without each term, if there are several', () => {
    const [a, b] = [
      { operator: 'search', operand: 'soup' },
      { operator: 'sender', operand: 9 },
    ] as const
    expect(withoutEach([a])).toEqual([])
    expect(withoutEach([a, b])).toEqual([
      { dropped: a, terms: [b] },
      { dropped: b, terms: [a] },
    ])
  })

  test.each<[string, string, number]>([
    ['importer', 'importer', 0],
    ['imporrter', 'importer', 1],
    ['improter', 'importer', 1],
    ['imprter', 'importer', 1],
    ['inporter', 'importer', 1],
    ['inprter', 'importer', 2],
    ['soup', 'importer', 3],
    ['abcd', 'wxyz', 3],
  ])('%s is %s with %i mistakes', (a, b, mistakes) => {
    expect(mistakesBetween(a, b, 2)).toBe(mistakes)
    expect(mistakesBetween(b, a, 2)).toBe(mistakes)
  })

  test('is an existing word with one mistake, or with two in a long one, the nearest first', () => {
    const existing = ['importer', 'imported', 'porter', 'soup', 'loup']
    expect(correctionsOf('improter', existing)).toEqual(['importer', 'imported'])
    expect(correctionsOf('Inprter', existing)).toEqual([])
    expect(correctionsOf('inporterr', existing)).toEqual(['importer'])
    expect(correctionsOf('souq', existing)).toEqual(['soup'])
    expect(correctionsOf('importer', existing)).toEqual(['imported', 'porter'])
    expect(correctionsOf('sou', existing)).toEqual([])
  })

  test('is another spelling', () => {
    expect(spellingsOf('Müller')).toEqual(['mueller'])
    expect(spellingsOf('Strasse')).toEqual(['straße'])
    expect(spellingsOf('word')).toEqual([])
    expect(correctionsOf('Mueller', [])).toEqual(['müller'])
  })

  test('knows the words of texts, each once, and not too many', () => {
    expect([...wordsOf(['The Importer: the importer’s größe', 'of it'], 10)]).toEqual(['importer', 'größe'])
    expect(wordsOf(['first second third'], 2).size).toBe(2)
  })
})
