import { describe, expect, test } from 'vitest'
import { htmlToMarkdown } from '../../src/outside/received/html/html-to-markdown'
import { omitsOf } from '../../src/outside/received/html/quoted-email'
import { readContents } from '../../src/outside/received/email-parts'
import { readEntity } from '../../src/outside/received/header-fields'
import { ownText } from '../../src/outside/received/quote-rules'
import { emailBytes } from '../support/emails'

const programs = import.meta.glob<string>('../fixtures/emails/*.eml', { query: '?raw', import: 'default', eager: true })

const NOTHING_KEPT = { quotes: false, footer: false }

/** Returns what the author wrote with a mail program, from each form of the email, and the names of its files. */
function read(program: string) {
  const { texts, files } = readContents(readEntity(emailBytes(programs[`../fixtures/emails/${program}.eml`]!)))
  const join = (own: string[]) => own.filter((text) => text !== '').join('\n\n')
  return {
    text: join(texts.map(({ text = '' }) => ownText(text, NOTHING_KEPT))),
    markdown: join(texts.map(({ html = '' }) => ownText(htmlToMarkdown(html, omitsOf(NOTHING_KEPT)), NOTHING_KEPT))),
    files: files.map((file) => `${file.name} ${file.content_type} ${file.read().length}`),
  }
}

describe('what the author wrote, without the quote and the signature, in an email of', () => {
  test('Gmail', () => {
    expect(read('gmail')).toEqual({
      text: 'The soup is *ready*. 🍲 It has been cooking since seven, and I think it is enough for everyone.\n\nSee you at eight',
      markdown:
        'The soup is **ready**. 🍲 It has been cooking since seven, and I think it is enough for everyone.\n\nSee you at eight',
      files: [],
    })
  })

  test('Microsoft 365', () => {
    expect(read('microsoft')).toEqual({
      text: 'Die Suppe für alle ist fertig.\n\nBis acht – Grüße\nDov',
      markdown: 'Die Suppe für **alle** ist fertig.\n\nBis acht – Grüße\n\nDov',
      files: [],
    })
  })

  test('Apple Mail', () => {
    expect(read('apple-mail')).toEqual({
      text: 'The soup is ready, and there is so much of it that this line is longer than a line may be.\n\nSee you at eight — here is the photo',
      markdown: 'The soup is *ready*.\n\nSee you at eight',
      files: ['soup.png image/png 70'],
    })
  })

  test('Thunderbird', () => {
    expect(read('thunderbird')).toEqual({
      text: 'The soup is ready, and Thunderbird writes the answer below the quote, with lines that it breaks.\n\nSee you at eight, naïve Grüße',
      markdown: '',
      files: ['Menü für heute.pdf application/pdf 27'],
    })
  })

  test('iOS Mail', () => {
    expect(read('ios-mail')).toEqual({
      text: 'The soup is ready.\n\nSee you at eight',
      markdown: 'The soup is ready.\n\nSee you at eight',
      files: [],
    })
  })

  test('Yahoo Mail', () => {
    expect(read('yahoo')).toEqual({
      text: 'The soup is ready.\nSee you at eight',
      markdown: 'The soup is **ready**.\nSee you at eight',
      files: [],
    })
  })

  test('Proton Mail', () => {
    expect(read('proton')).toEqual({
      text: 'The soup is ready.\n\nSee you at eight',
      markdown: 'The soup is **ready**.\n\nSee you at eight',
      files: [],
    })
  })

  test('mutt', () => {
    expect(read('mutt')).toEqual({ text: 'The soup is ready.\n\nSee you at eight', markdown: '', files: [] })
  })

  test('Fastmail', () => {
    expect(read('fastmail')).toEqual({
      text: '',
      markdown: 'The soup is **ready**, with\n* bread\n* the [recipe](https://example.com/recipe)\nSee you at eight',
      files: [],
    })
  })
})
