import { describe, expect, test } from 'vitest'
import { requiredLiterals } from '../linkifier-matching/required-literals'
import { findLinkifierMatches } from '../linkifiers'
import type { Linkifier } from '../settings'
import { linksInTopic } from '../topic-links'
import { now } from './support/clock'
import { complaintsAbout } from './support/html-check'
import { parsed, rendered, SETTINGS } from './support/rendered-message'

const linkifier = (pattern: string, url_template: string): Linkifier => ({ id: 1, pattern, url_template })

const issues = linkifier('#(?P<id>[0-9]+)', 'https://issues.example.com/{id}')
const repositories = linkifier(
  '(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)',
  'https://git.example.com/{org}/{repo}/{id}',
)
const anything = linkifier('(?P<word>\\S+)', '{+word}')

const html = (content: string, ...linkifiers: Linkifier[]) => rendered(content, { ...SETTINGS, linkifiers })

const link = (id: number) => `<a href="https://issues.example.com/${id}">#${id}</a>`

describe('linkifiers', () => {
  test.each([
    ['#1', link(1)],
    ['#1 #22,#3', `${link(1)} ${link(22)},${link(3)}`],
    ['see (#1), "#2" or <#3>.', `see (${link(1)}), "${link(2)}" or &lt;${link(3)}&gt;.`],
    ['a\u00a0#1\u3000#2', `a\u00a0${link(1)}\u3000${link(2)}`],
    ['#1\n#2', `${link(1)}<br>\n${link(2)}`],
    ['a#1 #1a #', 'a#1 #1a #'],
    ['`#1` [#1](https://a.example.com)', '<code>#1</code> <a href="https://a.example.com">#1</a>'],
    ['https://a.example.com/#1', '<a href="https://a.example.com/#1">https://a.example.com/#1</a>'],
    [
      '**see #1** *or #2*',
      `**see ${link(1)}** *or ${link(2)}*`
        .replace(/\*\*(.*)\*\*/, '<strong>$1</strong>')
        .replace(/\*(.*)\*/, '<em>$1</em>'),
    ],
  ])('%j', (content, expected) => {
    expect(html(content, issues)).toBe(`<p>${expected}</p>`)
  })

  test('need nothing that other constructs need', () => {
    expect(html('see bug 7', linkifier('bug (?P<id>\\d+)', '/bugs/{id}'))).toBe(
      '<p>see <a href="/bugs/7">bug 7</a></p>',
    )
  })

  test('are tried in the order of the realm', () => {
    const shown = '<p><a href="https://git.example.com/a/b/1">a/b#1</a></p>'
    expect(html('a/b#1', repositories, issues)).toBe(shown)
    expect(html('a/b#1', issues, repositories)).toBe(shown)
    expect(html('#1', linkifier('#(?P<n>\\d+)', '/first/{n}'), issues)).toBe('<p><a href="/first/1">#1</a></p>')
  })

  test('are links like others', () => {
    const pictures = linkifier('pic:(?P<name>\\w+)', 'https://example.com/{name}.png')
    const { references } = parsed('#1 pic:a', { ...SETTINGS, linkifiers: [issues, pictures] })
    expect(references).toMatchObject({ has_link: true, has_image: true, links: ['https://issues.example.com/1'] })
    const own = linkifier('m:(?P<id>\\d+)', 'https://acme.example.com/#narrow/id/{id}')
    expect(html('m:7', own)).toBe('<p><a href="#narrow/id/7">m:7</a></p>')
  })

  test.each(['javascript:alert(1)', 'JaVaScRiPt://x', 'data:text/html,x', '//evil.example.com', 'vbscript:x'])(
    'never lead to %s',
    (address) => {
      expect(html(`${address} a`, anything)).not.toContain(`href="${address}`)
      expect(html('x', linkifier('(?P<w>x)', `${address}{w}`))).toBe('<p>x</p>')
      expect(linksInTopic('x', [linkifier('(?P<w>x)', `${address}{w}`)])).toEqual([])
    },
  )

  test('that match everything break nothing', () => {
    for (const content of [
      '**a** `b` @**c** :smile: [d](https://e.com) $$f$$',
      '<script>"\'&lt;',
      '\ud800 🙂 \ufdd0',
      '> a\n> b',
    ]) {
      for (const pattern of ['(?P<word>.+)', '(?P<word>\\S+)', '(?P<word>(?s:.)+)', '(?P<word>.)', '(?P<word>x*)']) {
        for (const template of [
          '{+word}',
          'https://example.com/{word}',
          'https://example.com/"><script>{+word}{?word}',
        ]) {
          expect(complaintsAbout(html(content, linkifier(pattern, template)))).toEqual([])
        }
      }
    }
  })

  test('do not make a message of any size', () => {
    const long = linkifier('(?P<a>a)', `https://example.com/${'x'.repeat(5000)}{a}`)
    expect(html('a '.repeat(5000), long).length).toBeLessThan(700_000)
  })

  test('that were never valid match nothing', () => {
    expect(html('#1', linkifier('#(', '/x'), linkifier('#(?P<id>\\d+)', '/{'))).toBe('<p>#1</p>')
  })
})

describe('the time linkifiers take', () => {
  test.each(['(?P<a>(a*)*b)', '(?P<a>(a|a)*b)', '(?P<a>a.*b|a)', '(?P<a>[a-z]+[a-z]+[a-z]+!)', '(?P<a>(x+x+)+y)'])(
    'does not explode with %s',
    async (pattern) => {
      for (const text of ['a'.repeat(10_000), 'a '.repeat(5_000), 'x'.repeat(10_000)]) {
        const start = await now()
        html(text, linkifier(pattern, 'https://example.com/{a}'))
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
  ])('is spared where a message has not what %s needs', (pattern, parts) => {
    expect(requiredLiterals(pattern)).toEqual(parts)
  })

  const plenty = () => ({ linkifierSteps: 1_000_000 })

  test('and what is needed is there whenever something is found', () => {
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
        const found = findLinkifierMatches(text, linkifier(pattern, '/x'), 9, plenty())
        const missing = requiredLiterals(pattern).filter((part) => !text.includes(part))
        expect([pattern, text, found.length > 0 && missing.length > 0]).toEqual([pattern, text, false])
      }
    }
    expect(findLinkifierMatches('bug 1', linkifier('bugs? (?P<id>\\d+)', '/{id}'), 9, plenty())).toHaveLength(1)
    expect(findLinkifierMatches('abbccd', linkifier('ab*c{2}d+', '/x'), 9, plenty())).toHaveLength(1)
  })
})

describe('topic_links', () => {
  test('are what linkifiers find in a topic, from left to right', () => {
    expect(linksInTopic('fix #12 in a/b#3, and #4', [repositories, issues])).toEqual([
      { text: '#12', url: 'https://issues.example.com/12' },
      { text: 'a/b#3', url: 'https://git.example.com/a/b/3' },
      { text: '#4', url: 'https://issues.example.com/4' },
    ])
  })

  test('do not overlap: the first in the list wins', () => {
    const words = linkifier('(?P<w>[a-z]+ #\\d+)', 'https://words.example.com/{w}')
    expect(linksInTopic('bug #1', [issues, words])).toEqual([{ text: '#1', url: 'https://issues.example.com/1' }])
    expect(linksInTopic('bug #1', [words, issues])).toEqual([
      { text: 'bug #1', url: 'https://words.example.com/bug%20%231' },
    ])
  })

  test.each([
    ['see https://a.example.com/b?c=d', 'https://a.example.com/b?c=d', 'https://a.example.com/b?c=d'],
    ['http://a.example.com, later', 'http://a.example.com', 'http://a.example.com'],
    ['example.com/a is down', 'example.com/a', 'https://example.com/a'],
    ['example.com/@a', 'example.com/@a', 'https://example.com/@a'],
  ])('are also the addresses in it: %s', (topic, text, url) => {
    expect(linksInTopic(topic, [])).toEqual([{ text, url }])
  })

  test('are a linkifier’s rather than an address’s', () => {
    const pages = linkifier('p\\.com/(?P<id>\\d+)', 'https://pages.example.com/{id}')
    expect(linksInTopic('p.com/1 q.com/2', [pages])).toEqual([
      { text: 'p.com/1', url: 'https://pages.example.com/1' },
      { text: 'q.com/2', url: 'https://q.com/2' },
    ])
  })

  test('are none without linkifiers or addresses', () => {
    expect(linksInTopic('#1 a@example.com release.zip', [])).toEqual([])
    expect(linksInTopic('', [issues])).toEqual([])
  })
})
