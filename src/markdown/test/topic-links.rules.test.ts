import { describe, expect, test } from 'vitest'
import { linksInTopic } from '../topic-links'
import { issues, linkifier, repositories } from './support/example-linkifiers'

describe('the links of a topic', () => {
  test('are the matches of linkifiers, from left to right', () => {
    expect(linksInTopic('fix #12 in a/b#3, and #4', [repositories, issues])).toEqual([
      { text: '#12', url: 'https://issues.example.com/12' },
      { text: 'a/b#3', url: 'https://git.example.com/a/b/3' },
      { text: '#4', url: 'https://issues.example.com/4' },
    ])
  })

  test('do not overlap: the first linkifier wins', () => {
    const wordAndNumber = linkifier('(?P<w>[a-z]+ #\\d+)', 'https://words.example.com/{w}')
    expect(linksInTopic('bug #1', [issues, wordAndNumber])).toEqual([
      { text: '#1', url: 'https://issues.example.com/1' },
    ])
    expect(linksInTopic('bug #1', [wordAndNumber, issues])).toEqual([
      { text: 'bug #1', url: 'https://words.example.com/bug%20%231' },
    ])
  })

  test.each([
    ['see https://a.example.com/b?c=d', 'https://a.example.com/b?c=d', 'https://a.example.com/b?c=d'],
    ['http://a.example.com, later', 'http://a.example.com', 'http://a.example.com'],
    ['example.com/a is down', 'example.com/a', 'https://example.com/a'],
    ['example.com/@a', 'example.com/@a', 'https://example.com/@a'],
  ])('include web addresses: %s', (topic, text, url) => {
    expect(linksInTopic(topic, [])).toEqual([{ text, url }])
  })

  test('prefer a linkifier to a web address', () => {
    const pages = linkifier('p\\.com/(?P<id>\\d+)', 'https://pages.example.com/{id}')
    expect(linksInTopic('p.com/1 q.com/2', [pages])).toEqual([
      { text: 'p.com/1', url: 'https://pages.example.com/1' },
      { text: 'q.com/2', url: 'https://q.com/2' },
    ])
  })

  test('exclude email addresses and file names', () => {
    expect(linksInTopic('#1 a@example.com release.zip', [])).toEqual([])
    expect(linksInTopic('', [issues])).toEqual([])
  })
})
