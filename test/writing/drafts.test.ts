import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

/** A draft without recipients. */
const DRAFT = { type: '', to: [], topic: '', content: 'Hm', timestamp: 1_700_000_000 }

async function createDraft(person: Person, draft: object): Promise<number> {
  return succeeded(await person.post('/drafts', { drafts: [{ ...DRAFT, ...draft }] })).ids[0]
}

const NOT_SYNCHRONIZED = refusal('User has disabled synchronizing drafts.')
const NO_SUCH_DRAFT = refusal('Draft does not exist')

/** Drafts with an invalid field, and the messages of their errors. */
const INVALID: [draft: Record<string, FieldValue>, msg: string][] = [
  [{ timestamp: -1 }, 'Timestamp must not be negative.'],
  [{ type: 'stream', to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
  [{ type: 'stream', to: [1, 2] }, 'Must specify exactly 1 channel ID for channel messages'],
  [{ type: 'stream', to: [987] }, 'Invalid channel ID'],
  [{ type: 'stream', to: [1], topic: 'a\0b' }, 'Topic must not contain null bytes'],
  [{ type: 'private', to: [987] }, 'Invalid user ID 987'],
  [{ content: '' }, 'Message must not be empty'],
  [{ content: '  \n ' }, 'Message must not be empty'],
  [{ content: 'a\0b' }, 'Message must not contain null bytes'],
]
/** Values without the shape of a draft. The error says where they are in the request. */
const MALFORMED: [draft: FieldValue, msg: (place: string) => string][] = [
  ['words', (place) => `${place} is not a dict`],
  [{ ...DRAFT, type: 'direct' }, (place) => `Invalid ${place}["type"]`],
  [{ ...DRAFT, to: 7 }, (place) => `${place}["to"] is not a list`],
  [{ ...DRAFT, to: ['7'] }, (place) => `${place}["to"][0] is not an integer`],
  [{ ...DRAFT, topic: 7 }, (place) => `${place}["topic"] is not a string`],
  [{ ...DRAFT, content: null }, (place) => `${place}["content"] is not a string`],
  [{ ...DRAFT, timestamp: 'noon' }, (place) => `${place}["timestamp"] is not an integer`],
  [{ ...DRAFT, colour: 'red' }, (place) => `colour key is unexpected in ${place}`],
  [{ type: '', to: [], topic: '' }, (place) => `content key is missing from ${place}`],
]

describe('POST /drafts', () => {
  test('drafts are stored in the order of the request; only the clients of their user receive them', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    const drafts = [
      { type: 'stream', to: [general.stream_id], topic: 'lunch', content: 'Pizza?', timestamp: 1_700_000_000 },
      { type: 'private', to: [ada.id, fig.id], topic: '', content: 'Hello', timestamp: 1_700_000_001 },
      DRAFT,
    ]
    let answer: Json
    const [dovEvents, adaEvents, figEvents] = await receivedBy([dov, ada, fig], async () => {
      answer = await dov.post('/drafts', { drafts })
    })
    expect(answer).toEqual({ ...SUCCESS, ids: [expect.any(Number), expect.any(Number), expect.any(Number)] })
    const stored = drafts.map((draft, index) => ({ id: answer.ids[index], ...draft }))
    for (const events of [dovEvents!.plain, dovEvents!.able])
      expect(events).toEqual([{ type: 'drafts', op: 'add', drafts: stored }])
    for (const { plain, able } of [adaEvents!, figEvents!]) expect([...plain, ...able]).toEqual([])
    expect(succeeded(await dov.get('/drafts'))).toEqual({
      ...SUCCESS,
      count: 3,
      drafts: [stored[0], stored[2], stored[1]],
    })
    expect(succeeded(await ada.get('/drafts'))).toEqual({ ...SUCCESS, count: 0, drafts: [] })
  })

  test('a draft without a time gets the time of the request; recipients and topic are stored as its type allows', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    const drafts = [
      { type: 'private', to: [ada.id, ada.id], topic: 'lunch', content: 'Hi ' },
      { type: '', to: [ada.id, 987], topic: 'lunch', content: 'x'.repeat(10_001) },
      { type: 'private', to: [], topic: '', content: 'To whom?' },
      { type: 'stream', to: [general.stream_id], topic: 't'.repeat(61), content: 'Hm', id: 987 },
    ]
    const { ids } = succeeded(await dov.post('/drafts', { drafts }))
    const timestamp = 2_000_000_000
    expect((await dov.get('/drafts')).drafts).toEqual([
      { id: ids[0], type: 'private', to: [ada.id], topic: '', content: 'Hi', timestamp },
      {
        id: ids[1],
        type: '',
        to: [],
        topic: '',
        content: expect.stringMatching(/x\n\[message truncated\]$/),
        timestamp,
      },
      { id: ids[2], type: 'private', to: [], topic: '', content: 'To whom?', timestamp },
      { id: ids[3], type: 'stream', to: [general.stream_id], topic: `${'t'.repeat(57)}...`, content: 'Hm', timestamp },
    ])
  })

  test('an empty list of drafts publishes nothing', async () => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => {
      expect(await dov.post('/drafts', { drafts: [] })).toEqual({ ...SUCCESS, ids: [] })
      expect(await dov.post('/drafts')).toEqual({ ...SUCCESS, ids: [] })
    })
  })

  test('one invalid draft refuses the whole request', async () => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => {
      for (const [draft, msg] of INVALID)
        expect(await dov.post('/drafts', { drafts: [DRAFT, { ...DRAFT, ...draft }] })).toEqual(refusal(msg))
      for (const [draft, msg] of MALFORMED)
        expect(await dov.post('/drafts', { drafts: [DRAFT, draft] })).toEqual(refusal(msg('drafts[1]')))
      expect(await dov.post('/drafts', { drafts: 'words' })).toEqual(refusal('drafts is not valid JSON'))
      expect(await dov.post('/drafts', { drafts: DRAFT })).toEqual(refusal('drafts is not a list'))
    })
  })

  test('a channel that the user cannot see is refused', async () => {
    const { ada, dov, vault } = await freshRealm()
    const draft = { type: 'stream', to: [vault.stream_id] }
    await createDraft(ada, draft)
    await changesNothing([dov], async () =>
      expect(await dov.post('/drafts', { drafts: [{ ...DRAFT, ...draft }] })).toEqual(refusal('Invalid channel ID')),
    )
  })
})

describe('PATCH /drafts/:draft_id', () => {
  test('all fields of a draft are replaced', async () => {
    const { ada, dov, general } = await freshRealm()
    const id = await createDraft(dov, {})
    await createDraft(dov, { timestamp: 1_700_000_005 })
    const draft = {
      type: 'stream',
      to: [general.stream_id],
      topic: 'lunch',
      content: 'Pizza',
      timestamp: 1_700_000_009,
    }
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.patch(`/drafts/${id}`, { draft })).toEqual(SUCCESS),
    )
    for (const events of [dovEvents!.plain, dovEvents!.able])
      expect(events).toEqual([{ type: 'drafts', op: 'update', draft: { id, ...draft } }])
    expect([...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    expect((await dov.get('/drafts')).drafts.at(-1)).toEqual({ id, ...draft })
  })

  test('an invalid draft is refused, and the stored one remains', async () => {
    const { dov } = await freshRealm()
    const id = await createDraft(dov, {})
    await changesNothing([dov], async () => {
      for (const [draft, msg] of INVALID)
        expect(await dov.patch(`/drafts/${id}`, { draft: { ...DRAFT, ...draft } })).toEqual(refusal(msg))
      for (const [draft, msg] of MALFORMED.slice(1))
        expect(await dov.patch(`/drafts/${id}`, { draft })).toEqual(refusal(msg('draft')))
      expect(await dov.patch(`/drafts/${id}`)).toEqual(
        refusal("Missing 'draft' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'draft' }),
      )
    })
  })
})

describe('DELETE /drafts/:draft_id', () => {
  test('a draft is deleted, and its id is not used again', async () => {
    const { ada, dov } = await freshRealm()
    const draft_id = await createDraft(dov, {})
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(`/drafts/${draft_id}`)).toEqual(SUCCESS),
    )
    for (const events of [dovEvents!.plain, dovEvents!.able])
      expect(events).toEqual([{ type: 'drafts', op: 'remove', draft_id }])
    expect([...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    expect(await createDraft(dov, {})).toBeGreaterThan(draft_id)
  })

  test('a deleted draft, an unknown id and the draft of another user are not found', async () => {
    const { ada, dov } = await freshRealm()
    const dovDraft = await createDraft(dov, {})
    const deleted = await createDraft(ada, {})
    succeeded(await ada.delete(`/drafts/${deleted}`))
    await changesNothing([ada, dov], async () => {
      for (const id of [dovDraft, deleted, 987]) {
        expect(await ada.delete(`/drafts/${id}`)).toEqual(NO_SUCH_DRAFT)
        expect(await ada.patch(`/drafts/${id}`, { draft: DRAFT })).toEqual(NO_SUCH_DRAFT)
      }
      expect((await ada.request(`/drafts/${deleted}`, { method: 'DELETE' })).status).toBe(404)
    })
  })
})

describe('limits of drafts', () => {
  test('a user has at most 1000 drafts, and a request at most 100', async () => {
    const { dov } = await freshRealm()
    for (const size of [100, 100, 100, 100, 100, 100, 100, 100, 100, 98])
      succeeded(await dov.post('/drafts', { drafts: Array(size).fill(DRAFT) }))
    expect(await dov.post('/drafts', { drafts: Array(101).fill(DRAFT) })).toEqual(
      refusal('drafts is too long (limit: 100 items)'),
    )
    await changesNothing([dov], async () => {
      expect(await dov.post('/drafts', { drafts: Array(3).fill(DRAFT) })).toEqual(
        refusal('No more than 1000 drafts can be stored.'),
      )
    })
    succeeded(await dov.post('/drafts', { drafts: [DRAFT, DRAFT] }))
  })

  test('all drafts of a user together have at most two million characters', async () => {
    const { dov } = await freshRealm()
    const long = { ...DRAFT, content: 'x'.repeat(10_000) }
    const [id] = succeeded(await dov.post('/drafts', { drafts: Array(99).fill(long) })).ids
    succeeded(await dov.post('/drafts', { drafts: Array(99).fill(long) }))
    succeeded(await dov.post('/drafts', { drafts: [DRAFT, DRAFT] }))
    const { length } = DRAFT.content
    const filling = { ...DRAFT, content: 'x'.repeat(10_000 - length) }
    succeeded(await dov.post('/drafts', { drafts: [filling, filling] }))
    const tooLong = refusal('All drafts together must not be longer than 2000000 characters.')
    await changesNothing([dov], async () =>
      expect(await dov.post('/drafts', { drafts: [{ ...DRAFT, content: 'x' }] })).toEqual(tooLong),
    )
    // A draft that becomes shorter makes room. A draft that becomes longer needs room.
    succeeded(await dov.patch(`/drafts/${id}`, { draft: { ...DRAFT, content: 'short' } }))
    const { ids } = succeeded(await dov.post('/drafts', { drafts: [{ ...DRAFT, content: 'x' }] }))
    await changesNothing([dov], async () =>
      expect(await dov.patch(`/drafts/${ids[0]}`, { draft: long })).toEqual(tooLong),
    )
  })

  test('the recipients of drafts count as characters', async () => {
    const { realm, ada, dov } = await freshRealm()
    const id = await createDraft(dov, { type: 'private', to: [ada.id] })
    const to = '1,'.repeat(1_000_000 - 50) // with the last recipient, 100 characters less than the limit
    await executeSql(realm, 'UPDATE drafts SET recipients = ? WHERE id = ?', `[${to}1]`, id)
    const room = 99 - DRAFT.content.length
    const long = { ...DRAFT, content: 'x'.repeat(room) }
    const addDraft = (draft: object) => dov.post('/drafts', { drafts: [{ ...long, ...draft }] })
    const tooLong = { result: 'error', msg: expect.stringContaining('longer than 2000000 characters') }
    expect(await addDraft({ type: 'private', to: [ada.id] })).toMatchObject(tooLong)
    const { ids } = succeeded(await addDraft({}))
    const editDraft = (draft: object) => dov.patch(`/drafts/${ids[0]}`, { draft: { ...long, ...draft } })
    expect(await editDraft({ type: 'private', to: [ada.id] })).toMatchObject(tooLong)
    expect(await editDraft({ type: 'private' })).toEqual(SUCCESS)
  })
})

describe('POST /register', () => {
  test('returns the drafts, the most recent first', async () => {
    const { dov } = await freshRealm()
    const ids = []
    for (const timestamp of [5, 9, 7, 9]) ids.push(await createDraft(dov, { timestamp }))
    const { state } = await dov.registers({ fetch_event_types: ['drafts'] })
    expect(state.drafts.map((draft: Json) => draft.id)).toEqual([ids[3], ids[1], ids[2], ids[0]])
  })
})

describe('PATCH /settings and PATCH /realm/user_settings_defaults: enable_drafts_synchronization', () => {
  test('the drafts of a user who turns it off are deleted, and stay deleted', async () => {
    const { ada, dov } = await freshRealm()
    const id = await createDraft(dov, {})
    const adaDraft = await createDraft(ada, {})
    const [dovEvents] = await receivedBy([dov, ada], () =>
      dov.patch('/settings', { enable_drafts_synchronization: false }),
    )
    expect(dovEvents!.able.map((event) => event.type)).toEqual(['user_settings'])

    await changesNothing([dov], async () => {
      expect(await dov.get('/drafts')).toEqual(NOT_SYNCHRONIZED)
      expect(await dov.post('/drafts', { drafts: [DRAFT] })).toEqual(NOT_SYNCHRONIZED)
      expect(await dov.patch(`/drafts/${id}`, { draft: DRAFT })).toEqual(NOT_SYNCHRONIZED)
      expect(await dov.delete(`/drafts/${id}`)).toEqual(NOT_SYNCHRONIZED)
    })

    await replays([dov], () => dov.patch('/settings', { enable_drafts_synchronization: true }))
    expect((await dov.get('/drafts')).drafts).toEqual([])
    expect((await ada.get('/drafts')).drafts).toMatchObject([{ id: adaDraft }])
  })

  test('the drafts of all users are deleted if the default for new users is turned off', async () => {
    const { ada, dov, ezra } = await freshRealm()
    for (const person of [dov, ezra]) await createDraft(person, {})
    await replays([dov, ezra], () => ada.patch('/realm/user_settings_defaults', { color_scheme: 2 }))
    expect((await dov.get('/drafts')).count).toBe(1)
    const off = { enable_drafts_synchronization: false }
    await replays([dov, ezra], async () => succeeded(await ada.patch('/realm/user_settings_defaults', off)))
    for (const person of [dov, ezra]) expect((await person.get('/drafts')).drafts).toEqual([])
    // The setting of each user stays on, so they can create drafts again.
    await createDraft(dov, {})
    expect((await dov.get('/drafts')).count).toBe(1)
  })
})
