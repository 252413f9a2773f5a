import { describe, expect, test } from 'vitest'
import { decodePage, readOembed, readPage } from '../../src/domain/writing/previews/page-facts'
import { withPreviews } from '../../src/domain/writing/previews/rules'

const URL = 'https://news.example.net/story/1'
const read = (head: string) => readPage(`<!doctype html><html><head>${head}</head><body>…</body>`, URL)

describe('what a page says about itself', () => {
  test('is in Open Graph, with addresses that are absolute', () => {
    const head =
      '<title>Old</title><meta property="og:title" content="A &amp; B &#8212; &quot;C&quot;">' +
      "<meta content='Two\n lines' property='og:description'><meta property=og:image content=/a.png>" +
      '<link rel="alternate" type="application/json+oembed" href="/oembed?u=1&amp;f=json">'
    expect(read(head)).toEqual({
      title: 'A & B — "C"',
      description: 'Two lines',
      image: 'https://news.example.net/a.png',
      oembed: 'https://news.example.net/oembed?u=1&f=json',
    })
  })

  test('is otherwise in older tags', () => {
    const facts = read(
      '<title> Old &uuml;ber </title><meta name="description" content="d"><meta name="twitter:image" content="//x.example/p.png">',
    )
    expect(facts).toEqual({ title: 'Old über', description: 'd', image: 'https://x.example/p.png', oembed: undefined })
  })

  test('is not in the body, in a comment or in a script', () => {
    const hidden = '<meta property="og:title" content="No">'
    expect(read(`<!-- ${hidden} --><script>"${hidden}"</script>`).title).toBe('')
    expect(readPage(`<head></head>${hidden}`, URL).title).toBe('')
  })

  test('has a limit, and no picture with another scheme', () => {
    const facts = read(`<title>${'x'.repeat(1000)}</title><meta property="og:image" content="javascript:alert(1)">`)
    expect([facts.title.length, facts.image]).toEqual([200, undefined])
  })

  test('is read in linear time', () => {
    const longName = `<${'a'.repeat(7998)}>` // such names once took a second each
    for (const text of ['<', '<meta ', '<!--', '<title>', '<meta content="', '&#', '<a b=', longName])
      expect(readPage(text.repeat(500_000 / Math.min(text.length, 20)), URL).title.length).toBeLessThanOrEqual(200)
  })

  test('in oEmbed has no HTML', () => {
    const json = { type: 'video', title: 'T', html: '<iframe>', thumbnail_url: '/t.png' }
    expect(readOembed(json, URL)).toEqual({ title: 'T', image: 'https://news.example.net/t.png' })
    expect(readOembed(null, URL)).toEqual({ title: '', image: undefined })
  })
})

describe('the characters of a page', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)
  test.each([
    ['the header', bytes(0xcf, 0xf0), 'text/html; charset=windows-1251', 'Пр'],
    [
      'the head',
      new Uint8Array([...new TextEncoder().encode('<meta charset="shift_jis">'), 0x93, 0xfa]),
      'text/html',
      '<meta charset="shift_jis">日',
    ],
    ['the first bytes', bytes(0xff, 0xfe, 0x41, 0), 'text/html; charset=utf-8', 'A'],
    ['the first bytes, and not the header', bytes(0xef, 0xbb, 0xbf, 0xc3, 0xbc), 'text/html; charset=latin1', 'ü'],
    ['nothing', new TextEncoder().encode('ü'), 'text/html', 'ü'],
    ['an unknown name', new TextEncoder().encode('ü'), 'text/html; charset=klingon', 'ü'],
  ])('follow from %s', (_, page, type, text) => {
    expect(decodePage(page, type)).toBe(text)
  })
})

test.for([
  ['&Uuml;ber &amp; &#228;ther &#x2014; &ndash;', 'Über & äther — –'],
  ['it&#146;s &oacute; &frac12; &euro; &unknown; &#0;', 'it’s ó ½ € &unknown;'],
  ['&#xd800;&#x110000;ok', 'ok'],
])('the title %s is %s', ([written, read]) => {
  expect(readPage(`<title>${written}</title>`, URL).title).toBe(read)
})

describe('the preview in a message', () => {
  const preview = { url: URL, title: '<b>', description: '"&<i>', image: '', image_path: '/external_content/0/1' }
  const html = `<p><a href="${URL}">${URL}</a></p>`

  test('is text, once, and only below a link that the message still has', () => {
    const once = withPreviews(html, [preview])
    expect(once).toContain('title="&lt;b&gt;">&lt;b&gt;</a>')
    expect(once).toContain('<div class="message_embed_description">"&amp;&lt;i&gt;</div>')
    expect(withPreviews(once, [preview])).toBe(once)
    expect(withPreviews('<p>edited</p>', [preview])).toBe('<p>edited</p>')
  })
})
