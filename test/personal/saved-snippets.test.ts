import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { stopClock } from '../support/clock'

const saveSnippet = async (user: Person, title = 'Hello', content = 'How are **you**?'): Promise<number> =>
  succeeded(await user.post('/saved_snippets', { title, content })).saved_snippet_id

const NO_SUCH_SNIPPET = refusal('Saved snippet does not exist.')

const INVALID: [fields: Record<string, FieldValue>, msg: string][] = [
  [{ title: '' }, 'Title cannot be empty.'],
  [{ title: '  ' }, 'Title cannot be empty.'],
  [{ title: 'x'.repeat(61) }, 'title is too long (limit: 60 characters)'],
  [{ content: '' }, 'Content cannot be empty.'],
  [{ content: '\n' }, 'Content cannot be empty.'],
  [{ content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
]

describe('POST /saved_snippets', () => {
  test('a user saves a snippet, and no other user receives it', async () => {
    const { realm, ada, dov, fig } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    let id = 0
    const [dovsEvents, adasEvents, figsEvents] = await receivedBy([dov, ada, fig], async () => {
      const response = await dov.post('/saved_snippets', { title: ' Hello ', content: '\nHow are **you**? ' })
      expect(response).toEqual({ ...SUCCESS, saved_snippet_id: expect.any(Number) })
      id = response.saved_snippet_id
    })
    const saved_snippet = { id, title: 'Hello', content: 'How are **you**?', date_created: 2_000_000_000 }
    for (const events of [dovsEvents!.plain, dovsEvents!.able])
      expect(events).toEqual([{ type: 'saved_snippets', op: 'add', saved_snippet }])
    for (const { plain, able } of [adasEvents!, figsEvents!]) expect([...plain, ...able]).toEqual([])
    expect(await dov.get('/saved_snippets')).toEqual({ ...SUCCESS, saved_snippets: [saved_snippet] })
    expect(await ada.get('/saved_snippets')).toEqual({ ...SUCCESS, saved_snippets: [] })
  })

  test('the limits count characters, not bytes', async () => {
    const { dov } = await freshRealm()
    await saveSnippet(dov, '🍕'.repeat(60), '🍕'.repeat(10_000))
    expect((await dov.get('/saved_snippets')).saved_snippets).toHaveLength(1)
  })

  test('an empty or too long title or content is refused', async () => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => {
      for (const [fields, msg] of INVALID)
        expect(await dov.post('/saved_snippets', { title: 'Hello', content: 'Hi', ...fields })).toEqual(refusal(msg))
      for (const var_name of ['title', 'content'])
        expect(await dov.post('/saved_snippets', { title: 'Hello', content: 'Hi', [var_name]: undefined })).toEqual(
          refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name }),
        )
    })
  })
})

describe('PATCH /saved_snippets/:saved_snippet_id', () => {
  test('a user changes the title, or the content', async () => {
    const { ada, dov } = await freshRealm()
    const id = await saveSnippet(dov)
    await saveSnippet(dov, 'Bye')
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () => {
      expect(await dov.patch(`/saved_snippets/${id}`, { title: ' Hi ' })).toEqual(SUCCESS)
      expect(await dov.patch(`/saved_snippets/${id}`, { content: 'Well?' })).toEqual(SUCCESS)
    })
    const snippet = (title: string, content: string) => ({ id, title, content, date_created: expect.any(Number) })
    for (const events of [dovsEvents!.plain, dovsEvents!.able])
      expect(events).toEqual([
        { type: 'saved_snippets', op: 'update', saved_snippet: snippet('Hi', 'How are **you**?') },
        { type: 'saved_snippets', op: 'update', saved_snippet: snippet('Hi', 'Well?') },
      ])
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    const { saved_snippets } = await dov.get('/saved_snippets')
    expect(saved_snippets.map(({ title }: Json) => title)).toEqual(['Hi', 'Bye'])
  })

  test('an empty change, or an invalid text, is refused', async () => {
    const { dov } = await freshRealm()
    const id = await saveSnippet(dov)
    await changesNothing([dov], async () => {
      for (const [fields, msg] of INVALID)
        expect(await dov.patch(`/saved_snippets/${id}`, { title: 'Hi', content: 'Well?', ...fields })).toEqual(
          refusal(msg),
        )
      expect(await dov.patch(`/saved_snippets/${id}`)).toEqual(refusal('A new title or new content is needed.'))
    })
  })
})

describe('DELETE /saved_snippets/:saved_snippet_id', () => {
  test('a user deletes a snippet, and its id is never used again', async () => {
    const { ada, dov } = await freshRealm()
    const saved_snippet_id = await saveSnippet(dov)
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(`/saved_snippets/${saved_snippet_id}`)).toEqual(SUCCESS),
    )
    for (const events of [dovsEvents!.plain, dovsEvents!.able])
      expect(events).toEqual([{ type: 'saved_snippets', op: 'remove', saved_snippet_id }])
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    expect(await saveSnippet(dov)).toBeGreaterThan(saved_snippet_id)
  })

  test('a deleted snippet, an unknown one, and one of another user do not exist', async () => {
    const { ada, dov } = await freshRealm()
    const ofDov = await saveSnippet(dov)
    const deleted = await saveSnippet(ada)
    succeeded(await ada.delete(`/saved_snippets/${deleted}`))
    await changesNothing([ada, dov], async () => {
      for (const id of [ofDov, deleted, 987]) {
        expect(await ada.delete(`/saved_snippets/${id}`)).toEqual(NO_SUCH_SNIPPET)
        expect(await ada.patch(`/saved_snippets/${id}`, { title: 'Mine' })).toEqual(NO_SUCH_SNIPPET)
      }
      expect((await ada.request(`/saved_snippets/${deleted}`, { method: 'DELETE' })).status).toBe(404)
    })
  })
})
