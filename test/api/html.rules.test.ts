import { describe, expect, test } from 'vitest'
import { html } from '../../src/api/html'

describe('html', () => {
  test.each<[string, string, string]>([
    [
      'text is escaped',
      html`<p>${`<b> & "quotes" 'too'`}</p>`.markup,
      '<p>&#60;b&#62; &#38; &#34;quotes&#34; &#39;too&#39;</p>',
    ],
    ['markup is not', html`<p>${html`<b>${5}</b>`}</p>`.markup, '<p><b>5</b></p>'],
    [
      'a list is joined',
      html`<ul>${['a', 'b'].map((item) => html`<li>${item}</li>`)}</ul>`.markup,
      '<ul><li>a</li><li>b</li></ul>',
    ],
    ['an absent value is empty', html`<p>${undefined}</p>`.markup, '<p></p>'],
  ])('%s', (_, markup, expected) => {
    expect(markup).toBe(expected)
  })
})
