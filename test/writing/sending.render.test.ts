import { describe, expect, test } from 'vitest'
import { SUCCESS } from '../support/answers'
import { changesNothing } from '../support/received-events'
import { newGroup } from '../support/groups'
import { freshRealm } from '../support/realm'

describe('POST /messages/render', () => {
  test('shows how a message would look, and nobody hears of it', async () => {
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

  test('to everyone as they know the realm', async () => {
    const { ada, dov } = await freshRealm()
    const rendered = async (person: typeof ada) =>
      (await person.post('/messages/render', { content: '#**vault**' })).rendered
    expect(await rendered(ada)).toContain('<a class="stream"')
    expect(await rendered(dov)).toBe('<p>#<strong>vault</strong></p>')
  })

  test('what they may not call is shown all the same; it calls nobody', async () => {
    const { ada, dov } = await freshRealm()
    const id = await newGroup(ada, 'owners only', [], { can_mention_group: 3 })
    const { rendered } = await dov.post('/messages/render', { content: '@*owners only*' })
    expect(rendered).toContain(`data-user-group-id="${id}"`)
  })

  test('nothing looks like nothing, and what is too long is cut', async () => {
    const { dov } = await freshRealm()
    expect(await dov.post('/messages/render', { content: '' })).toEqual({ ...SUCCESS, rendered: '' })
    const { rendered } = await dov.post('/messages/render', { content: 'x'.repeat(20_000) })
    expect(rendered).toMatch(/x<br>\n\[message truncated\]<\/p>$/)
    expect(rendered.length).toBeLessThan(10_100)
    expect(await dov.post('/messages/render')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
  })
})
