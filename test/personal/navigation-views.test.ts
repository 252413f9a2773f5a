import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const viewsOf = async (user: Person): Promise<Json[]> => succeeded(await user.get('/navigation_views')).navigation_views

const addView = (user: Person, fragment: string, params: Record<string, FieldValue> = {}) =>
  user.post('/navigation_views', { fragment, is_pinned: true, ...params })

const CUSTOM = 'narrow/channel/1-general/topic/lunch'
const DOES_NOT_EXIST = refusal('Navigation view does not exist.')
const ALREADY_EXISTS = refusal('Navigation view already exists.')

describe('POST /navigation_views', () => {
  test('a user adds a view, and no other user receives it', async () => {
    const { ada, dov } = await freshRealm()
    const inbox = { fragment: 'inbox', is_pinned: true, name: null }
    const lunch = { fragment: CUSTOM, is_pinned: false, name: 'Lunch' }
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () => {
      expect(await addView(dov, 'inbox')).toEqual(SUCCESS)
      expect(await addView(dov, CUSTOM, { is_pinned: false, name: ' Lunch ' })).toEqual(SUCCESS)
    })
    for (const events of [dovsEvents!.plain, dovsEvents!.able])
      expect(events).toEqual([
        { type: 'navigation_view', op: 'add', navigation_view: inbox },
        { type: 'navigation_view', op: 'add', navigation_view: lunch },
      ])
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    expect(await viewsOf(dov)).toEqual([inbox, lunch])
    expect(await viewsOf(ada)).toEqual([])
    expect(await addView(ada, 'inbox')).toEqual(SUCCESS) // a view of another user
  })

  test('an invalid view, or one that exists, is refused', async () => {
    const { dov } = await freshRealm()
    succeeded(await addView(dov, 'inbox'))
    succeeded(await addView(dov, CUSTOM, { name: 'Lunch' }))
    const CASES: [fragment: string, params: Record<string, FieldValue>, response: Json][] = [
      ['inbox', {}, ALREADY_EXISTS],
      [CUSTOM, { name: 'Dinner' }, ALREADY_EXISTS],
      ['narrow/dm/7', { name: 'Lunch' }, ALREADY_EXISTS],
      ['recent', { name: 'Lately' }, refusal('Built-in views cannot have a custom name.')],
      ['narrow/dm/7', {}, refusal('Custom views must have a valid name.')],
      ['narrow/dm/7', { name: '  ' }, refusal('Custom views must have a valid name.')],
      ['narrow/dm/7', { name: 'x'.repeat(101) }, refusal('name is too long (limit: 100 characters)')],
      ['x'.repeat(1001), { name: 'x' }, refusal('fragment is too long (limit: 1000 characters)')],
      ['feed', { is_pinned: 'yes' }, refusal('is_pinned is not valid JSON')],
    ]
    await changesNothing([dov], async () => {
      for (const [fragment, params, response] of CASES) expect(await addView(dov, fragment, params)).toEqual(response)
      for (const name of ['fragment', 'is_pinned'])
        expect(await addView(dov, 'feed', { [name]: undefined })).toEqual(
          refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name }),
        )
    })
  })
})

describe('PATCH /navigation_views/:fragment', () => {
  test('a user pins or renames a view, and the event has only the properties that changed', async () => {
    const { dov } = await freshRealm()
    succeeded(await addView(dov, CUSTOM, { name: 'Lunch' }))
    succeeded(await addView(dov, 'narrow/is/starred'))
    const STEPS: [fragment: string, changes: Record<string, FieldValue>, data: Json][] = [
      [CUSTOM, { name: 'Pizza' }, { name: 'Pizza' }],
      [CUSTOM, { name: 'Pizza', is_pinned: false }, { is_pinned: false }],
      [encodeURIComponent(CUSTOM), { name: 'Pasta', is_pinned: true }, { name: 'Pasta', is_pinned: true }],
      ['narrow/is/starred', { is_pinned: false }, { is_pinned: false }],
    ]
    for (const [path, changes, data] of STEPS) {
      const [events] = await receivedBy([dov], async () =>
        expect(await dov.patch(`/navigation_views/${path}`, changes)).toEqual(SUCCESS),
      )
      const fragment = decodeURIComponent(path)
      expect(events!.able).toEqual([{ type: 'navigation_view', op: 'update', fragment, data }])
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

  test('an invalid change, or one of a view that does not exist, is refused', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await addView(dov, CUSTOM, { name: 'Lunch' }))
    succeeded(await addView(dov, 'narrow/dm/7', { name: 'Ada' }))
    succeeded(await addView(dov, 'inbox'))
    await changesNothing([dov, ada], async () => {
      expect(await dov.patch('/navigation_views/narrow/dm/7', { name: 'Lunch' })).toEqual(ALREADY_EXISTS)
      expect(await dov.patch('/navigation_views/narrow/dm/7', { name: '' })).toEqual(
        refusal('Custom views must have a valid name.'),
      )
      expect(await dov.patch('/navigation_views/inbox', { name: 'Mine' })).toEqual(
        refusal('Built-in views cannot have a custom name.'),
      )
      expect(await dov.patch('/navigation_views/feed', { is_pinned: true })).toEqual(DOES_NOT_EXIST)
      expect(await ada.patch('/navigation_views/inbox', { is_pinned: false })).toEqual(DOES_NOT_EXIST)
    })
  })
})

describe('DELETE /navigation_views/:fragment', () => {
  test('a user removes a view, and can add it again', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await addView(dov, CUSTOM, { name: 'Lunch' }))
    const [events] = await receivedBy([dov], async () =>
      expect(await dov.delete(`/navigation_views/${CUSTOM}`)).toEqual(SUCCESS),
    )
    expect(events!.able).toEqual([{ type: 'navigation_view', op: 'remove', fragment: CUSTOM }])
    await changesNothing([dov], async () => {
      expect(await dov.delete(`/navigation_views/${CUSTOM}`)).toEqual(DOES_NOT_EXIST)
      expect((await dov.request(`/navigation_views/${CUSTOM}`, { method: 'DELETE' })).status).toBe(404)
    })
    succeeded(await addView(dov, CUSTOM, { name: 'Lunch' }))
    expect(await ada.delete(`/navigation_views/${CUSTOM}`)).toEqual(DOES_NOT_EXIST)
  })
})
