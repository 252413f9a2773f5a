import { describe, expect, test } from 'vitest'
import fixtures from './fixtures/zulip-markdown.json'
import { html } from './support/example-realm'

describe('the examples of Zulip', () => {
  type Fixture = { name: string; input: string; expected_output: string; translate_emoticons?: boolean }
  // Since level 503 a time has the form of ISO 8601, and since level 451 another text stays as it is.
  const OLDER = ['timestamp_backend_markdown_only', 'timestamp_invalid_input']
  const cases: Fixture[] = fixtures.regular_tests.filter(({ name }) => !OLDER.includes(name))

  // The examples contain the address of an image proxy, which depends on a secret of their server.
  const proxied_media_url = (url: string) =>
    'https://external-content.zulipcdn.net/external_content/785b3eb6f6165491371895ba42ead0e3661ae44b/' +
    [...new TextEncoder().encode(url)].map((byte) => byte.toString(16)).join('')

  test.each(cases)('$name', ({ input, expected_output, translate_emoticons = false }) => {
    expect(html(input, { translatesEmoticons: () => translate_emoticons, proxied_media_url })).toBe(expected_output)
  })

  test.each(fixtures.linkify_tests)('an address becomes a link: %j', (input = '', frame = '', address = '') => {
    const scheme = address.startsWith('http') ? '' : address.includes('@') ? 'mailto:' : 'http://'
    expect(html(input)).toBe(frame.replace('%s', () => `<a href="${scheme}${address}">${address}</a>`))
  })
})
