import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { stopClock, writesTo } from '../support/tables'

const toNobody = { type: '', to: [], topic: '', content: 'Hm', timestamp: 1_700_000_000 }

async function keeps(person: Person, draft: object): Promise<number> {
  return succeeded(await person.post('/drafts', { drafts: [{ ...toNobody, ...draft }] })).ids[0]
}

const NOT_SYNCHRONIZED = refusal('User has disabled synchronizing drafts.')
const NO_SUCH_DRAFT = refusal('Draft does not exist')

/** What a draft may not be, and what is said of it. */
const BAD: [draft: Record<string, FieldValue>, msg: string][] = [
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
/** What is not a draft at all: refused by its shape, which says where. */
const MALFORMED: [draft: FieldValue, msg: (place: string) => string][] = [
  ['words', (place) => `${place} is not a dict`],
  [{ ...toNobody, type: 'direct' }, (place) => `Invalid ${place}["type"]`],
  [{ ...toNobody, to: 7 }, (place) => `${place}["to"] is not a list`],
  [{ ...toNobody, to: ['7'] }, (place) => `${place}["to"][0] is not an integer`],
  [{ ...toNobody, topic: 7 }, (place) => `${place}["topic"] is not a string`],
  [{ ...toNobody, content: null }, (place) => `${place}["content"] is not a string`],
  [{ ...toNobody, timestamp: 'noon' }, (place) => `${place}["timestamp"] is not an integer`],
  [{ ...toNobody, colour: 'red' }, (place) => `colour key is unexpected in ${place}`],
  [{ type: '', to: [], topic: '' }, (place) => `content key is missing from ${place}`],
]

describe('POST /drafts', () => {
  test('drafts are kept in their order, and told to all devices of their owner, and to nobody else', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    const drafts = [
      { type: 'stream', to: [general.stream_id], topic: 'lunch', content: 'Pizza?', timestamp: 1_700_000_000 },
      { type: 'private', to: [ada.id, fig.id], topic: '', content: 'Hello', timestamp: 1_700_000_001 },
      toNobody,
    ]
    let answer: Json
    const [his, hers, its] = await receivedBy([dov, ada, fig], async () => {
      answer = await dov.post('/drafts', { drafts })
    })
    expect(answer).toEqual({ ...SUCCESS, ids: [expect.any(Number), expect.any(Number), expect.any(Number)] })
    const kept = drafts.map((draft, i) => ({ id: answer.ids[i], ...draft }))
    for (const events of [his!.plain, his!.able]) expect(events).toEqual([{ type: 'drafts', op: 'add', drafts: kept }])
    for (const { plain, able } of [hers!, its!]) expect([...plain, ...able]).toEqual([])
    expect(succeeded(await dov.get('/drafts'))).toEqual({ ...SUCCESS, count: 3, drafts: [kept[0], kept[2], kept[1]] })
    expect(succeeded(await ada.get('/drafts'))).toEqual({ ...SUCCESS, count: 0, drafts: [] })
  })

  test('without a time, a draft is of now; whatever its type has no room for is left out', async () => {
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

  test('no drafts are no news', async () => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => {
      expect(await dov.post('/drafts', { drafts: [] })).toEqual({ ...SUCCESS, ids: [] })
      expect(await dov.post('/drafts')).toEqual({ ...SUCCESS, ids: [] })
    })
  })

  test('one bad draft, and none of them is kept', async () => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => {
      for (const [draft, msg] of BAD)
        expect(await dov.post('/drafts', { drafts: [toNobody, { ...toNobody, ...draft }] })).toEqual(refusal(msg))
      for (const [draft, msg] of MALFORMED)
        expect(await dov.post('/drafts', { drafts: [toNobody, draft] })).toEqual(refusal(msg('drafts[1]')))
      expect(await dov.post('/drafts', { drafts: 'words' })).toEqual(refusal('drafts is not valid JSON'))
      expect(await dov.post('/drafts', { drafts: toNobody })).toEqual(refusal('drafts is not a list'))
    })
  })

  test('a channel one may not know of is none to write to', async () => {
    const { ada, dov, vault } = await freshRealm()
    const draft = { type: 'stream', to: [vault.stream_id] }
    await keeps(ada, draft)
    await changesNothing([dov], async () =>
      expect(await dov.post('/drafts', { drafts: [{ ...toNobody, ...draft }] })).toEqual(refusal('Invalid channel ID')),
    )
  })
})

describe('PATCH /drafts/:draft_id', () => {
  test('a draft is replaced whole', async () => {
    const { ada, dov, general } = await freshRealm()
    const id = await keeps(dov, {})
    await keeps(dov, { timestamp: 1_700_000_005 })
    const draft = {
      type: 'stream',
      to: [general.stream_id],
      topic: 'lunch',
      content: 'Pizza',
      timestamp: 1_700_000_009,
    }
    const [his, hers] = await receivedBy([dov, ada], async () =>
      expect(await dov.patch(`/drafts/${id}`, { draft })).toEqual(SUCCESS),
    )
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([{ type: 'drafts', op: 'update', draft: { id, ...draft } }])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect((await dov.get('/drafts')).drafts.at(-1)).toEqual({ id, ...draft })
  })

  test('a bad draft leaves the old one as it was', async () => {
    const { dov } = await freshRealm()
    const id = await keeps(dov, {})
    await changesNothing([dov], async () => {
      for (const [draft, msg] of BAD)
        expect(await dov.patch(`/drafts/${id}`, { draft: { ...toNobody, ...draft } })).toEqual(refusal(msg))
      for (const [draft, msg] of MALFORMED.slice(1))
        expect(await dov.patch(`/drafts/${id}`, { draft })).toEqual(refusal(msg('draft')))
      expect(await dov.patch(`/drafts/${id}`)).toEqual(
        refusal("Missing 'draft' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'draft' }),
      )
    })
  })
})

describe('DELETE /drafts/:draft_id', () => {
  test('a draft is gone, and its number is never another’s', async () => {
    const { ada, dov } = await freshRealm()
    const draft_id = await keeps(dov, {})
    const [his, hers] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(`/drafts/${draft_id}`)).toEqual(SUCCESS),
    )
    for (const events of [his!.plain, his!.able]) expect(events).toEqual([{ type: 'drafts', op: 'remove', draft_id }])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await keeps(dov, {})).toBeGreaterThan(draft_id)
  })

  test('a draft that is gone, never was or is somebody else’s is not there', async () => {
    const { ada, dov } = await freshRealm()
    const his = await keeps(dov, {})
    const gone = await keeps(ada, {})
    succeeded(await ada.delete(`/drafts/${gone}`))
    await changesNothing([ada, dov], async () => {
      for (const id of [his, gone, 987]) {
        expect(await ada.delete(`/drafts/${id}`)).toEqual(NO_SUCH_DRAFT)
        expect(await ada.patch(`/drafts/${id}`, { draft: toNobody })).toEqual(NO_SUCH_DRAFT)
      }
      expect((await ada.request(`/drafts/${gone}`, { method: 'DELETE' })).status).toBe(404)
    })
  })
})

test('nobody keeps more than a thousand', async () => {
  const { dov } = await freshRealm()
  for (const size of [100, 100, 100, 100, 100, 100, 100, 100, 100, 98])
    succeeded(await dov.post('/drafts', { drafts: Array(size).fill(toNobody) }))
  expect(await dov.post('/drafts', { drafts: Array(101).fill(toNobody) })).toEqual(
    refusal('drafts is too long (limit: 100 items)'),
  )
  await changesNothing([dov], async () => {
    expect(await dov.post('/drafts', { drafts: Array(3).fill(toNobody) })).toEqual(
      refusal('No more than 1000 drafts can be stored.'),
    )
  })
  succeeded(await dov.post('/drafts', { drafts: [toNobody, toNobody] }))
})

test('nobody keeps more than two million characters', async () => {
  const { dov } = await freshRealm()
  const long = { ...toNobody, content: 'x'.repeat(10_000) }
  const [id] = succeeded(await dov.post('/drafts', { drafts: Array(99).fill(long) })).ids
  succeeded(await dov.post('/drafts', { drafts: Array(99).fill(long) }))
  succeeded(await dov.post('/drafts', { drafts: [toNobody, toNobody] }))
  const { length } = toNobody.content
  const fits = { ...toNobody, content: 'x'.repeat(10_000 - length) }
  succeeded(await dov.post('/drafts', { drafts: [fits, fits] }))
  const refused = refusal('All drafts together must not be longer than 2000000 characters.')
  await changesNothing([dov], async () =>
    expect(await dov.post('/drafts', { drafts: [{ ...toNobody, content: 'x' }] })).toEqual(refused),
  )
  // What becomes shorter makes room, and what becomes longer takes it.
  succeeded(await dov.patch(`/drafts/${id}`, { draft: { ...toNobody, content: 'short' } }))
  const { ids } = succeeded(await dov.post('/drafts', { drafts: [{ ...toNobody, content: 'x' }] }))
  await changesNothing([dov], async () =>
    expect(await dov.patch(`/drafts/${ids[0]}`, { draft: long })).toEqual(refused),
  )
})

test('whom drafts are for is counted with them, as that may be everyone there is', async () => {
  const { realm, ada, dov } = await freshRealm()
  const id = await keeps(dov, { type: 'private', to: [ada.id] })
  const to = '1,'.repeat(1_000_000 - 50) // and one more: 100 characters are left, but for what it says
  await writesTo(realm, 'UPDATE drafts SET recipients = ? WHERE id = ?', `[${to}1]`, id)
  const room = 99 - toNobody.content.length
  const long = { ...toNobody, content: 'x'.repeat(room) }
  const adds = (draft: object) => dov.post('/drafts', { drafts: [{ ...long, ...draft }] })
  const tooMuch = { result: 'error', msg: expect.stringContaining('longer than 2000000 characters') }
  expect(await adds({ type: 'private', to: [ada.id] })).toMatchObject(tooMuch)
  const { ids } = succeeded(await adds({}))
  const edits = (draft: object) => dov.patch(`/drafts/${ids[0]}`, { draft: { ...long, ...draft } })
  expect(await edits({ type: 'private', to: [ada.id] })).toMatchObject(tooMuch)
  expect(await edits({ type: 'private' })).toEqual(SUCCESS)
})

describe('POST /register', () => {
  test('drafts come with it, the one last edited first', async () => {
    const { dov } = await freshRealm()
    const ids = []
    for (const timestamp of [5, 9, 7, 9]) ids.push(await keeps(dov, { timestamp }))
    const { state } = await dov.registers({ fetch_event_types: ['drafts'] })
    expect(state.drafts.map((draft: Json) => draft.id)).toEqual([ids[3], ids[1], ids[2], ids[0]])
  })
})

describe('enable_drafts_synchronization', () => {
  test('whoever switches it off has no drafts, and gets none back by switching it on', async () => {
    const { ada, dov } = await freshRealm()
    const id = await keeps(dov, {})
    const hers = await keeps(ada, {})
    const [his] = await receivedBy([dov, ada], () => dov.patch('/settings', { enable_drafts_synchronization: false }))
    expect(his!.able.map((event) => event.type)).toEqual(['user_settings'])

    await changesNothing([dov], async () => {
      expect(await dov.get('/drafts')).toEqual(NOT_SYNCHRONIZED)
      expect(await dov.post('/drafts', { drafts: [toNobody] })).toEqual(NOT_SYNCHRONIZED)
      expect(await dov.patch(`/drafts/${id}`, { draft: toNobody })).toEqual(NOT_SYNCHRONIZED)
      expect(await dov.delete(`/drafts/${id}`)).toEqual(NOT_SYNCHRONIZED)
    })

    await replays([dov], () => dov.patch('/settings', { enable_drafts_synchronization: true }))
    expect((await dov.get('/drafts')).drafts).toEqual([])
    expect((await ada.get('/drafts')).drafts).toMatchObject([{ id: hers }])
  })

  test('the realm switching it off for newcomers deletes every draft there is', async () => {
    const { ada, dov, ezra } = await freshRealm()
    for (const person of [dov, ezra]) await keeps(person, {})
    await replays([dov, ezra], () => ada.patch('/realm/user_settings_defaults', { color_scheme: 2 }))
    expect((await dov.get('/drafts')).count).toBe(1)
    const off = { enable_drafts_synchronization: false }
    await replays([dov, ezra], async () => succeeded(await ada.patch('/realm/user_settings_defaults', off)))
    for (const person of [dov, ezra]) expect((await person.get('/drafts')).drafts).toEqual([])
    // Their own choice stands, so they go on keeping drafts.
    await keeps(dov, {})
    expect((await dov.get('/drafts')).count).toBe(1)
  })
})
