import { describe, expect, test } from 'vitest'
import { parseWidget } from '../../src/domain/messages/submessages/widget-rules'
import { countIn } from '../support/faults'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { rowsIn } from '../support/tables'

const poll = (question: string, ...options: string[]) => ({ widget_type: 'poll', extra_data: { question, options } })
const todo = (task_list_title: string, ...tasks: [string, string][]) => ({
  widget_type: 'todo',
  extra_data: { task_list_title, tasks: tasks.map(([task, desc]) => ({ task, desc })) },
})

const submessagesOn = async (person: Person, id: number): Promise<Json[]> =>
  succeeded(await person.get(`/messages/${id}`)).message.submessages

const add = (person: Person, message_id: number, part: FieldValue, more: Record<string, FieldValue> = {}) =>
  person.post('/submessage', { message_id, msg_type: 'widget', content: JSON.stringify(part), ...more })

const vote = { type: 'vote', key: 'canned,0', vote: 1 }
const MAY_NOT = refusal('You cannot attach a submessage to this message.')

describe('what asks for a widget', () => {
  const CASES: [content: string, widget: object | undefined][] = [
    ['/poll Where to?', poll('Where to?')],
    ['/poll  Where to? \nNorth\n- South\n*  East\n\n  West  ', poll('Where to?', 'North', 'South', 'East', 'West')],
    ['/poll', poll('')],
    ['/poll\nNorth', poll('', 'North')],
    ['/poll\r\nNorth\r\n-South', poll('', 'North', 'South')],
    ['/todo', todo('')],
    ['/todo Shopping', todo('Shopping')],
    [
      '/todo Shopping\nBread: rye: dark\nMilk\n: none',
      todo('Shopping', ['Bread', 'rye: dark'], ['Milk', ''], ['', 'none']),
    ],
    ['/polls', undefined],
    ['/pollution', undefined],
    ['/Poll x', undefined],
    [' /poll x', undefined],
    ['x /poll', undefined],
    ['/me polls', undefined],
    ['/zform x', undefined],
  ]
  test.for(CASES)('%j', ([content, widget]) => expect(parseWidget(content)).toEqual(widget))
})

describe('a message that is a widget', () => {
  test('says so to everyone who hears of it, and to whoever fetches it', async () => {
    const { dov, ezra, general } = await freshRealm()
    let id = 0
    const [his, guests] = await receivedBy([dov, ezra], async () => {
      id = (await dov.sends(general, 'lunch', '/poll Where to?\nNorth')).id
    })
    const content = JSON.stringify(poll('Where to?', 'North'))
    const submessage = { msg_type: 'widget', content, message_id: id, sender_id: dov.id, id: expect.any(Number) }
    for (const events of [his!.plain, his!.able, guests!.plain, guests!.able]) {
      const { message } = events.find(({ type }) => type === 'message')
      expect(message.submessages).toEqual([submessage])
    }
    expect(await submessagesOn(ezra, id)).toEqual([submessage])
    const { messages } = await ezra.get('/messages', { anchor: id, num_before: 1, num_after: 0 })
    expect(messages[0].submessages).toEqual([submessage])
  })

  test('may be buttons, which only programs ask for', async () => {
    const { dov, fig, general } = await freshRealm()
    const choices = [
      { short_name: 'A', long_name: 'Apples', reply: 'apples, please' },
      { type: 'multiple_choice', short_name: 'B', long_name: 'Bananas', reply: 'bananas, please' },
    ]
    const buttons = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Fruit?', choices } }
    const { id } = await fig.sends(general, 'fruit', 'Fruit?', { widget_content: buttons })
    expect((await submessagesOn(dov, id)).map(({ content }) => JSON.parse(content))).toEqual([buttons])
    const send = (widget_content: FieldValue) =>
      fig.post('/messages', { type: 'channel', to: general.stream_id, topic: 'fruit', content: 'x', widget_content })
    await changesNothing([dov], async () => {
      for (const [bad, msg] of [
        ['buttons', 'widget_content is not valid JSON'],
        [7, 'widget_content is not a dict'],
        [{ ...buttons, widget_type: 'poll' }, 'Invalid widget_content["widget_type"]'],
        [{ widget_type: 'zform' }, 'extra_data key is missing from widget_content'],
        [
          { ...buttons, extra_data: { ...buttons.extra_data, type: 'list' } },
          'Invalid widget_content["extra_data"]["type"]',
        ],
        [
          { ...buttons, extra_data: { ...buttons.extra_data, choices: [{ reply: 'x' }] } },
          'short_name key is missing from widget_content["extra_data"]["choices"][0]',
        ],
      ] as const)
        expect(await send(bad)).toEqual(refusal(msg))
    })
  })

  test('cannot be edited, and goes with all that was added when it is deleted', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '/poll Where to?')
    succeeded(await add(ada, id, vote))
    expect(await dov.patch(`/messages/${id}`, { content: 'x' })).toEqual(refusal('Widgets cannot be edited.'))
    expect(await countIn(realm, 'submessages')).toBe(2)
    succeeded(await dov.delete(`/messages/${id}`))
    expect(await countIn(realm, 'submessages')).toBe(0)
  })

  test('other messages have no submessages, and cost no row', async () => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Where to?')
    expect(await submessagesOn(dov, id)).toEqual([])
    expect(await countIn(realm, 'submessages')).toBe(0)
  })
})

describe('POST /submessage', () => {
  test('everyone who can read the message adds to it, and hears of what others add', async () => {
    const { ada, ben, dov, vault } = await freshRealm()
    const { id } = await ada.sends(vault, 'lunch', '/poll Where to?')
    const [hers, his, others] = await receivedBy([ada, ben, dov], async () =>
      expect(await add(ben, id, vote)).toEqual(SUCCESS),
    )
    const said = { msg_type: 'widget', content: JSON.stringify(vote), message_id: id, sender_id: ben.id }
    for (const events of [hers!.plain, hers!.able, his!.plain, his!.able])
      expect(events).toEqual([{ type: 'submessage', ...said, submessage_id: expect.any(Number) }])
    expect([...others!.plain, ...others!.able]).toEqual([])
    const submessages = await submessagesOn(ada, id)
    expect(submessages).toEqual([expect.anything(), { ...said, id: expect.any(Number) }])
    expect(submessages[0].id).toBeLessThan(submessages[1].id)
  })

  const FITTING: [command: string, parts: Json[], authors: Json[]][] = [
    [
      '/poll x',
      [vote, { ...vote, vote: -1 }, { type: 'new_option', idx: 1, option: 'East' }],
      [{ type: 'question', question: 'Which way?' }],
    ],
    [
      '/todo x',
      [
        { type: 'new_task', key: 2, task: 'Milk', desc: '', completed: false },
        { type: 'strike', key: '0,canned' },
      ],
      [{ type: 'new_task_list_title', title: 'Shopping' }],
    ],
  ]
  for (const [command, parts, authors] of FITTING)
    test(`to ${command} are added what it knows, and some of it by its author only`, async () => {
      const { dov, ezra, general } = await freshRealm()
      const { id } = await dov.sends(general, 'lunch', command)
      for (const part of [...parts, ...authors]) expect(await add(dov, id, part)).toEqual(SUCCESS)
      for (const part of parts) expect(await add(ezra, id, part)).toEqual(SUCCESS)
      const unfitting = parts.flatMap((part) => [
        { ...part, colour: 'red' },
        { type: part.type },
        { ...part, type: 'dance' },
      ])
      await changesNothing([dov, ezra], async () => {
        for (const part of authors)
          expect(await add(ezra, id, part)).toEqual(refusal('Only the author of the message can change this.'))
        for (const part of [...unfitting, { ...vote, vote: 2 }, { ...vote, key: 1 }, 7, null, [], 'x', {}])
          expect(await add(ezra, id, part)).toEqual(refusal(`Invalid data for a ${command.slice(1, 5)}`))
      })
    })

  test('whatever cannot be added is refused, and nothing changes', async () => {
    const { ada, dov, ezra, fig, general, vault } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '/poll Where to?')
    const { id: secret } = await ada.sends(vault, 'lunch', '/poll Where to?')
    const { id: words } = await dov.sends(general, 'lunch', 'Where to?')
    await changesNothing([ada, dov, ezra, fig], async () => {
      expect(await add(ezra, words, vote)).toEqual(MAY_NOT)
      expect(await add(dov, secret, vote)).toEqual(refusal('Invalid message(s)'))
      expect(await add(dov, 987, vote)).toEqual(refusal('Invalid message(s)'))
      expect(await add(ezra, id, vote, { content: '{' })).toEqual(refusal('Invalid json for submessage'))
      expect(await add(ezra, id, vote, { content: JSON.stringify('x'.repeat(10_000)) })).toEqual(
        refusal('content is too long (limit: 10000 characters)'),
      )
      expect(await add(ezra, id, vote, { msg_type: 'x'.repeat(51) })).toEqual(
        refusal('msg_type is too long (limit: 50 characters)'),
      )
      for (const name of ['message_id', 'msg_type', 'content'])
        expect(await add(ezra, id, vote, { [name]: undefined })).toEqual(
          refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name }),
        )
    })
  })

  test('to a message of words others add once its author has', async () => {
    const { dov, ezra, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Where to?')
    expect(await add(ezra, id, { any: 'thing' })).toEqual(MAY_NOT)
    expect(await add(dov, id, { any: 'thing' }, { msg_type: 'game' })).toEqual(SUCCESS)
    expect(await add(ezra, id, { any: 'thing' }, { msg_type: 'game' })).toEqual(SUCCESS)
    expect((await submessagesOn(ezra, id)).map(({ msg_type, sender_id }) => [msg_type, sender_id])).toEqual([
      ['game', dov.id],
      ['game', ezra.id],
    ])
  })

  test('whatever an author begins with, others can add to it', async () => {
    const { dov, ezra, general } = await freshRealm()
    for (const content of ['7', 'null', '"x"', '[]', '{"widget_type":7}', `${'['.repeat(4000)}${']'.repeat(4000)}`]) {
      const { id } = await dov.sends(general, 'lunch', 'Where to?')
      expect(await add(dov, id, null, { content })).toEqual(SUCCESS)
      expect(await add(ezra, id, vote)).toEqual(SUCCESS)
      expect(await submessagesOn(ezra, id)).toHaveLength(2)
    }
  })

  test('a message takes a million characters of them', async () => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '/poll Where to?')
    const put = 'INSERT INTO submessages (message_id, id, sender_id, msg_type, content) VALUES (?, ?, ?, ?, ?)'
    await rowsIn(realm, put, id, 1_000_000, dov.id, 'widget', JSON.stringify('x'.repeat(999_800)))
    succeeded(await add(dov, id, vote))
    const long = { type: 'new_option', idx: 1, option: 'x'.repeat(200) }
    expect(await add(dov, id, long)).toEqual(refusal('This message has as many submessages as it can have.'))
  })

  test('a message takes thousands of them, and not without end', async () => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '/poll Where to?')
    await rowsIn(
      realm,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4998)
       INSERT INTO submessages (message_id, id, sender_id, msg_type, content)
       SELECT ?, 1000000 + i, ?, 'widget', '{}' FROM n`,
      id,
      dov.id,
    )
    succeeded(await add(dov, id, vote))
    expect(await add(dov, id, vote)).toEqual(refusal('This message has as many submessages as it can have.'))
  })
})
