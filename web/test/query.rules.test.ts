import { expect, test } from 'vitest'
import { bestMatches, foldedName } from '../store/best-matches'
import { partsOfMatch } from '../views/match-parts'
import { queryAt } from '../compose/query'
import { readTime, timeMarkdown, usualTimes } from '../parts/times'

const at = (text: string) => queryAt(text, text.length)

test.each([
  ['hello @', { kind: 'person', start: 6, text: '', isSilent: false }],
  ['@ada', { kind: 'person', start: 0, text: 'ada', isSilent: false }],
  ['@_ada ok', { kind: 'person', start: 0, text: 'ada ok', isSilent: true }],
  ['(@**Ada', { kind: 'person', start: 1, text: 'Ada', isSilent: false }],
  ['see #gen', { kind: 'channel', start: 4, text: 'gen' }],
  ['#**gen', { kind: 'channel', start: 0, text: 'gen' }],
  ['in #**general>lu', { kind: 'topic', start: 3, text: 'lu', channel: 'general' }],
  ['hi :ta', { kind: 'emoji', start: 3, text: 'ta' }],
  ['hi :über', { kind: 'emoji', start: 3, text: 'über' }],
  [':笑', { kind: 'emoji', start: 0, text: '笑' }],
  ['```py', { kind: 'language', start: 3, text: 'py' }],
  ['/po', { kind: 'command', start: 0, text: 'po' }],
  ['at <time', { kind: 'time', start: 3, text: '' }],
  ['at <time:15:', { kind: 'time', start: 3, text: '15:' }],
])('%s asks to complete', (text, query) => {
  expect(at(text)).toMatchObject(query)
})

test.each([
  '',
  'ada@example.com',
  'a#b',
  '# heading',
  'at 10:30',
  'https://e',
  'and/or',
  'a\n/po',
  '@ ada',
  '```',
  ':',
])('%j asks for nothing', (text) => expect(at(text)).toBe(undefined))

test('a block of code asks for nothing, and the text after it does', () => {
  expect(at('```\n@ada')).toBe(undefined)
  expect(at('```\n@ada\n```\n@ada')).toMatchObject({ kind: 'person', start: 13 })
})

test('the caret decides, not the end of the text', () => {
  expect(queryAt('@ad and more', 3)).toMatchObject({ text: 'ad' })
})

test('names that begin with the query come first, then words, then the rest', () => {
  const names = ['planetary', 'the lan', 'lantern', 'lane']
  const nameOf = (name: string) => name
  expect(bestMatches(names, 'lan', { nameOf, most: 8 })).toEqual(['lantern', 'lane', 'the lan', 'planetary'])
  expect(bestMatches(names, 'lan', { nameOf, most: 2 })).toEqual(['lantern', 'lane'])
})

const CHANNELS = ['engineering', 'engineering-incidents', 'Incident engineers', 'Ben', 'Benjamin', 'Übergabe', 'rubens']
const best = (query: string, isLast?: (name: string) => boolean) =>
  bestMatches(CHANNELS, query, { nameOf: foldedName, most: 8, ...(isLast && { isLast }) })

test.each([
  ['the whole name before names that begin with it', 'ben', ['Ben', 'Benjamin', 'rubens']],
  ['words in any order, at the beginning of words', 'inc engi', ['engineering-incidents', 'Incident engineers']],
  ['a space where the name has a hyphen', 'engineering inc', ['engineering-incidents']],
  ['a character too few', 'enginering', ['engineering', 'engineering-incidents']],
  ['a character too many', 'benjammin', ['Benjamin']],
  ['a wrong character', 'benjanin', ['Benjamin']],
  ['two characters in the place of each other', 'ebnjamin', ['Benjamin']],
  ['an accent', 'ubergabe', ['Übergabe']],
  ['two mistakes', 'bemjanin', []],
  ['a mistake in a short word', 'bxn', []],
])('%s', (_, query, names) => {
  expect(best(query)).toEqual(names)
})

test('what comes last is first if it is the whole name', () => {
  const isLast = (name: string) => name.startsWith('Ben')
  expect(best('ben', isLast)).toEqual(['Ben', 'rubens', 'Benjamin'])
})

test('what is preferred comes before others that match as well, in its order, and not before better ones', () => {
  const order = ['engineering-incidents', 'rubens', 'engineering']
  const preference = (name: string) => (order.includes(name) ? order.indexOf(name) : undefined)
  const find = (query: string) => bestMatches(CHANNELS, query, { nameOf: foldedName, most: 2, preference })
  expect(find('eng')).toEqual(['engineering-incidents', 'engineering'])
  expect(find('ben')).toEqual(['Ben', 'Benjamin'])
  expect(find('en')).toEqual(['engineering-incidents', 'engineering'])
})

test('the matched parts of a name are marked', () => {
  const marked = (name: string, query: string) =>
    partsOfMatch(name, query)
      .map(({ text, isMatched }) => (isMatched ? `<${text}>` : text))
      .join('')
  expect(marked('engineering-incidents', '#inc engi')).toBe('<engi>neering-<inc>idents')
  expect(marked('Rubens Ben', 'ben')).toBe('Rubens <Ben>')
  expect(marked('Übergabe', 'uber')).toBe('<Über>gabe')
  expect(marked('한국', '한')).toBe('한국')
  expect(marked('ben', '')).toBe('ben')
})

test('the usual times are in the future, and in order', () => {
  const names = { inMinutes: String, inHours: String, day: String }
  for (let hour = 0; hour < 24 * 7; hour++) {
    const now = new Date(2026, 10, 16, hour, 30)
    const times = usualTimes(now, names).map(({ date }) => date.getTime())
    expect(times.every((time) => time > now.getTime())).toBe(true)
    expect(new Set(times).size).toBe(times.length)
  }
})

test('a typed time is read, and a time that is over means tomorrow', () => {
  const now = new Date(2026, 10, 16, 12, 0)
  expect(readTime('15:30', now)).toEqual(new Date(2026, 10, 16, 15, 30))
  expect(readTime('9:00', now)).toEqual(new Date(2026, 10, 17, 9, 0))
  expect(readTime('2026-12-01', now)).toEqual(new Date(2026, 11, 1, 9, 0))
  for (const text of ['', 'soon', '25:00', '2026-99-01']) expect(readTime(text, now)).toBe(undefined)
})

test('a time names its offset, so every reader sees the same moment', () => {
  const date = new Date(2026, 11, 1, 9, 5)
  const text = timeMarkdown(date)
  expect(new Date(text.slice(6, -1)).getTime()).toBe(date.getTime())
})
