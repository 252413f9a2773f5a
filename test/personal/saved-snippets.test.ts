import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { stopClock } from '../support/tables'

const saves = async (person: Person, title = 'Hello', content = 'How are **you**?'): Promise<number> =>
  succeeded(await person.post('/saved_snippets', { title, content })).saved_snippet_id

const NO_SUCH_SNIPPET = refusal('Saved snippet does not exist.')

const BAD: [fields: Record<string, FieldValue>, msg: string][] = [
  [{ title: '' }, 'Title cannot be empty.'],
  [{ title: '  ' }, 'Title cannot be empty.'],
  [{ title: 'x'.repeat(61) }, 'title is too long (limit: 60 characters)'],
  [{ content: '' }, 'Content cannot be empty.'],
  [{ content: '\n' }, 'Content cannot be empty.'],
  [{ content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
]

describe('POST /saved_snippets', () => {
  test('a snippet is kept, and told to its owner’s devices and to nobody else', async () => {
    const { realm, ada, dov, fig } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    let id = 0
    const [his, hers, its] = await receivedBy([dov, ada, fig], async () => {
      const answer = await dov.post('/saved_snippets', { title: ' Hello ', content: '\nHow are **you**? ' })
      expect(answer).toEqual({ ...SUCCESS, saved_snippet_id: expect.any(Number) })
      id = answer.saved_snippet_id
    })
    const saved_snippet = { id, title: 'Hello', content: 'How are **you**?', date_created: 2_000_000_000 }
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([{ type: 'saved_snippets', op: 'add', saved_snippet }])
    for (const { plain, able } of [hers!, its!]) expect([...plain, ...able]).toEqual([])
    expect(await dov.get('/saved_snippets')).toEqual({ ...SUCCESS, saved_snippets: [saved_snippet] })
    expect(await ada.get('/saved_snippets')).toEqual({ ...SUCCESS, saved_snippets: [] })
  })

  test('what fits exactly is kept, whatever the alphabet', async () => {
    const { dov } = await freshRealm()
    await saves(dov, '🍕'.repeat(60), '🍕'.repeat(10_000))
    expect((await dov.get('/saved_snippets')).saved_snippets).toHaveLength(1)
  })

  test('without words or with too many it is refused', async () => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => {
      for (const [fields, msg] of BAD)
        expect(await dov.post('/saved_snippets', { title: 'Hello', content: 'Hi', ...fields })).toEqual(refusal(msg))
      for (const var_name of ['title', 'content'])
        expect(await dov.post('/saved_snippets', { title: 'Hello', content: 'Hi', [var_name]: undefined })).toEqual(
          refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name }),
        )
    })
  })
})

describe('PATCH /saved_snippets/:saved_snippet_id', () => {
  test('title and content are changed, each without the other', async () => {
    const { ada, dov } = await freshRealm()
    const id = await saves(dov)
    await saves(dov, 'Bye')
    const [his, hers] = await receivedBy([dov, ada], async () => {
      expect(await dov.patch(`/saved_snippets/${id}`, { title: ' Hi ' })).toEqual(SUCCESS)
      expect(await dov.patch(`/saved_snippets/${id}`, { content: 'Well?' })).toEqual(SUCCESS)
    })
    const snippet = (title: string, content: string) => ({ id, title, content, date_created: expect.any(Number) })
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([
        { type: 'saved_snippets', op: 'update', saved_snippet: snippet('Hi', 'How are **you**?') },
        { type: 'saved_snippets', op: 'update', saved_snippet: snippet('Hi', 'Well?') },
      ])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    const { saved_snippets } = await dov.get('/saved_snippets')
    expect(saved_snippets.map((each: Json) => each.title)).toEqual(['Hi', 'Bye'])
  })

  test('nothing, or bad words, leave it as it was', async () => {
    const { dov } = await freshRealm()
    const id = await saves(dov)
    await changesNothing([dov], async () => {
      for (const [fields, msg] of BAD)
        expect(await dov.patch(`/saved_snippets/${id}`, { title: 'Hi', content: 'Well?', ...fields })).toEqual(
          refusal(msg),
        )
      expect(await dov.patch(`/saved_snippets/${id}`)).toEqual(refusal('A new title or new content is needed.'))
    })
  })
})

describe('DELETE /saved_snippets/:saved_snippet_id', () => {
  test('a snippet is gone, and its number is never another’s', async () => {
    const { ada, dov } = await freshRealm()
    const saved_snippet_id = await saves(dov)
    const [his, hers] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(`/saved_snippets/${saved_snippet_id}`)).toEqual(SUCCESS),
    )
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([{ type: 'saved_snippets', op: 'remove', saved_snippet_id }])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await saves(dov)).toBeGreaterThan(saved_snippet_id)
  })

  test('one that is gone, never was or is somebody else’s is not there', async () => {
    const { ada, dov } = await freshRealm()
    const his = await saves(dov)
    const gone = await saves(ada)
    succeeded(await ada.delete(`/saved_snippets/${gone}`))
    await changesNothing([ada, dov], async () => {
      for (const id of [his, gone, 987]) {
        expect(await ada.delete(`/saved_snippets/${id}`)).toEqual(NO_SUCH_SNIPPET)
        expect(await ada.patch(`/saved_snippets/${id}`, { title: 'Mine' })).toEqual(NO_SUCH_SNIPPET)
      }
      expect((await ada.request(`/saved_snippets/${gone}`, { method: 'DELETE' })).status).toBe(404)
    })
  })
})
