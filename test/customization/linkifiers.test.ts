import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const LIST = '/realm/linkifiers'
const PATH = '/realm/filters'
const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example.com/{id}' }
const WIKI = { pattern: 'wiki:(?P<page>\\w+)', url_template: 'https://wiki.example.com{/page}' }
const UNSAID = { alternative_url_templates: [], example_input: null, reverse_template: null }

const linkifiers = async (person: Person): Promise<Json[]> => succeeded(await person.get(LIST)).linkifiers
const told = (...realm_linkifiers: object[]) => [{ type: 'realm_linkifiers', realm_linkifiers }]

const about = (errors: Record<string, string[]>) => refusal(Object.values(errors)[0]![0]!, 'BAD_REQUEST', { errors })
const unpaired = (name: string) => `Group '${name}' in URL template is not present in linkifier pattern.`
const unused = (name: string) => `Group '${name}' in linkifier pattern is not present in URL template.`

const BAD: [change: Record<string, FieldValue>, answer: object][] = [
  [{ pattern: ' ', url_template: 'https://example.com' }, about({ pattern: ['This field cannot be blank.'] })],
  [
    { pattern: '(', url_template: 'https://example.com' },
    about({ pattern: ['Bad regular expression: missing closing ): `(`'] }),
  ],
  [{ pattern: `x${'y?'.repeat(500)}` }, refusal('pattern is too long (limit: 1000 characters)')],
  [
    { url_template: `https://example.com/{id}${'x'.repeat(1000)}` },
    refusal('url_template is too long (limit: 1000 characters)'),
  ],
  [{ url_template: 'https://example.com/{' }, about({ url_template: ['Invalid URL template.'] })],
  [{ url_template: 'javascript:{+id}' }, about({ url_template: ['Invalid URL template.'] })],
  [{ url_template: 'File:///{id}' }, about({ url_template: ['Invalid URL template.'] })],
  [{ url_template: 'https://example.com/{id}/{page}' }, about({ __all__: [unpaired('page')] })],
  [{ url_template: 'https://example.com/' }, about({ __all__: [unused('id')] })],
  [
    { pattern: '(', url_template: '{' },
    about({ pattern: ['Bad regular expression: missing closing ): `(`'], url_template: ['Invalid URL template.'] }),
  ],
  [ISSUE, about({ __all__: ['A Linkifier with this pattern already exists.'] })],
  [{ alternative_url_templates: ['{'] }, about({ alternative_url_templates: ['Invalid URL template.'] })],
  [{ alternative_url_templates: ['https://example.com'] }, about({ __all__: [unused('id')] })],
  [{ alternative_url_templates: 'https://example.com' }, refusal('alternative_url_templates is not valid JSON')],
  [
    { alternative_url_templates: Array(21).fill('https://example.com/{id}') },
    refusal('alternative_url_templates is too long (limit: 20 items)'),
  ],
  [{ example_input: 'issue 7' }, about({ example_input: ['The example input does not match the pattern.'] })],
  [
    { reverse_template: 'T{id}' },
    about({ example_input: ['An example input is needed to check the reverse template.'] }),
  ],
  [{ example_input: 'T7', reverse_template: 'T{page}' }, about({ reverse_template: ['Invalid reverse template.'] })],
  [{ example_input: 'T7', reverse_template: 'T{id' }, about({ reverse_template: ['Invalid reverse template.'] })],
  [
    { example_input: 'T7', reverse_template: '#{id}' },
    about({ reverse_template: ['The reverse template does not make the example input from its address.'] }),
  ],
]
const TASK = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://tasks.example.com/{id}' }

describe('POST /realm/filters', () => {
  test('clients that know of templates hear of all there are then, and find them at the next registration', async () => {
    const { ada, ben, ezra, fig } = await freshRealm()
    const first = succeeded(await ada.post(PATH, ISSUE))
    let id = 0
    const heard = await receivedBy([ada, ezra, fig], async () => {
      const wanted = { ...TASK, alternative_url_templates: ['https://old.example.com/{id}'] }
      const answer = succeeded(await ben.post(PATH, { ...wanted, example_input: 'T7', reverse_template: 'T{id}' }))
      id = answer.id
      expect(answer).toEqual({ ...SUCCESS, id })
    })
    const all = [
      { id: first.id, ...ISSUE, ...UNSAID },
      {
        id,
        ...TASK,
        alternative_url_templates: ['https://old.example.com/{id}'],
        example_input: 'T7',
        reverse_template: 'T{id}',
      },
    ]
    for (const { plain, able } of heard) expect([plain, able]).toEqual([[], told(...all)])
    expect(await linkifiers(ezra)).toEqual(all)
    const state = async (linkifier_url_template: boolean) =>
      (await ezra.registers({ client_capabilities: { linkifier_url_template } })).state
    expect(await state(true)).toMatchObject({ realm_linkifiers: all, realm_filters: [] })
    expect(await state(false)).toMatchObject({ realm_linkifiers: [], realm_filters: [] })
  })

  test('what is no linkifier is not added', async () => {
    const { ada, ezra } = await freshRealm()
    succeeded(await ada.post(PATH, ISSUE))
    await changesNothing([ada, ezra], async () => {
      for (const [change, answer] of BAD)
        expect(await ada.post(PATH, { ...TASK, ...change }), JSON.stringify(change)).toEqual(answer)
      for (const name of Object.keys(TASK))
        expect(await ada.post(PATH, { ...TASK, [name]: undefined })).toMatchObject({ var_name: name })
    })
  })

  test('a pattern that takes others for ever takes no time', async () => {
    const { ada, general } = await freshRealm()
    succeeded(await ada.post(PATH, { pattern: '(a|a)*(a*)*b', url_template: 'https://example.com/' }))
    const { id } = await ada.sends(general, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', 'a'.repeat(9000))
    expect((await ada.get(`/messages/${id}`)).message.topic_links).toEqual([])
  })
})

describe('PATCH /realm/filters/:filter_id', () => {
  test('a linkifier becomes another in its place', async () => {
    const { ada, ezra } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, ISSUE))
    const wiki = succeeded(await ada.post(PATH, WIKI))
    const [his] = await receivedBy([ezra], async () => expect(await ada.patch(`${PATH}/${id}`, TASK)).toEqual(SUCCESS))
    const after = [
      { id, ...TASK, ...UNSAID },
      { id: wiki.id, ...WIKI, ...UNSAID },
    ]
    expect([his!.plain, his!.able]).toEqual([[], told(...after)])
    succeeded(await ada.patch(`${PATH}/${id}`, TASK)) // its own pattern is not taken by another
  })

  test('what is no linkifier, or is not there, changes nothing', async () => {
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
  test('everyone hears what is left, and the id is not given again', async () => {
    const { ada, ezra } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, ISSUE))
    const [his] = await receivedBy([ezra], async () => expect(await ada.delete(`${PATH}/${id}`)).toEqual(SUCCESS))
    expect([his!.plain, his!.able]).toEqual([[], told()])
    expect(succeeded(await ada.post(PATH, ISSUE)).id).toBeGreaterThan(id)
  })

  test('what is not there cannot be removed', async () => {
    const { ada } = await freshRealm()
    await changesNothing([ada], async () =>
      expect(await ada.delete(`${PATH}/7`)).toEqual(refusal('Linkifier not found.')),
    )
  })
})

describe('PATCH /realm/linkifiers', () => {
  test('they are looked for in the order that is wanted', async () => {
    const { ada, ezra, general } = await freshRealm()
    const long = succeeded(await ada.post(PATH, { pattern: '#[0-9]+x?', url_template: 'https://long.example.com' }))
    const short = succeeded(await ada.post(PATH, { pattern: '#[0-9]+', url_template: 'https://short.example.com' }))
    const links = async () => {
      const { id } = await ada.sends(general, 'about #7', 'x')
      return (await ada.get(`/messages/${id}`)).message.topic_links
    }
    expect(await links()).toEqual([{ text: '#7', url: 'https://long.example.com' }])
    const [his] = await receivedBy([ezra], async () =>
      expect(await ada.patch(LIST, { ordered_linkifier_ids: [short.id, long.id] })).toEqual(SUCCESS),
    )
    expect(his!.able[0].realm_linkifiers.map(({ id }: Json) => id)).toEqual([short.id, long.id])
    expect(await links()).toEqual([{ text: '#7', url: 'https://short.example.com' }])
    succeeded(await ada.delete(`${PATH}/${short.id}`))
    succeeded(await ada.post(PATH, ISSUE))
    expect((await linkifiers(ada)).map(({ pattern }) => pattern)).toEqual(['#[0-9]+x?', ISSUE.pattern])
  })

  test('an order that does not name each of them once is none', async () => {
    const { ada } = await freshRealm()
    const { id } = succeeded(await ada.post(PATH, ISSUE))
    const other = succeeded(await ada.post(PATH, WIKI))
    const notAll = 'The ordered list must enumerate all existing linkifiers exactly once'
    const BAD_ORDERS: [number[], string][] = [
      [[id, id], 'The ordered list must not contain duplicated linkifiers'],
      [[id, other.id, id], 'The ordered list must not contain duplicated linkifiers'],
      [[], notAll],
      [[id], notAll],
      [[id, 99], notAll],
      [[id, other.id, 99], notAll],
    ]
    await changesNothing([ada], async () => {
      for (const [ordered_linkifier_ids, msg] of BAD_ORDERS)
        expect(await ada.patch(LIST, { ordered_linkifier_ids })).toEqual(refusal(msg))
    })
  })
})

test('anybody may know them; administrators keep them, and nobody else', async () => {
  const { ada, cleo, dov, ezra, fig } = await freshRealm()
  const { id } = succeeded(await ada.post(PATH, ISSUE))
  const notAllowed = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
  await changesNothing([ada], async () => {
    for (const person of [cleo, dov, ezra, fig]) {
      expect(await linkifiers(person)).toHaveLength(1)
      expect(await person.post(PATH, TASK)).toEqual(notAllowed)
      expect(await person.patch(`${PATH}/${id}`, TASK)).toEqual(notAllowed)
      expect(await person.delete(`${PATH}/${id}`)).toEqual(notAllowed)
      expect(await person.patch(LIST, { ordered_linkifier_ids: [id] })).toEqual(notAllowed)
    }
  })
})

describe('what is said', () => {
  test('words of a message and of its topic are links, in events and wherever it is fetched', async () => {
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
