import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const PATH = '/realm/playgrounds'
const RUST = {
  name: 'Rust playground',
  pygments_language: 'Rust',
  url_template: 'https://play.example.com/?code={code}',
}

const eventsWith = (...realm_playgrounds: object[]) => [{ type: 'realm_playgrounds', realm_playgrounds }]

async function playgrounds(person: Person): Promise<Json[]> {
  const { state } = await person.registers({ fetch_event_types: ['realm_playgrounds'] })
  return state.realm_playgrounds
}

const BLANK = 'This field cannot be blank.'
const MISSING_CODE = 'Missing the required variable "code" in the URL template'
const ONLY_CODE = '"code" should be the only variable present in the URL template'
const invalid = (field: string, msg: string) => refusal(msg, 'BAD_REQUEST', { errors: { [field]: [msg] } })

const BAD: [change: Record<string, FieldValue>, answer: object][] = [
  [{ name: ' ' }, invalid('name', BLANK)],
  [{ name: 'x'.repeat(101) }, refusal('name is too long (limit: 100 characters)')],
  [{ pygments_language: '' }, invalid('pygments_language', BLANK)],
  [{ pygments_language: 'a{b}' }, refusal('Invalid characters in pygments language')],
  [{ pygments_language: 'x'.repeat(41) }, refusal('pygments_language is too long (limit: 40 characters)')],
  [{ url_template: 'https://example.com' }, invalid('url_template', MISSING_CODE)],
  [{ url_template: '' }, invalid('url_template', MISSING_CODE)],
  [{ url_template: 'https://example.com/{code}{id}' }, invalid('url_template', ONLY_CODE)],
  [{ url_template: 'https://example.com/{code' }, invalid('url_template', 'Invalid URL template.')],
  [{ url_template: 'javascript:{code}' }, invalid('url_template', 'Invalid URL template.')],
  [{ url_template: '{+code}' }, invalid('url_template', 'Invalid URL template.')],
  [{ url_template: 'https://{code}' }, invalid('url_template', 'Invalid URL template.')],
  [{ url_template: 'https://example.com{+code}' }, invalid('url_template', 'Invalid URL template.')],
  [{ url_template: '/play/{code}' }, invalid('url_template', 'Invalid URL template.')],
  [
    { pygments_language: 'Rust', name: 'Rust playground' },
    invalid('__all__', 'Realm playground with this Realm, Pygments language and Name already exists.'),
  ],
]

describe('POST /realm/playgrounds', () => {
  test('adds a playground, and publishes the list to all users', async () => {
    const { ada, ben, ezra, fig } = await freshRealm()
    let id = 0
    const received = await receivedBy([ada, ezra, fig], async () => {
      const answer = succeeded(await ben.post(PATH, { ...RUST, name: '  Rust playground ' }))
      id = answer.id
      expect(answer).toEqual({ ...SUCCESS, id })
    })
    for (const { plain, able } of received)
      expect([plain, able]).toEqual([eventsWith({ id, ...RUST }), eventsWith({ id, ...RUST })])
    const other = succeeded(await ada.post(PATH, { ...RUST, name: 'Another' }))
    expect(await playgrounds(ezra)).toEqual([
      { id, ...RUST },
      { id: other.id, ...RUST, name: 'Another' },
    ])
  })

  test('refuses invalid playgrounds, and changes nothing', async () => {
    const { ada, cleo } = await freshRealm()
    succeeded(await ada.post(PATH, RUST))
    await changesNothing([ada, cleo], async () => {
      for (const [change, answer] of BAD)
        expect(await ada.post(PATH, { ...RUST, name: 'New', ...change }), JSON.stringify(change)).toEqual(answer)
      for (const name of Object.keys(RUST))
        expect(await ada.post(PATH, { ...RUST, name: 'New', [name]: undefined })).toMatchObject({ var_name: name })
    })
  })
})

describe('PATCH /parley/playgrounds/:playground_id', () => {
  test('replaces the fields of a playground, and publishes the list to all users', async () => {
    const { ada, ezra } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, RUST))
    const changed = { ...RUST, url_template: 'https://run.example.com/{code}' }
    const [guestEvents] = await receivedBy([ezra], async () =>
      expect(await ada.patch(`/parley/playgrounds/${id}`, changed)).toEqual(SUCCESS),
    )
    expect(guestEvents!.plain).toEqual(eventsWith({ id, ...changed }))
    expect(await playgrounds(ada)).toEqual([{ id, ...changed }])
  })

  test('refuses unknown ids, invalid fields, and the name of another playground of the language', async () => {
    const { ada } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, RUST))
    const other = { ...RUST, name: 'Another' }
    succeeded(await ada.post(PATH, other))
    await changesNothing([ada], async () => {
      expect(await ada.patch('/parley/playgrounds/99', RUST)).toEqual(refusal('Invalid playground'))
      for (const [change, answer] of [...BAD.slice(0, -1), [{ name: 'Another' }, BAD.at(-1)![1]] as const])
        expect(await ada.patch(`/parley/playgrounds/${id}`, { ...RUST, ...change }), JSON.stringify(change)).toEqual(
          answer,
        )
    })
  })
})

describe('DELETE /realm/playgrounds/:playground_id', () => {
  test('removes a playground, publishes the remaining ones, and does not reuse the id', async () => {
    const { ada, ezra } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, RUST))
    const [guestEvents] = await receivedBy([ezra], async () =>
      expect(await ada.delete(`${PATH}/${id}`)).toEqual(SUCCESS),
    )
    expect([guestEvents!.plain, guestEvents!.able]).toEqual([eventsWith(), eventsWith()])
    expect(succeeded(await ada.post(PATH, RUST)).id).toBeGreaterThan(id)
  })

  test('refuses unknown ids', async () => {
    const { ada } = await freshRealm()
    await changesNothing([ada], async () =>
      expect(await ada.delete(`${PATH}/7`)).toEqual(refusal('Invalid playground')),
    )
  })
})

test('only administrators can add, change and remove playgrounds', async () => {
  const { ada, cleo, dov, ezra, fig } = await freshRealm()
  const { id } = succeeded(await ada.post(PATH, RUST))
  const refused = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
  await changesNothing([ada], async () => {
    for (const person of [cleo, dov, ezra, fig]) {
      expect(await person.post(PATH, { ...RUST, name: 'Mine' })).toEqual(refused)
      expect(await person.patch(`/parley/playgrounds/${id}`, RUST)).toEqual(refused)
      expect(await person.delete(`${PATH}/${id}`)).toEqual(refused)
    }
  })
})
