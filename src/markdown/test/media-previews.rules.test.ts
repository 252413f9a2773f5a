import { describe, expect, test } from 'vitest'
import { html, references } from './support/example-realm'

describe('media previews', () => {
  const image = 'https://example.com/a.png'
  const preview = (href: string, title = '') =>
    `<div class="message_inline_image"><a href="${href}"${title}><img data-src-fullsize="/thumbnail?url=${encodeURIComponent(href)}&amp;size=full" src="/thumbnail?url=${encodeURIComponent(href)}&amp;size=thumbnail"></a></div>`

  test('the preview of an image replaces a link that stands alone', () => {
    expect(html(image)).toBe(preview(image))
    expect(html(`* ${image}`)).toBe(`<ul>\n<li>${preview(image)}</li>\n</ul>`)
    expect(html(`a\n\n${image}\n\nb`)).toBe(`<p>a</p>\n${preview(image)}<p>b</p>`)
  })

  test.each([
    [`* a\n\n* ${image}`, `<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n${preview(image)}</li>\n</ul>`],
    [`* [a](b.com) ${image}`, `<ul>\n<li><a href="http://b.com">a</a> ${preview(image)}</li>\n</ul>`],
    [`* ${image}\n  * b`, `<ul>\n<li><ul>\n<li>b</li>\n</ul>\n${preview(image)}</li>\n</ul>`],
    [`* ${image} a`, `<ul>\n<li><a href="${image}">${image}</a> a${preview(image)}</li>\n</ul>`],
    [
      `\`\`\`spoiler\n${image}\n\`\`\`\n[a](${image})`,
      `<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n${preview(image)}</div></div>\n<p><a href="${image}">a</a></p>`,
    ],
  ])('a preview does not change the text around it: %j', (content, expected) => {
    expect(html(content)).toBe(expected)
  })

  test('several previews stand below their paragraph, in the order of the links', () => {
    const other = 'https://example.com/b.jpg'
    expect(html(`${image} ${other} ${image}`)).toMatch(/<\/p>\n<div.*a\.png.*<\/div><div.*b\.jpg.*<\/div>$/)
    expect(html(`${image} x\n\n${other} y`)).toMatch(/<\/p>\n<div.*a\.png.*<\/div><p>.*<\/p>\n<div.*b\.jpg/s)
  })

  test.each(['mp4', 'webm', 'mov'])('a video (%s) has a player with its original address', (extension) => {
    const film = `https://example.com/a.${extension}`
    expect(html(`x ${film}`)).toContain(
      `<div class="message_inline_image message_inline_video"><a href="${film}"><video data-video-original-url="${film}" preload="metadata" src="${film}"></video></a></div>`,
    )
  })

  test('a YouTube video has a still', () => {
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
  ])('%s is a page about an image, and the preview shows the image', (page, address, opens = page) => {
    const small = `/thumbnail?url=${encodeURIComponent(address)}&amp;size=`
    expect(html(page)).toBe(
      `<div class="message_inline_image"><a href="${opens}"><img data-src-fullsize="${small}full" src="${small}thumbnail"></a></div>`,
    )
  })

  test('previews of such pages are in the order of their links too', () => {
    const page = (name: string) => `https://en.wikipedia.org/wiki/File:${name}.png`
    const names = [...html(`${page('a')} ${page('b')}`).matchAll(/<img [^>]*File%3A(.)\.png/g)].map(([, name]) => name)
    expect(names).toEqual(['a', 'b'])
  })

  test('an image shared on Dropbox has a preview, and the link to its page stays', () => {
    const page = 'https://www.dropbox.com/s/ab/c.jpg?dl=0'
    expect(html(page)).toBe(
      `<p><a href="${page}">${page}</a></p>\n<div class="message_inline_image"><a href="${page}"><img src="https://www.dropbox.com/s/ab/c.jpg?raw=1"></a></div>`,
    )
    expect(references(page)).toMatchObject({ has_image: true, links: [] })
  })

  test('links in quotes, long lists of links and realms with previews off have no previews', () => {
    expect(html(`> ${image}`)).not.toContain('<img')
    expect(html(image, { inline_image_preview: false })).not.toContain('<img')
    const many = Array.from({ length: 25 }, (_, index) => `https://example.com/${index}.png`).join('\n')
    expect(html(many)).not.toContain('<img')
    expect(references(many)).toMatchObject({ has_link: true, has_image: false })
  })
})
