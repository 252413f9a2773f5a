import { describe, expect, test } from 'vitest'
import { addressOfSearch, GIFS_PER_ANSWER, readGifs } from '../../src/domain/integrations/gifs/search-rules'

const SEARCH = { query: 'cats & dogs', kind: 'gif', after: '', language: 'zh-hans', rating: 1 } as const
const SERVICE = { url: 'https://gifs.example.com/v2', key: 'k&y' }

const parametersOf = (search: Partial<Parameters<typeof addressOfSearch>[1]>): Record<string, string> => {
  const url = new URL(addressOfSearch(SERVICE, { ...SEARCH, ...search }))
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) }
}

describe('the address of a search', () => {
  test('has the text as it was written, the language, and the strictest filter for the strictest rating', () => {
    expect(parametersOf({})).toEqual({
      path: '/v2/search',
      key: 'k&y',
      client_key: 'parley',
      q: 'cats & dogs',
      limit: '24',
      contentfilter: 'high',
      media_filter: 'gif,tinygif',
      locale: 'zh',
    })
    expect([2, 3, 4, 5].map((rating) => parametersOf({ rating }).contentfilter)).toEqual([
      'medium',
      'low',
      'off',
      'high',
    ])
  })

  test('without a text, asks for what is popular, also for stickers and further on', () => {
    expect(parametersOf({ query: '', kind: 'sticker', after: '24&x' })).toMatchObject({
      path: '/v2/featured',
      searchfilter: 'sticker',
      pos: '24&x',
      media_filter: 'gif_transparent,tinygif_transparent,gif,tinygif',
    })
    expect(parametersOf({ query: '' })).not.toHaveProperty('q')
    const slash = addressOfSearch({ ...SERVICE, url: 'https://gifs.example.com/v2/' }, SEARCH)
    expect(new URL(slash).pathname).toBe('/v2/search')
  })
})

const format = (url: string, dims: unknown = [200, 100]) => ({ url, dims })
const answer = (...results: unknown[]) => JSON.stringify({ results, next: 'abc' })
const gif = (media_formats: object, content_description = 'A cat') => ({ content_description, media_formats })

describe('an answer of a service', () => {
  test('becomes pictures with an address to send, and a smaller one to choose from', () => {
    const formats = {
      gif: format('https://m.example.com/a/giphy.gif?cid=abc', [480, 270]),
      tinygif: format('https://m.example.com/a/200.gif#x', [199.6, 112]),
    }
    expect(readGifs(answer(gif(formats)))).toEqual({
      gifs: [
        {
          description: 'A cat',
          url: 'https://m.example.com/a/giphy.gif',
          preview_url: 'https://m.example.com/a/200.gif',
          width: 200,
          height: 112,
        },
      ],
      next: 'abc',
    })
  })

  test('is cut to what was asked for, and a stranger position is left out', () => {
    const many = Array.from({ length: 50 }, () => gif({ gif: format('https://m.example.com/a.gif') }))
    expect(readGifs(answer(...many))?.gifs).toHaveLength(GIFS_PER_ANSWER)
    expect(readGifs(JSON.stringify({ results: [], next: 'x'.repeat(201) }))?.next).toBe('')
    expect(readGifs(JSON.stringify({ results: [], next: 24 }))?.next).toBe('24')
    expect(readGifs('{"results":[]}')?.next).toBe('')
  })

  test.each([
    ['no address of the web', gif({ gif: format('javascript:alert(1)//.gif') })],
    ['no picture', gif({ gif: format('https://m.example.com/a.svg') })],
    ['a name and a password', gif({ gif: format('https://me:secret@m.example.com/a.gif') })],
    ['an address that ends a link', gif({ gif: format('https://m.example.com/a)[b](c.gif') })],
    ['a very long address', gif({ gif: format(`https://m.example.com/${'a'.repeat(500)}.gif`) })],
    ['no size', gif({ gif: format('https://m.example.com/a.gif', []) })],
    ['a wrong size', gif({ gif: format('https://m.example.com/a.gif', [0, 1e9]) })],
    ['no formats', { content_description: 'A cat' }],
    ['a text', 'https://m.example.com/a.gif'],
  ])('leaves out a picture with %s', (_, result) => {
    expect(readGifs(answer(result))?.gifs).toEqual([])
  })

  test('has descriptions that mean nothing in Markdown', () => {
    const described = (text: string) =>
      readGifs(answer(gif({ gif: format('https://m.example.com/a.gif') }, text)))?.gifs[0]?.description
    expect(described('x](https://evil.example) **@all** `b`\n# c')).toBe('x https evil.example all b c')
    expect(described('Ñandú, 猫! It’s 3.5?')).toBe('Ñandú, 猫! It s 3.5?')
    expect(described('a '.repeat(500))).toHaveLength(99)
  })

  test.each(['', 'x', '[]', '{}', '{"results":{}}', 'null'])('is none: %s', (body) => {
    expect(readGifs(body)).toBeUndefined()
  })
})
