import { describe, expect, test } from 'vitest'
import { SUCCESS } from '../support/answers'
import { newGroup } from '../support/groups'
import { freshRealm } from '../support/realm'
import { changesNothing } from '../support/received-events'

describe('POST /messages/render', () => {
  test('returns the HTML of the content and sends nothing', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      expect(await dov.post('/messages/render', { content: '**Pizza**, @**Ada**? #**general**' })).toEqual({
        ...SUCCESS,
        rendered: expect.stringContaining(
          `<strong>Pizza</strong>, <span class="user-mention" data-user-id="${ada.id}">@Ada</span>? <a class="stream"`,
        ),
      })
    })
  })

  test('mentions of channels depend on what the user can see', async () => {
    const { ada, dov } = await freshRealm()
    const rendered = async (person: typeof ada) =>
      (await person.post('/messages/render', { content: '#**vault**' })).rendered
    expect(await rendered(ada)).toContain('<a class="stream"')
    expect(await rendered(dov)).toBe('<p>#<strong>vault</strong></p>')
  })

  test('a group that the user may not mention is rendered as a mention, as no user is notified', async () => {
    const { ada, dov } = await freshRealm()
    const id = await newGroup(ada, 'owners only', [], { can_mention_group: 3 })
    const { rendered } = await dov.post('/messages/render', { content: '@*owners only*' })
    expect(rendered).toContain(`data-user-group-id="${id}"`)
  })

  test('empty content is empty, and too long content is truncated', async () => {
    const { dov } = await freshRealm()
    expect(await dov.post('/messages/render', { content: '' })).toEqual({ ...SUCCESS, rendered: '' })
    const { rendered } = await dov.post('/messages/render', { content: 'x'.repeat(20_000) })
    expect(rendered).toMatch(/x<br>\n\[message truncated\]<\/p>$/)
    expect(rendered.length).toBeLessThan(10_100)
    expect(await dov.post('/messages/render')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
  })
})
