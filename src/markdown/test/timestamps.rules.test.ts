import { describe, expect, test } from 'vitest'
import { html } from './support/example-realm'

describe('timestamps', () => {
  test.each([
    ['2017-06-05T22:30:00Z', '2017-06-05T22:30:00Z'],
    ['2017-06-05 22:30', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:00+05:30', '2017-06-05T17:00:00Z'],
    ['2017-06-05T22:30:00.5-0400', '2017-06-06T02:30:00.500000Z'],
    ['20170605', '2017-06-05T00:00:00Z'],
    ['0002-01-01', '0002-01-01T00:00:00Z'],
    ['9998-12-31T23:59:59Z', '9998-12-31T23:59:59Z'],
    ['2017-06-05T22', '2017-06-05T22:00:00Z'],
    ['20170605T223000Z', '2017-06-05T22:30:00Z'],
    ['20170605T22:30', '2017-06-05T22:30:00Z'],
    ['20170605 223000.5-0400', '2017-06-06T02:30:00.500000Z'],
  ])('<time:%s>', (text, datetime) => {
    expect(html(`<time:${text}>`)).toBe(`<p><time datetime="${datetime}">${text}</time></p>`)
  })

  test.each([
    '',
    'soon',
    'Mon, 5 June 2017 10:30 pm EST',
    '6/5/2017',
    '1496701800',
    '0',
    '99-06-05',
    '2017-06-05T22:30+24:00',
    '10:30 PM',
    'Jun 5',
    '2017-02-29',
    '2017-06-05 25:00',
    '1969-12-31T00:00:00+32:00',
    '2017-13-01',
    '2017-06-05 UTC',
    '2017-06-05 6 7',
    '2017-06-05T',
  ])('<time:%s> is no time of ISO 8601, and stays text', (text) => {
    expect(html(`<time:${text}>`)).toBe(`<p>&lt;time:${text}&gt;</p>`)
  })

  // In another time zone, Python has no such time.
  test.each(['0001-12-31', '0002-01-01T00:00:00+00:01', '9999-01-01', '9998-12-31T23:59:59-00:01'])(
    '<time:%s> is in the first or the last year, and stays text',
    (text) => {
      expect(html(`<time:${text}>`)).toBe(`<p>&lt;time:${text}&gt;</p>`)
    },
  )
})
