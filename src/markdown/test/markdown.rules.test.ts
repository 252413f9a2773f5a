import { describe, expect, test } from 'vitest'
import { emojiCodeOf, namesOfEmoji } from '../emoji-names'
import { renderTemplate } from '../render'
import type { MarkdownSettings } from '../settings'
import type { Directory } from '../template'
import fixtures from './fixtures/zulip-markdown.json'
import { LIMITS, parsed, SETTINGS } from './support/rendered-message'

const settings = { ...SETTINGS, realm_url: 'http://zulip.testserver' }

const people = [
  { user_id: 1, full_name: 'Ada', is_active: true },
  { user_id: 4, full_name: 'Dov <b>', is_active: true },
  { user_id: 5, full_name: 'Ezra', is_active: true },
  { user_id: 9, full_name: 'Ezra', is_active: true },
  { user_id: 6, full_name: 'Gone', is_active: false },
]

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const directory: Directory = {
  userByName: (name) => people.find(({ full_name }) => same(full_name, name)),
  userById: (id) => people.find(({ user_id }) => user_id === id),
  groupByName: (name) => (same(name, 'cooks') ? { id: 3, name: 'Cooks' } : undefined),
  channelByName: (name) =>
    name === 'general' ? { stream_id: 7, name } : name === 'a & b. c' ? { stream_id: 8, name } : undefined,
  emojiByName: (name) => (name === 'parley' ? { name, source_url: '/user_avatars/2/emoji/images/1.png' } : undefined),
}

const render = (content: string, changes: Partial<MarkdownSettings> = {}) =>
  renderTemplate(parsed(content, { ...settings, ...changes }).template, directory, LIMITS)

const html = (content: string, changes: Partial<MarkdownSettings> = {}) => render(content, changes).html

const marks = (content: string, changes: Partial<MarkdownSettings> = {}) =>
  parsed(content, { ...settings, ...changes }).references

test('a link in the words of a link is only words', () => {
  for (const inner of ['https://evil.example', '[there](https://evil.example)']) {
    const rendered = html(`[see ***${inner}*** now](https://good.example)`)
    expect(rendered.match(/<a /g), rendered).toHaveLength(1)
    expect(rendered).toMatch(/^<p><a href="https:\/\/good\.example">/)
  }
})

describe('the flavour, by example', () => {
  type Fixture = { name: string; input: string; expected_output: string; translate_emoticons?: boolean }
  const cases: Fixture[] = fixtures.regular_tests

  // The address of the picture's proxy is a secret of the server the examples come from.
  const proxied_media_url = (url: string) =>
    'https://external-content.zulipcdn.net/external_content/785b3eb6f6165491371895ba42ead0e3661ae44b/' +
    [...new TextEncoder().encode(url)].map((byte) => byte.toString(16)).join('')

  test.each(cases)('$name', ({ input, expected_output, translate_emoticons = false }) => {
    expect(html(input, { translate_emoticons, proxied_media_url })).toBe(expected_output)
  })

  test.each(fixtures.linkify_tests)('finds the address in %j', (input = '', frame = '', address = '') => {
    const scheme = address.startsWith('http') ? '' : address.includes('@') ? 'mailto:' : 'http://'
    expect(html(input)).toBe(frame.replace('%s', () => `<a href="${scheme}${address}">${address}</a>`))
  })
})

describe('mentions', () => {
  test('a person is notified', () => {
    const { html: shown, mentioned_user_ids } = render('hi @**Ada**!')
    expect(shown).toBe('<p>hi <span class="user-mention" data-user-id="1">@Ada</span>!</p>')
    expect(mentioned_user_ids).toEqual(new Set([1]))
  })

  test.each([
    ['@_**Ada**', '<p><span class="user-mention silent" data-user-id="1">Ada</span></p>'],
    ['@**Gone**', '<p><span class="user-mention silent" data-user-id="6">Gone</span></p>'],
    ['> @**Ada**', '<blockquote>\n<p><span class="user-mention silent" data-user-id="1">Ada</span></p>\n</blockquote>'],
    [
      '```quote\n@*cooks*\n```',
      '<blockquote>\n<p><span class="user-group-mention silent" data-user-group-id="3">Cooks</span></p>\n</blockquote>',
    ],
    ['@_*cooks*', '<p><span class="user-group-mention silent" data-user-group-id="3">Cooks</span></p>'],
  ])('%j names but does not notify', (content, expected) => {
    const { html: shown, mentioned_user_ids, mentioned_group_ids } = render(content)
    expect(shown).toBe(expected)
    expect(mentioned_user_ids.size + mentioned_group_ids.size).toBe(0)
  })

  test('an id tells people of the same name apart, and must fit the name', () => {
    expect(render('@**Ezra**').mentioned_user_ids).toEqual(new Set([5]))
    expect(render('@**Ezra|9**').mentioned_user_ids).toEqual(new Set([9]))
    expect(render('@**|9**').mentioned_user_ids).toEqual(new Set([9]))
    expect(html('@**Ada|9**')).toBe('<p>@<strong>Ada|9</strong></p>')
    expect(render('@**Ada|9**').mentioned_user_ids.size).toBe(0)
  })

  test('nobody of that name is bold text', () => {
    expect(html('@**Nobody**')).toBe('<p>@<strong>Nobody</strong></p>')
    expect(html('@_**Nobody**')).toBe('<p>@_<strong>Nobody</strong></p>')
    expect(html('@*nobody*')).toBe('<p>@<em>nobody</em></p>')
    expect(html('#**nowhere>here**')).toBe('<p>#<strong>nowhere&gt;here</strong></p>')
  })

  test('a group is notified', () => {
    const { html: shown, mentioned_group_ids } = render('@*cooks*')
    expect(shown).toBe('<p><span class="user-group-mention" data-user-group-id="3">@Cooks</span></p>')
    expect(mentioned_group_ids).toEqual(new Set([3]))
  })

  test.each(['(@**Ada**', '"@**Ada**', '[@**Ada**', '{@**Ada**', '/@**Ada**', '<@**Ada**', "'@**Ada**"])(
    '%j may stand there',
    (content) => expect(render(content).mentioned_user_ids).toEqual(new Set([1])),
  )

  test('nobody is mentioned in a word, in code or in an e-mail address', () => {
    expect(render('me@**Ada** `@**Ada**` ada@*cooks*').mentioned_user_ids.size).toBe(0)
    expect(html('me@**Ada**')).toBe('<p>me@<strong>Ada</strong></p>')
  })

  test.each(['all', 'everyone', 'stream', 'channel'])('@**%s** is marked, and permitted elsewhere', (name) => {
    expect(html(`@**${name}**`)).toBe(`<p><span class="user-mention" data-user-id="*">@${name}</span></p>`)
    expect(html(`@_**${name}**`)).toBe(`<p><span class="user-mention silent" data-user-id="*">${name}</span></p>`)
    expect(marks(`@**${name}**`)).toMatchObject({ mentions_channel_wildcard: true, mentions_topic_wildcard: false })
    expect(marks(`@_**${name}** \n> @**${name}**`).mentions_channel_wildcard).toBe(false)
  })

  test('@**topic** is marked as such', () => {
    expect(html('@**topic**')).toBe('<p><span class="topic-mention">@topic</span></p>')
    expect(marks('@**topic**')).toMatchObject({ mentions_channel_wildcard: false, mentions_topic_wildcard: true })
    expect(marks('@_**topic**').mentions_topic_wildcard).toBe(false)
  })

  test('names are text, whatever is in them', () => {
    expect(html('@**dov <b>**')).toBe('<p><span class="user-mention" data-user-id="4">@Dov &lt;b&gt;</span></p>')
  })
})

describe('links to channels, topics and messages', () => {
  test.each([
    ['#**general**', '<a class="stream" data-stream-id="7" href="/#narrow/stream/7-general">#general</a>'],
    ['#**a & b. c**', '<a class="stream" data-stream-id="8" href="/#narrow/stream/8-a-.26-b.2E-c">#a &amp; b. c</a>'],
    [
      '#**general>lunch & (more)**',
      '<a class="stream-topic" data-stream-id="7" href="/#narrow/stream/7-general/topic/lunch.20.26.20.28more.29">#general &gt; lunch &amp; (more)</a>',
    ],
    [
      '#**general>lunch@12**',
      '<a class="message-link" href="/#narrow/stream/7-general/topic/lunch/near/12">#general &gt; lunch @ 💬</a>',
    ],
    [
      '#**general>**',
      '<a class="stream-topic" data-stream-id="7" href="/#narrow/stream/7-general/topic/">#general &gt; <em>general chat</em></a>',
    ],
    [
      '#**general>@12**',
      '<a class="message-link" href="/#narrow/stream/7-general/topic//near/12">#general &gt; <em>general chat</em> @ 💬</a>',
    ],
    ['#**nowhere>**', '#<strong>nowhere&gt;</strong>'],
  ])('%j', (content, expected) => {
    expect(html(content)).toBe(`<p>${expected}</p>`)
  })

  test('one in the words of another link is only words', () => {
    expect(html('[see #**general**](https://example.com)')).toBe(
      '<p><a href="https://example.com">see #<strong>general</strong></a></p>',
    )
  })
})

describe('emoji', () => {
  test('a custom emoji is a picture, also in place of one everybody has', () => {
    expect(html(':parley: :nothing_such:')).toBe(
      '<p><img alt=":parley:" class="emoji" src="/user_avatars/2/emoji/images/1.png" title="parley"> :nothing_such:</p>',
    )
    const everySmile: Directory = { ...directory, emojiByName: (name) => ({ name, source_url: '/mine.png' }) }
    const { template } = parsed(':smile:', settings)
    expect(renderTemplate(template, everySmile, LIMITS).html).toContain('src="/mine.png"')
  })

  test.each(['← ↔ ©', '1 # *', '❤'])('%j is text', (content) => {
    expect(html(content)).toBe(`<p>${content}</p>`)
  })

  test('the table knows codes by all names, and names by code', () => {
    expect(emojiCodeOf('smile')).toBe('1f642')
    expect(emojiCodeOf('nothing_such')).toBeUndefined()
    expect(namesOfEmoji('1f937-200d-2640')).toEqual(['woman_shrugging'])
    expect(namesOfEmoji('1f441-200d-1f5e8')[0]).toBe('eye_in_speech_bubble')
    expect(namesOfEmoji('41')).toEqual([])
  })
})

describe('blocks', () => {
  test.each([
    ['', ''],
    [' \n\t\n', ''],
    ['a\r\nb\rc', '<p>a<br>\nb<br>\nc</p>'],
    ['a\n\n\n\nb', '<p>a</p>\n<p>b</p>'],
    ['/me waves', '<p>/me waves</p>'],
    ['a\n## b ##\nc', '<p>a</p>\n<h2>b</h2>\n<p>c</p>'],
    ['##\na\nb', '<h2>a</h2>\n<p>b</p>'],
    ['#a\n# b\\', '<p>#a<br>\n# b\\</p>'],
    ['a\n---\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
    ['* * *', '<hr>'],
    ['> a\n\n> b', '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    ['> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    ['a\n>b\nc', '<p>a</p>\n<blockquote>\n<p>b<br>\nc</p>\n</blockquote>'],
    ['>\n>', '<p>&gt;<br>\n&gt;</p>'],
    ['    a\n      b\n\n    c', '<div class="codehilite"><pre><span></span><code>a\n  b\n\nc\n</code></pre></div>'],
    [
      '* a\n\n      b  ',
      '<ul>\n<li>a<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>\n</li>\n</ul>',
    ],
    ['1. a\n* b', '<ol>\n<li>a</li>\n</ol>\n<ul>\n<li>b</li>\n</ul>'],
    ['* a\n- b\n+ c', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>'],
    ['* a\n  * b\n* c', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>'],
    ['* a\n    * b', '<ul>\n<li>a<br>\n    * b</li>\n</ul>'],
    ['* a\n\n  b', '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>'],
    ['in the year\n10. March', '<p>in the year<br>\n10. March</p>'],
  ])('%j', (content, expected) => {
    expect(html(content)).toBe(expected)
  })

  test('tables', () => {
    expect(html('a | b | c\n:-- | --: | :-:\n`x|y` | **z**')).toBe(
      [
        '<table>\n<thead>\n<tr>',
        '<th style="text-align: left;">a</th>',
        '<th style="text-align: right;">b</th>',
        '<th style="text-align: center;">c</th>',
        '</tr>\n</thead>\n<tbody>\n<tr>',
        '<td style="text-align: left;"><code>x|y</code></td>',
        '<td style="text-align: right;"><strong>z</strong></td>',
        '<td style="text-align: center;"></td>',
        '</tr>\n</tbody>\n</table>',
      ].join('\n'),
    )
    expect(html('a | b\n--- | ---')).toContain('<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>')
    expect(html('|a|\n|-|\nb')).toBe('<p>|a|<br>\n|-|<br>\nb</p>')
  })

  test('fences', () => {
    const code = (language: string, text: string) =>
      `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>${text}\n</code></pre></div>`
    expect(html('```batch\na < "b"\n```')).toBe(code('Batchfile', 'a &lt; "b"'))
    expect(html('```{.bat}\na\n```')).toBe(code('Batchfile', 'a'))
    expect(html('```frobnicate\na\n```')).toBe(code('frobnicate', 'a'))
    expect(html('```Frobnicate\na\n```')).toBe(code('frobnicate', 'a'))
    expect(html('```BAT\na\n```')).toBe(code('Batchfile', 'a'))
    expect(html('```Quote\na\n```')).toBe('<blockquote>\n<p>a</p>\n</blockquote>')
    expect(html('```Spoiler Who?\na\n```')).toContain('<p>Who?</p>')
    expect(html('```Math\nx\n```')).toContain('katex-display')
    expect(html('```\na\n```', { default_code_block_language: 'matlab' })).toBe(code('Matlab', 'a'))
    expect(html('````bat\n```\n````')).toBe(code('Batchfile', '```'))
    expect(html('~~~quote\n```bat\na')).toBe(`<blockquote>\n${code('Batchfile', 'a')}\n</blockquote>`)
    expect(html(' ```\na\n ```')).toBe('<p><code>\na\n </code></p>')
  })

  test('a spoiler may be without a header, in a quote, and hold lists', () => {
    expect(html('```quote\n```spoiler\na\n* b\n```\n```')).toBe(
      [
        '<blockquote>\n<div class="spoiler-block"><div class="spoiler-header">',
        '</div><div class="spoiler-content" aria-hidden="true">',
        '<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</div></div>\n</blockquote>',
      ].join('\n'),
    )
  })
})

describe('text', () => {
  test.each([
    ['**a *b* ~~c~~**', '<strong>a <em>b</em> <del>c</del></strong>'],
    ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
    ['*a *b* c*', '<em>a <em>b</em> c</em>'],
    ['a * b * c', 'a * b * c'],
    ['2^*a*', '2^<em>a</em>'],
    ['*a^b*', '*a^b*'],
    ['~~~~a~~~~', '~~~~a~~~~'],
    ['__a__ \\*b\\*', '__a__ \\<em>b\\</em>'],
    ['`` a`b ``', '<code> a`b </code>'],
    ['``a`', '``a`'],
    ['\\`a`', '\\`a`'],
    ['\\\\`a`', '\\<code>a</code>'],
    ['&copy; &lt; & &x', '&copy; &lt; &amp; &amp;x'],
    ['`&copy;`', '<code>&amp;copy;</code>'],
    ['[a](https://example.com "b c")', '<a href="https://example.com" title="b c">a</a>'],
    ['[a](<https://example.com/(>)', '<a href="https://example.com/(">a</a>'],
    ['[a](https://example.com/(b))', '<a href="https://example.com/(b)">a</a>'],
    ['[[a]](https://example.com)', '<a href="https://example.com">[a]</a>'],
    ['[](https://example.com)', '<a href="https://example.com">https://example.com</a>'],
    ['[**a** :smile:](https://example.com)', '<a href="https://example.com">**a** :smile:</a>'],
    ['![a](b.c)', '![a](b.c)'],
    ['a.zip b.MOV c.java d.py e.md', 'a.zip b.MOV c.java d.py e.md'],
    ['https://example.zip', '<a href="https://example.zip">https://example.zip</a>'],
    ['**https://example.com**', '<strong>https://example.com</strong>'],
    ['***https://a.com***', '<strong><em><a href="https://a.com">https://a.com</a></em></strong>'],
    ['~~**https://a.com**~~', '<del><strong><a href="https://a.com">https://a.com</a></strong></del>'],
    [
      '**see *there*: https://a.com**',
      '<strong>see <em>there</em>: <a href="https://a.com">https://a.com</a></strong>',
    ],
    [
      '**`a`https://a.com [b](c.com)d.com**',
      '<strong><code>a</code><a href="https://a.com">https://a.com</a> <a href="http://c.com">b</a><a href="http://d.com">d.com</a></strong>',
    ],
  ])('%j', (content, expected) => {
    expect(html(content)).toBe(`<p>${expected}</p>`)
  })

  test.each([
    ['2017-06-05T22:30:00Z', '2017-06-05T22:30:00Z'],
    ['2017-06-05 22:30', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:00+05:30', '2017-06-05T17:00:00Z'],
    ['2017-06-05T22:30:00.5-0400', '2017-06-06T02:30:00.500000Z'],
    ['Mon, 5 June 2017 10:30 pm EST', '2017-06-06T03:30:00Z'],
    ['Jun 5th 2017, 10 PM', '2017-06-05T22:00:00Z'],
    ['6/5/2017', '2017-06-05T00:00:00Z'],
    ['25/12/2017', '2017-12-25T00:00:00Z'],
    ['20170605', '2017-06-05T00:00:00Z'],
    ['1496701800', '2017-06-05T22:30:00Z'],
    ['0', '1970-01-01T00:00:00Z'],
    ['2017-06-05T22', '2017-06-05T22:00:00Z'],
    ['20170605T223000Z', '2017-06-05T22:30:00Z'],
    ['20170605T22:30', '2017-06-05T22:30:00Z'],
    ['20170605 223000.5-0400', '2017-06-06T02:30:00.500000Z'],
    ['Mon, 05 Jun 2017 22:30:00 +0200 (CEST)', '2017-06-05T20:30:00Z'],
    ['5 June 2017 10h30', '2017-06-05T10:30:00Z'],
    ['2017 06 05', '2017-06-05T00:00:00Z'],
    ['6 5 2017', '2017-06-05T00:00:00Z'],
    ['99-06-05', '1999-06-05T00:00:00Z'],
    ['0:30 AM 5 June 2017', '2017-06-05T00:30:00Z'],
  ])('<time:%s>', (words, datetime) => {
    expect(html(`<time:${words}>`)).toBe(`<p><time datetime="${datetime}">${words}</time></p>`)
  })

  test.each([
    '',
    'soon',
    '10:30 PM',
    'Jun 5',
    '2017-02-29',
    '2017-06-05 25:00',
    '1969-12-31T00:00:00+32:00',
    '2017-13-01',
    '2017-06-05 UTC',
    '2017-06-05 6 7',
    '2017-06-05T',
  ])('<time:%s> names no moment', (words) => {
    expect(html(`<time:${words}>`)).toBe(`<p><span class="timestamp-error">Invalid time format: ${words}</span></p>`)
  })
})

describe('previews', () => {
  const picture = 'https://example.com/a.png'
  const preview = (href: string, title = '') =>
    `<div class="message_inline_image"><a href="${href}"${title}><img data-src-fullsize="/thumbnail?url=${encodeURIComponent(href)}&amp;size=full" src="/thumbnail?url=${encodeURIComponent(href)}&amp;size=thumbnail"></a></div>`

  test('a picture alone takes the place of its link', () => {
    expect(html(picture)).toBe(preview(picture))
    expect(html(`* ${picture}`)).toBe(`<ul>\n<li>${preview(picture)}</li>\n</ul>`)
    expect(html(`a\n\n${picture}\n\nb`)).toBe(`<p>a</p>\n${preview(picture)}<p>b</p>`)
  })

  test.each([
    [`* a\n\n* ${picture}`, `<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n${preview(picture)}</li>\n</ul>`],
    [`* [a](b.com) ${picture}`, `<ul>\n<li><a href="http://b.com">a</a> ${preview(picture)}</li>\n</ul>`],
    [`* ${picture}\n  * b`, `<ul>\n<li><ul>\n<li>b</li>\n</ul>\n${preview(picture)}</li>\n</ul>`],
    [`* ${picture} a`, `<ul>\n<li><a href="${picture}">${picture}</a> a${preview(picture)}</li>\n</ul>`],
    [
      `\`\`\`spoiler\n${picture}\n\`\`\`\n[a](${picture})`,
      `<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n${preview(picture)}</div></div>\n<p><a href="${picture}">a</a></p>`,
    ],
  ])('keep what is around them as it is: %j', (content, expected) => {
    expect(html(content)).toBe(expected)
  })

  test('several stand below their paragraph, in order', () => {
    const other = 'https://example.com/b.jpg'
    expect(html(`${picture} ${other} ${picture}`)).toMatch(/<\/p>\n<div.*a\.png.*<\/div><div.*b\.jpg.*<\/div>$/)
    expect(html(`${picture} x\n\n${other} y`)).toMatch(/<\/p>\n<div.*a\.png.*<\/div><p>.*<\/p>\n<div.*b\.jpg/s)
  })

  test('of a video, with the original address, and of a video elsewhere, a still', () => {
    expect(html('x https://example.com/a.mp4')).toContain(
      '<div class="message_inline_image message_inline_video"><a href="https://example.com/a.mp4"><video data-video-original-url="https://example.com/a.mp4" preload="metadata" src="https://example.com/a.mp4"></video></a></div>',
    )
    expect(html('https://www.youtube.com/watch?v=hx1mjT73xYE')).toBe(
      '<p><a href="https://www.youtube.com/watch?v=hx1mjT73xYE">https://www.youtube.com/watch?v=hx1mjT73xYE</a></p>\n<div class="youtube-video message_inline_image"><a data-id="hx1mjT73xYE" href="https://www.youtube.com/watch?v=hx1mjT73xYE"><img src="https://i.ytimg.com/vi/hx1mjT73xYE/default.jpg"></a></div>',
    )
  })

  test.each([
    ['https://github.com/a/b/blob/main/c.png', 'https://raw.githubusercontent.com/a/b/main/c.png', undefined],
    [
      'https://en.wikipedia.org/wiki/File:A,_b.jpg',
      'https://en.wikipedia.org/wiki/Special:FilePath/File:A,_b.jpg',
      'https://en.wikipedia.org/wiki/Special:FilePath/File:A,_b.jpg',
    ],
    ['https://linx.li/a.png', 'https://linx.li/s/a.png', 'https://linx.li/s/a.png'],
  ])('of the picture that %s is a page about', (page, address, opens = page) => {
    const small = `/thumbnail?url=${encodeURIComponent(address)}&amp;size=`
    expect(html(page)).toBe(
      `<div class="message_inline_image"><a href="${opens}"><img data-src-fullsize="${small}full" src="${small}thumbnail"></a></div>`,
    )
  })

  test('of such pictures too in the order of their links', () => {
    const page = (name: string) => `https://en.wikipedia.org/wiki/File:${name}.png`
    const shown = [...html(`${page('a')} ${page('b')}`).matchAll(/<img [^>]*File%3A(.)\.png/g)].map(([, name]) => name)
    expect(shown).toEqual(['a', 'b'])
  })

  test('of a picture somebody shares, beside the page they share it on', () => {
    const page = 'https://www.dropbox.com/s/ab/c.jpg?dl=0'
    expect(html(page)).toBe(
      `<p><a href="${page}">${page}</a></p>\n<div class="message_inline_image"><a href="${page}"><img src="https://www.dropbox.com/s/ab/c.jpg?raw=1"></a></div>`,
    )
    expect(marks(page)).toMatchObject({ has_image: true, links: [] })
  })

  test('none in quotes, none where the realm wants none, none of a list of links', () => {
    expect(html(`> ${picture}`)).not.toContain('<img')
    expect(html(picture, { inline_image_preview: false })).not.toContain('<img')
    const many = Array.from({ length: 25 }, (_, index) => `https://example.com/${index}.png`).join('\n')
    expect(html(many)).not.toContain('<img')
    expect(marks(many)).toMatchObject({ has_link: true, has_image: false })
  })
})

describe('what a message is marked with', () => {
  test('links, pictures and files', () => {
    expect(marks('a [b](/user_uploads/2/ab/c.txt) http://zulip.testserver/user_uploads/2/ab/d.png')).toMatchObject({
      has_link: true,
      has_image: true,
      upload_paths: ['2/ab/c.txt', '2/ab/d.png'],
      links: [],
    })
    expect(marks('> https://example.com/a')).toMatchObject({ has_link: true, links: [] })
    expect(marks('https://example.com/a https://example.com/a https://example.com/b.png')).toMatchObject({
      links: ['https://example.com/a'],
      has_image: true,
    })
    expect(marks('nothing `https://example.com`')).toMatchObject({ has_link: false, has_image: false, links: [] })
    expect(marks('https://evil.example.com/user_uploads/2/ab/d.png').upload_paths).toEqual([])
  })

  test('/me messages', () => {
    expect(marks('/me waves').is_me_message).toBe(true)
    expect(marks('/men wave').is_me_message).toBe(false)
  })
})
