import { describe, expect, test } from 'vitest'
import { html, references, render } from './support/example-realm'

describe('mentions', () => {
  test('a mention notifies the user', () => {
    const { html: mention, mentioned_user_ids } = render('hi @**Ada**!')
    expect(mention).toBe('<p>hi <span class="user-mention" data-user-id="1">@Ada</span>!</p>')
    expect(mentioned_user_ids).toEqual(new Set([1]))
  })

  test.each([
    ['@_**Ada**', '<p><span class="user-mention silent" data-user-id="1">Ada</span></p>'],
    ['@**Deactivated**', '<p><span class="user-mention silent" data-user-id="6">Deactivated</span></p>'],
    ['> @**Ada**', '<blockquote>\n<p><span class="user-mention silent" data-user-id="1">Ada</span></p>\n</blockquote>'],
    [
      '```quote\n@*cooks*\n```',
      '<blockquote>\n<p><span class="user-group-mention silent" data-user-group-id="3">Cooks</span></p>\n</blockquote>',
    ],
    ['@_*cooks*', '<p><span class="user-group-mention silent" data-user-group-id="3">Cooks</span></p>'],
  ])('%j shows the name and notifies no user', (content, expected) => {
    const { html: mention, mentioned_user_ids, mentioned_group_ids } = render(content)
    expect(mention).toBe(expected)
    expect(mentioned_user_ids.size + mentioned_group_ids.size).toBe(0)
  })

  test('an id selects one of several users with the same name, and must fit the name', () => {
    expect(render('@**Ezra**').mentioned_user_ids).toEqual(new Set([5]))
    expect(render('@**Ezra|9**').mentioned_user_ids).toEqual(new Set([9]))
    expect(render('@**|9**').mentioned_user_ids).toEqual(new Set([9]))
    expect(html('@**Ada|9**')).toBe('<p>@<strong>Ada|9</strong></p>')
    expect(render('@**Ada|9**').mentioned_user_ids.size).toBe(0)
  })

  test('a name that does not exist becomes emphasis', () => {
    expect(html('@**Unknown**')).toBe('<p>@<strong>Unknown</strong></p>')
    expect(html('@_**Unknown**')).toBe('<p>@_<strong>Unknown</strong></p>')
    expect(html('@*unknown*')).toBe('<p>@<em>unknown</em></p>')
    expect(html('#**nowhere>here**')).toBe('<p>#<strong>nowhere&gt;here</strong></p>')
  })

  test('a mention of a group lists the group', () => {
    const { html: mention, mentioned_group_ids } = render('@*cooks*')
    expect(mention).toBe('<p><span class="user-group-mention" data-user-group-id="3">@Cooks</span></p>')
    expect(mentioned_group_ids).toEqual(new Set([3]))
  })

  test.each(['(@**Ada**', '"@**Ada**', '[@**Ada**', '{@**Ada**', '/@**Ada**', '<@**Ada**', "'@**Ada**"])(
    'a mention may follow an opening character: %j',
    (content) => expect(render(content).mentioned_user_ids).toEqual(new Set([1])),
  )

  test('a word, code and an email address contain no mention', () => {
    expect(render('me@**Ada** `@**Ada**` ada@*cooks*').mentioned_user_ids.size).toBe(0)
    expect(html('me@**Ada**')).toBe('<p>me@<strong>Ada</strong></p>')
  })

  test.each(['all', 'everyone', 'stream', 'channel'])('@**%s** is a channel wildcard', (name) => {
    expect(html(`@**${name}**`)).toBe(`<p><span class="user-mention" data-user-id="*">@${name}</span></p>`)
    expect(html(`@_**${name}**`)).toBe(`<p><span class="user-mention silent" data-user-id="*">${name}</span></p>`)
    expect(references(`@**${name}**`)).toMatchObject({
      mentions_channel_wildcard: true,
      mentions_topic_wildcard: false,
    })
    expect(references(`@_**${name}** \n> @**${name}**`).mentions_channel_wildcard).toBe(false)
  })

  test('@**topic** is a topic wildcard', () => {
    expect(html('@**topic**')).toBe('<p><span class="topic-mention">@topic</span></p>')
    expect(references('@**topic**')).toMatchObject({ mentions_channel_wildcard: false, mentions_topic_wildcard: true })
    expect(references('@_**topic**').mentions_topic_wildcard).toBe(false)
  })

  test('HTML in a name is escaped', () => {
    expect(html('@**dov <b>**')).toBe('<p><span class="user-mention" data-user-id="4">@Dov &lt;b&gt;</span></p>')
  })
})
