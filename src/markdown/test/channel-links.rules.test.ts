import { describe, expect, test } from 'vitest'
import { html } from './support/example-realm'

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

  test('a channel link inside another link becomes text', () => {
    expect(html('[see #**general**](https://example.com)')).toBe(
      '<p><a href="https://example.com">see #<strong>general</strong></a></p>',
    )
  })
})
