import { expect, test } from 'vitest'
import { addressOf, playgroundsFor } from '../html/playgrounds'

test.each([
  ['https://example.com/?c={code}', 'https://example.com/?c=a%20%2B%20b'],
  ['https://example.com/{?code}', 'https://example.com/?code=a%20%2B%20b'],
  ['https://example.com/run?x=1{&code}', 'https://example.com/run?x=1&code=a%20%2B%20b'],
  ['https://example.com{#code}', 'https://example.com#a%20+%20b'],
  ['https://example.com/{code,other}', 'https://example.com/a%20%2B%20b'],
])('%s', (template, address) => {
  expect(addressOf(template, 'a + b')).toBe(address)
})

test('a playground has links of its language only, and only to web pages', () => {
  const playground = (pygments_language: string, url_template: string) => ({
    name: 'P',
    pygments_language,
    url_template,
  })
  const all = [
    playground('Python', 'https://example.com/{code}'),
    playground('Rust', 'https://example.com/{code}'),
    playground('Python', 'javascript:{+code}'),
  ]
  expect(playgroundsFor(all, 'Python', '1')).toEqual([{ name: 'P', url: 'https://example.com/1' }])
  expect(playgroundsFor(all, undefined, '1')).toEqual([])
})
