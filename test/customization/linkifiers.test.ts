import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const LIST = '/realm/linkifiers'
const PATH = '/realm/filters'
const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example.com/{id}' }
const WIKI = { pattern: 'wiki:(?P<page>\\w+)', url_template: 'https://wiki.example.com{/page}' }
const DEFAULTS = { alternative_url_templates: [], example_input: null, reverse_template: null }

const linkifiers = async (person: Person): Promise<Json[]> => succeeded(await person.get(LIST)).linkifiers
const eventsWith = (...realm_linkifiers: object[]) => [{ type: 'realm_linkifiers', realm_linkifiers }]

const invalid = (errors: Record<string, string[]>) => refusal(Object.values(errors)[0]![0]!, 'BAD_REQUEST', { errors })
const notInPattern = (name: string) => `Group '${name}' in URL template is not present in linkifier pattern.`
const notInTemplate = (name: string) => `Group '${name}' in linkifier pattern is not present in URL template.`

const BAD: [change: Record<string, FieldValue>, answer: object][] = [
  [{ pattern: ' ', url_template: 'https://example.com' }, invalid({ pattern: ['This field cannot be blank.'] })],
  [
    { pattern: '(', url_template: 'https://example.com' },
    invalid({ pattern: ['Bad regular expression: missing closing ): `(`'] }),
  ],
  [{ pattern: `x${'y?'.repeat(500)}` }, refusal('pattern is too long (limit: 1000 characters)')],
  [
    { url_template: `https://example.com/{id}${'x'.repeat(1000)}` },
    refusal('url_template is too long (limit: 1000 characters)'),
  ],
  [{ url_template: 'https://example.com/{' }, invalid({ url_template: ['Invalid URL template.'] })],
  [{ url_template: 'javascript:{+id}' }, invalid({ url_template: ['Invalid URL template.'] })],
  [{ url_template: 'File:///{id}' }, invalid({ url_template: ['Invalid URL template.'] })],
  [{ url_template: 'https://example.com/{id}/{page}' }, invalid({ __all__: [notInPattern('page')] })],
  [{ url_template: 'https://example.com/' }, invalid({ __all__: [notInTemplate('id')] })],
  [
    { pattern: '(', url_template: '{' },
    invalid({ pattern: ['Bad regular expression: missing closing ): `(`'], url_template: ['Invalid URL template.'] }),
  ],
  [ISSUE, invalid({ __all__: ['A Linkifier with this pattern already exists.'] })],
  [{ alternative_url_templates: ['{'] }, invalid({ alternative_url_templates: ['Invalid URL template.'] })],
  [{ alternative_url_templates: ['https://example.com'] }, invalid({ __all__: [notInTemplate('id')] })],
  [{ alternative_url_templates: 'https://example.com' }, refusal('alternative_url_templates is not valid JSON')],
  [
    { alternative_url_templates: Array(21).fill('https://example.com/{id}') },
    refusal('alternative_url_templates is too long (limit: 20 items)'),
  ],
  [{ example_input: 'issue 7' }, invalid({ example_input: ['The example input does not match the pattern.'] })],
  [
    { reverse_template: 'T{id}' },
    invalid({ example_input: ['An example input is needed to check the reverse template.'] }),
  ],
  [{ example_input: 'T7', reverse_template: 'T{page}' }, invalid({ reverse_template: ['Invalid reverse template.'] })],
  [{ example_input: 'T7', reverse_template: 'T{id' }, invalid({ reverse_template: ['Invalid reverse template.'] })],
  [
    { example_input: 'T7', reverse_template: '#{id}' },
    invalid({ reverse_template: ['The reverse template does not make the example input from its address.'] }),
  ],
]
const TASK = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://tasks.example.com/{id}' }

describe('POST /realm/filters', () => {
  test('adds a linkifier, and publishes the list to clients that support URL templates', async () => {
    const { ada, ben, ezra, fig } = await freshRealm()
    const first = succeeded(await ada.post(PATH, ISSUE))
    let id = 0
    const received = await receivedBy([ada, ezra, fig], async () => {
      const fields = { ...TASK, alternative_url_templates: ['https://old.example.com/{id}'] }
      const answer = succeeded(await ben.post(PATH, { ...fields, example_input: 'T7', reverse_template: 'T{id}' }))
      id = answer.id
      expect(answer).toEqual({ ...SUCCESS, id })
    })
    const all = [
      { id: first.id, ...ISSUE, ...DEFAULTS },
      {
        id,
        ...TASK,
        alternative_url_templates: ['https://old.example.com/{id}'],
        example_input: 'T7',
        reverse_template: 'T{id}',
      },
    ]
    for (const { plain, able } of received) expect([plain, able]).toEqual([[], eventsWith(...all)])
    expect(await linkifiers(ezra)).toEqual(all)
    const state = async (linkifier_url_template: boolean) =>
      (await ezra.registers({ client_capabilities: { linkifier_url_template } })).state
    expect(await state(true)).toMatchObject({ realm_linkifiers: all, realm_filters: [] })
    expect(await state(false)).toMatchObject({ realm_linkifiers: [], realm_filters: [] })
  })

  test('refuses invalid linkifiers, and changes nothing', async () => {
    const { ada, ezra } = await freshRealm()
    succeeded(await ada.post(PATH, ISSUE))
    await changesNothing([ada, ezra], async () => {
      for (const [change, answer] of BAD)
        expect(await ada.post(PATH, { ...TASK, ...change }), JSON.stringify(change)).toEqual(answer)
      for (const name of Object.keys(TASK))
        expect(await ada.post(PATH, { ...TASK, [name]: undefined })).toMatchObject({ var_name: name })
    })
  })

  test('handles a pattern that takes exponential time in backtracking engines', async () => {
    const { ada, general } = await freshRealm()
    succeeded(await ada.post(PATH, { pattern: '(a|a)*(a*)*b', url_template: 'https://example.com/' }))
    const { id } = await ada.sends(general, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', 'a'.repeat(9000))
    expect((await ada.get(`/messages/${id}`)).message.topic_links).toEqual([])
  })
})

describe('PATCH /realm/filters/:filter_id', () => {
  test('changes a linkifier and keeps its position', async () => {
    const { ada, ezra } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, ISSUE))
    const wiki = succeeded(await ada.post(PATH, WIKI))
    const [guestEvents] = await receivedBy([ezra], async () =>
      expect(await ada.patch(`${PATH}/${id}`, TASK)).toEqual(SUCCESS),
    )
    const after = [
      { id, ...TASK, ...DEFAULTS },
      { id: wiki.id, ...WIKI, ...DEFAULTS },
    ]
    expect([guestEvents!.plain, guestEvents!.able]).toEqual([[], eventsWith(...after)])
    succeeded(await ada.patch(`${PATH}/${id}`, TASK)) // no other linkifier has its pattern
  })

  test('changes the further fields; those that a client does not know stay, and an empty text clears one', async () => {
    const { ada } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, TASK))
    const changed = async (fields: object) => {
      succeeded(await ada.patch(`${PATH}/${id}`, { ...TASK, ...fields }))
      return linkifiers(ada)
    }
    const old = ['https://old.example.com/{id}']
    const further = { alternative_url_templates: old, example_input: 'T7', reverse_template: 'T{id}' }
    expect(await changed(further)).toEqual([{ id, ...TASK, ...further }])
    const url_template = 'https://work.example.com/{id}'
    expect(await changed({ url_template })).toEqual([{ id, ...TASK, ...further, url_template }])
    expect(await changed({ reverse_template: '' })).toEqual([{ id, ...TASK, ...further, reverse_template: null }])
    expect(await changed({ example_input: '', alternative_url_templates: [] })).toEqual([{ id, ...TASK, ...DEFAULTS }])
    succeeded(await ada.delete(`${PATH}/${id}`))
    const { id: second } = succeeded(await ada.post(PATH, { ...TASK, ...further }))
    expect(await linkifiers(ada)).toEqual([{ id: second, ...TASK, ...further }])
  })

  test('refuses invalid linkifiers and unknown ids, and changes nothing', async () => {
    const { ada } = await freshRealm()
    succeeded(await ada.post(PATH, ISSUE))
    const { id } = succeeded(await ada.post(PATH, WIKI))
    await changesNothing([ada], async () => {
      for (const [change, answer] of BAD)
        expect(await ada.patch(`${PATH}/${id}`, { ...TASK, ...change }), JSON.stringify(change)).toEqual(answer)
      expect(await ada.patch(`${PATH}/99`, TASK)).toEqual(refusal('Linkifier not found.'))
    })
  })
})

describe('DELETE /realm/filters/:filter_id', () => {
  test('removes a linkifier, publishes the remaining ones, and does not reuse the id', async () => {
    const { ada, ezra } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, ISSUE))
    const [guestEvents] = await receivedBy([ezra], async () =>
      expect(await ada.delete(`${PATH}/${id}`)).toEqual(SUCCESS),
    )
    expect([guestEvents!.plain, guestEvents!.able]).toEqual([[], eventsWith()])
    expect(succeeded(await ada.post(PATH, ISSUE)).id).toBeGreaterThan(id)
  })

  test('refuses unknown ids', async () => {
    const { ada } = await freshRealm()
    await changesNothing([ada], async () =>
      expect(await ada.delete(`${PATH}/7`)).toEqual(refusal('Linkifier not found.')),
    )
  })
})

describe('PATCH /realm/linkifiers', () => {
  test('changes the order in which linkifiers apply', async () => {
    const { ada, ezra, general } = await freshRealm()
    const long = succeeded(await ada.post(PATH, { pattern: '#[0-9]+x?', url_template: 'https://long.example.com' }))
    const short = succeeded(await ada.post(PATH, { pattern: '#[0-9]+', url_template: 'https://short.example.com' }))
    const links = async () => {
      const { id } = await ada.sends(general, 'about #7', 'x')
      return (await ada.get(`/messages/${id}`)).message.topic_links
    }
    expect(await links()).toEqual([{ text: '#7', url: 'https://long.example.com' }])
    const [guestEvents] = await receivedBy([ezra], async () =>
      expect(await ada.patch(LIST, { ordered_linkifier_ids: [short.id, long.id] })).toEqual(SUCCESS),
    )
    expect(guestEvents!.able[0].realm_linkifiers.map(({ id }: Json) => id)).toEqual([short.id, long.id])
    expect(await links()).toEqual([{ text: '#7', url: 'https://short.example.com' }])
    succeeded(await ada.delete(`${PATH}/${short.id}`))
    succeeded(await ada.post(PATH, ISSUE))
    expect((await linkifiers(ada)).map(({ pattern }) => pattern)).toEqual(['#[0-9]+x?', ISSUE.pattern])
  })

  test('refuses an order that does not list each linkifier once', async () => {
    const { ada } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, ISSUE))
    const other = succeeded(await ada.post(PATH, WIKI))
    const incomplete = 'The ordered list must enumerate all existing linkifiers exactly once'
    const BAD_ORDERS: [number[], string][] = [
      [[id, id], 'The ordered list must not contain duplicated linkifiers'],
      [[id, other.id, id], 'The ordered list must not contain duplicated linkifiers'],
      [[], incomplete],
      [[id], incomplete],
      [[id, 99], incomplete],
      [[id, other.id, 99], incomplete],
    ]
    await changesNothing([ada], async () => {
      for (const [ordered_linkifier_ids, msg] of BAD_ORDERS)
        expect(await ada.patch(LIST, { ordered_linkifier_ids })).toEqual(refusal(msg))
    })
  })
})

test('every user can list linkifiers, and only administrators can change them', async () => {
  const { ada, cleo, dov, ezra, fig } = await freshRealm()
  const { id } = succeeded(await ada.post(PATH, ISSUE))
  const refused = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
  await changesNothing([ada], async () => {
    for (const person of [cleo, dov, ezra, fig]) {
      expect(await linkifiers(person)).toHaveLength(1)
      expect(await person.post(PATH, TASK)).toEqual(refused)
      expect(await person.patch(`${PATH}/${id}`, TASK)).toEqual(refused)
      expect(await person.delete(`${PATH}/${id}`)).toEqual(refused)
      expect(await person.patch(LIST, { ordered_linkifier_ids: [id] })).toEqual(refused)
    }
  })
})

describe('linkifiers in messages', () => {
  test('make links in the content and in the topic, in events and in responses', async () => {
    const { ada, dov, general } = await freshRealm()
    succeeded(await ada.post(PATH, ISSUE))
    const queue = await dov.registers({ apply_markdown: true, event_types: ['message'] })
    const { id } = await ada.sends(general, 'see #12', 'and #34')
    const topic_links = [{ text: '#12', url: 'https://issues.example.com/12' }]
    const content = '<p>and <a href="https://issues.example.com/34">#34</a></p>'
    expect((await queue.next()).message).toMatchObject({ topic_links, content })
    expect((await dov.get(`/messages/${id}`)).message).toMatchObject({ topic_links, content })
    const page = await dov.get('/messages', { anchor: id, num_before: 0, num_after: 0 })
    expect(page.messages).toMatchObject([{ topic_links, content }])
    const editing = await dov.registers({ event_types: ['update_message'] })
    succeeded(await ada.patch(`/messages/${id}`, { topic: 'see #13' }))
    const moved = [{ text: '#13', url: 'https://issues.example.com/13' }]
    expect(await editing.next()).toMatchObject({ subject: 'see #13', topic_links: moved })
    expect((await dov.get(`/messages/${id}`)).message.topic_links).toEqual(moved)
    const direct = await ada.sendsDirectly([dov], '#5')
    expect((await dov.get(`/messages/${direct.id}`)).message.topic_links).toEqual([])
  })
})
