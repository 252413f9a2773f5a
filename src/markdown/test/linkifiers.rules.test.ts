import { describe, expect, test } from 'vitest'
import type { Linkifier } from '../settings'
import { linksInTopic } from '../topic-links'
import { issues, linkifier, repositories } from './support/example-linkifiers'
import { htmlProblems } from './support/html-problems'
import { parsed, rendered, SETTINGS } from './support/rendered-message'

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

  test('run for texts without any other syntax', () => {
    expect(html('see bug 7', linkifier('bug (?P<id>\\d+)', '/bugs/{id}'))).toBe(
      '<p>see <a href="/bugs/7">bug 7</a></p>',
    )
  })

  test('match in the order of the realm', () => {
    const expected = '<p><a href="https://git.example.com/a/b/1">a/b#1</a></p>'
    expect(html('a/b#1', repositories, issues)).toBe(expected)
    expect(html('a/b#1', issues, repositories)).toBe(expected)
    expect(html('#1', linkifier('#(?P<n>\\d+)', '/first/{n}'), issues)).toBe('<p><a href="/first/1">#1</a></p>')
  })

  test('make links with previews and relative addresses', () => {
    const images = linkifier('pic:(?P<name>\\w+)', 'https://example.com/{name}.png')
    const { references } = parsed('#1 pic:a', { ...SETTINGS, linkifiers: [issues, images] })
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

  test('that match any text leave the HTML without a problem', () => {
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
          expect(htmlProblems(html(content, linkifier(pattern, template)))).toEqual([])
        }
      }
    }
  })

  test('have a limit for the length of their addresses', () => {
    const long = linkifier('(?P<a>a)', `https://example.com/${'x'.repeat(5000)}{a}`)
    expect(html('a '.repeat(5000), long).length).toBeLessThan(700_000)
  })

  test('that are not valid match nothing', () => {
    expect(html('#1', linkifier('#(', '/x'), linkifier('#(?P<id>\\d+)', '/{'))).toBe('<p>#1</p>')
  })
})
