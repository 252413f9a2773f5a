import { describe, expect, test } from 'vitest'
import { countRows, selectRows } from '../support/tables'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const poll = (question: string, ...options: string[]) => ({ widget_type: 'poll', extra_data: { question, options } })
const submessagesOn = async (person: Person, id: number): Promise<Json[]> =>
  succeeded(await person.get(`/messages/${id}`)).message.submessages

const add = (person: Person, message_id: number, part: FieldValue, more: Record<string, FieldValue> = {}) =>
  person.post('/submessage', { message_id, msg_type: 'widget', content: JSON.stringify(part), ...more })

const vote = { type: 'vote', key: 'canned,0', vote: 1 }
const MAY_NOT = refusal('You cannot attach a submessage to this message.')

describe('a message with a widget', () => {
  test('has its widget in the event and when it is fetched', async () => {
    const { dov, ezra, general } = await freshRealm()
    let id = 0
    const [dovs, ezras] = await receivedBy([dov, ezra], async () => {
      id = (await dov.sends(general, 'lunch', '/poll Where to?\nNorth')).id
    })
    const content = JSON.stringify(poll('Where to?', 'North'))
    const submessage = { msg_type: 'widget', content, message_id: id, sender_id: dov.id, id: expect.any(Number) }
    for (const events of [dovs!.plain, dovs!.able, ezras!.plain, ezras!.able]) {
      const { message } = events.find(({ type }) => type === 'message')
      expect(message.submessages).toEqual([submessage])
    }
    expect(await submessagesOn(ezra, id)).toEqual([submessage])
    const { messages } = await ezra.get('/messages', { anchor: id, num_before: 1, num_after: 0 })
    expect(messages[0].submessages).toEqual([submessage])
  })

  test('can have buttons, which programs send as widget_content', async () => {
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

  test('cannot be edited, and is deleted with its submessages', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '/poll Where to?')
    succeeded(await add(ada, id, vote))
    expect(await dov.patch(`/messages/${id}`, { content: 'x' })).toEqual(refusal('Widgets cannot be edited.'))
    expect(await countRows(realm, 'submessages')).toBe(2)
    succeeded(await dov.delete(`/messages/${id}`))
    expect(await countRows(realm, 'submessages')).toBe(0)
  })

  test('a message without a widget has no submessages and no row for them', async () => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Where to?')
    expect(await submessagesOn(dov, id)).toEqual([])
    expect(await countRows(realm, 'submessages')).toBe(0)
  })
})

describe('POST /submessage', () => {
  test('all users who can read the message can add to it, and receive what other users add', async () => {
    const { ada, ben, dov, vault } = await freshRealm()
    const { id } = await ada.sends(vault, 'lunch', '/poll Where to?')
    const [adas, bens, dovs] = await receivedBy([ada, ben, dov], async () =>
      expect(await add(ben, id, vote)).toEqual(SUCCESS),
    )
    const submessage = { msg_type: 'widget', content: JSON.stringify(vote), message_id: id, sender_id: ben.id }
    for (const events of [adas!.plain, adas!.able, bens!.plain, bens!.able])
      expect(events).toEqual([{ type: 'submessage', ...submessage, submessage_id: expect.any(Number) }])
    expect([...dovs!.plain, ...dovs!.able]).toEqual([])
    const submessages = await submessagesOn(ada, id)
    expect(submessages).toEqual([expect.anything(), { ...submessage, id: expect.any(Number) }])
    expect(submessages[0].id).toBeLessThan(submessages[1].id)
  })

  const ACCEPTED: [command: string, parts: Json[], authors: Json[]][] = [
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
  for (const [command, parts, authors] of ACCEPTED)
    test(`a widget of ${command} accepts its own kinds of submessages, and some only from its author`, async () => {
      const { dov, ezra, general } = await freshRealm()
      const { id } = await dov.sends(general, 'lunch', command)
      for (const part of [...parts, ...authors]) expect(await add(dov, id, part)).toEqual(SUCCESS)
      for (const part of parts) expect(await add(ezra, id, part)).toEqual(SUCCESS)
      const invalid = parts.flatMap((part) => [
        { ...part, colour: 'red' },
        { type: part.type },
        { ...part, type: 'dance' },
      ])
      await changesNothing([dov, ezra], async () => {
        for (const part of authors)
          expect(await add(ezra, id, part)).toEqual(refusal('Only the author of the message can change this.'))
        for (const part of [...invalid, { ...vote, vote: 2 }, { ...vote, key: 1 }, 7, null, [], 'x', {}])
          expect(await add(ezra, id, part)).toEqual(refusal(`Invalid data for a ${command.slice(1, 5)}`))
      })
    })

  test('a submessage that is not valid, or whose message the user cannot read, is refused', async () => {
    const { ada, dov, ezra, fig, general, vault } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '/poll Where to?')
    const { id: hidden } = await ada.sends(vault, 'lunch', '/poll Where to?')
    const { id: plain } = await dov.sends(general, 'lunch', 'Where to?')
    await changesNothing([ada, dov, ezra, fig], async () => {
      expect(await add(ezra, plain, vote)).toEqual(MAY_NOT)
      expect(await add(dov, hidden, vote)).toEqual(refusal('Invalid message(s)'))
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

  test('other users can add to a message after its author has added a widget', async () => {
    const { dov, ezra, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Where to?')
    expect(await add(ezra, id, { any: 'thing' })).toEqual(MAY_NOT)
    expect(await add(dov, id, { widget_type: 'game' }, { msg_type: 'game' })).toEqual(SUCCESS)
    expect(await add(ezra, id, { any: 'thing' }, { msg_type: 'game' })).toEqual(SUCCESS)
    expect((await submessagesOn(ezra, id)).map(({ msg_type, sender_id }) => [msg_type, sender_id])).toEqual([
      ['game', dov.id],
      ['game', ezra.id],
    ])
  })

  test('the first submessage is a widget that all clients can read, whatever its type is', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Where to?')
    const noWidget = refusal('The first submessage of a message must be a widget: a JSON object with a widget_type')
    for (const content of ['7', '[]', '{"widget_type":7}', '{"widget_type":"poll","extra_data":[]}'])
      expect(await add(dov, id, null, { content, msg_type: 'game' })).toEqual(noWidget)
    const where = JSON.stringify(poll('Where to?'))
    expect(await add(dov, id, null, { content: where, msg_type: 'game' })).toEqual(SUCCESS)
    expect(await add(ezra, id, { ...vote, key: 'x' })).toEqual(refusal('Invalid data for a poll'))
    expect(await add(ezra, id, vote)).toEqual(SUCCESS)
    // An older version of the server accepted anything.
    await selectRows(realm, `UPDATE submessages SET content = replace(content, 'canned,0', 'x')`)
    expect(await submessagesOn(ezra, id)).toMatchObject([{ content: where }])
    await selectRows(realm, `UPDATE submessages SET content = '[]' WHERE content = ?`, where)
    expect(await submessagesOn(ezra, id)).toEqual([])
  })

  test('a message has at most a million characters of submessages', async () => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '/poll Where to?')
    const put = 'INSERT INTO submessages (message_id, id, sender_id, msg_type, content) VALUES (?, ?, ?, ?, ?)'
    await selectRows(realm, put, id, 1_000_000, dov.id, 'widget', JSON.stringify('x'.repeat(999_800)))
    succeeded(await add(dov, id, vote))
    const long = { type: 'new_option', idx: 1, option: 'x'.repeat(200) }
    expect(await add(dov, id, long)).toEqual(refusal('This message has as many submessages as it can have.'))
  })

  test('a message has at most 5000 submessages', async () => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '/poll Where to?')
    await selectRows(
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
