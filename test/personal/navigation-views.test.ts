import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const viewsOf = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/navigation_views')).navigation_views

const adds = (person: Person, fragment: string, more: Record<string, FieldValue> = {}) =>
  person.post('/navigation_views', { fragment, is_pinned: true, ...more })

const CUSTOM = 'narrow/channel/1-general/topic/lunch'
const NOT_THERE = refusal('Navigation view does not exist.')
const TAKEN = refusal('Navigation view already exists.')

describe('POST /navigation_views', () => {
  test('a view is within reach, for its owner alone', async () => {
    const { ada, dov } = await freshRealm()
    const inbox = { fragment: 'inbox', is_pinned: true, name: null }
    const lunch = { fragment: CUSTOM, is_pinned: false, name: 'Lunch' }
    const [his, hers] = await receivedBy([dov, ada], async () => {
      expect(await adds(dov, 'inbox')).toEqual(SUCCESS)
      expect(await adds(dov, CUSTOM, { is_pinned: false, name: ' Lunch ' })).toEqual(SUCCESS)
    })
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([
        { type: 'navigation_view', op: 'add', navigation_view: inbox },
        { type: 'navigation_view', op: 'add', navigation_view: lunch },
      ])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await viewsOf(dov)).toEqual([inbox, lunch])
    expect(await viewsOf(ada)).toEqual([])
    expect(await adds(ada, 'inbox')).toEqual(SUCCESS) // hers is another
  })

  test('what cannot be one is refused, and nothing changes', async () => {
    const { dov } = await freshRealm()
    succeeded(await adds(dov, 'inbox'))
    succeeded(await adds(dov, CUSTOM, { name: 'Lunch' }))
    const CASES: [fragment: string, more: Record<string, FieldValue>, answer: Json][] = [
      ['inbox', {}, TAKEN],
      [CUSTOM, { name: 'Dinner' }, TAKEN],
      ['narrow/dm/7', { name: 'Lunch' }, TAKEN],
      ['recent', { name: 'Lately' }, refusal('Built-in views cannot have a custom name.')],
      ['narrow/dm/7', {}, refusal('Custom views must have a valid name.')],
      ['narrow/dm/7', { name: '  ' }, refusal('Custom views must have a valid name.')],
      ['narrow/dm/7', { name: 'x'.repeat(101) }, refusal('name is too long (limit: 100 characters)')],
      ['x'.repeat(1001), { name: 'x' }, refusal('fragment is too long (limit: 1000 characters)')],
      ['feed', { is_pinned: 'yes' }, refusal('is_pinned is not valid JSON')],
    ]
    await changesNothing([dov], async () => {
      for (const [fragment, more, answer] of CASES) expect(await adds(dov, fragment, more)).toEqual(answer)
      for (const name of ['fragment', 'is_pinned'])
        expect(await adds(dov, 'feed', { [name]: undefined })).toEqual(
          refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name }),
        )
    })
  })
})

describe('PATCH /navigation_views/:fragment', () => {
  test('it is pinned, or called something else; only what is different is told', async () => {
    const { dov } = await freshRealm()
    succeeded(await adds(dov, CUSTOM, { name: 'Lunch' }))
    succeeded(await adds(dov, 'narrow/is/starred'))
    const STEPS: [fragment: string, changes: Record<string, FieldValue>, data: Json][] = [
      [CUSTOM, { name: 'Pizza' }, { name: 'Pizza' }],
      [CUSTOM, { name: 'Pizza', is_pinned: false }, { is_pinned: false }],
      [encodeURIComponent(CUSTOM), { name: 'Pasta', is_pinned: true }, { name: 'Pasta', is_pinned: true }],
      ['narrow/is/starred', { is_pinned: false }, { is_pinned: false }],
    ]
    for (const [path, changes, data] of STEPS) {
      const [his] = await receivedBy([dov], async () =>
        expect(await dov.patch(`/navigation_views/${path}`, changes)).toEqual(SUCCESS),
      )
      const fragment = decodeURIComponent(path)
      expect(his!.able).toEqual([{ type: 'navigation_view', op: 'update', fragment, data }])
    }
    expect(await viewsOf(dov)).toEqual([
      { fragment: CUSTOM, is_pinned: true, name: 'Pasta' },
      { fragment: 'narrow/is/starred', is_pinned: false, name: null },
    ])
    await changesNothing([dov], async () => {
      expect(await dov.patch('/navigation_views/narrow/is/starred', { is_pinned: false })).toEqual(SUCCESS)
      expect(await dov.patch('/navigation_views/narrow/is/starred')).toEqual(SUCCESS)
    })
  })

  test('bad changes are refused, and nothing changes', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await adds(dov, CUSTOM, { name: 'Lunch' }))
    succeeded(await adds(dov, 'narrow/dm/7', { name: 'Ada' }))
    succeeded(await adds(dov, 'inbox'))
    await changesNothing([dov, ada], async () => {
      expect(await dov.patch('/navigation_views/narrow/dm/7', { name: 'Lunch' })).toEqual(TAKEN)
      expect(await dov.patch('/navigation_views/narrow/dm/7', { name: '' })).toEqual(
        refusal('Custom views must have a valid name.'),
      )
      expect(await dov.patch('/navigation_views/inbox', { name: 'Mine' })).toEqual(
        refusal('Built-in views cannot have a custom name.'),
      )
      expect(await dov.patch('/navigation_views/feed', { is_pinned: true })).toEqual(NOT_THERE)
      expect(await ada.patch('/navigation_views/inbox', { is_pinned: false })).toEqual(NOT_THERE)
    })
  })
})

describe('DELETE /navigation_views/:fragment', () => {
  test('it is within reach no longer, and may come back', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await adds(dov, CUSTOM, { name: 'Lunch' }))
    const [his] = await receivedBy([dov], async () =>
      expect(await dov.delete(`/navigation_views/${CUSTOM}`)).toEqual(SUCCESS),
    )
    expect(his!.able).toEqual([{ type: 'navigation_view', op: 'remove', fragment: CUSTOM }])
    await changesNothing([dov], async () => {
      expect(await dov.delete(`/navigation_views/${CUSTOM}`)).toEqual(NOT_THERE)
      expect((await dov.request(`/navigation_views/${CUSTOM}`, { method: 'DELETE' })).status).toBe(404)
    })
    succeeded(await adds(dov, CUSTOM, { name: 'Lunch' }))
    expect(await ada.delete(`/navigation_views/${CUSTOM}`)).toEqual(NOT_THERE)
  })
})
