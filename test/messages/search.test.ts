import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES, messageIds } from '../support/messages'
import { narrowOf, type Terms } from '../support/narrows'
import { runAlarm } from '../support/alarms'
import { breakD1, unavailable } from '../support/d1-faults'
import { captureConsole } from '../support/faults'
import { randomBelow } from '../support/random-numbers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, newChannel, type TestRealm } from '../support/realm'
import { selectRows } from '../support/tables'

type Fields = Record<string, FieldValue>

const search = async (
  person: Person,
  query: FieldValue,
  more: Terms = [],
  range: Fields = ALL_MESSAGES,
): Promise<Json> =>
  succeeded(await person.get('/messages', { narrow: narrowOf([['search', query], ...more]), ...range }))

const findIds = async (person: Person, query: FieldValue, more: Terms = [], range: Fields = ALL_MESSAGES) =>
  messageIds(await search(person, query, more, range))

/** Runs due work until the outbox is empty. */
async function writeToD1(realm: TestRealm): Promise<void> {
  while ((await selectRows(realm, 'SELECT 1 FROM outbox LIMIT 1')).length > 0) await runAlarm(realm)
}

/** A search finds a message while only the realm has it, and when D1 has it. */
const TIMES = [
  { when: 'at once', settle: async (_: TestRealm) => undefined },
  { when: 'when D1 has it', settle: writeToD1 },
]

describe.each(TIMES)('a search $when', ({ settle }) => {
  test('finds words by their stem, in any order and case, and highlights them', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const pizza = await dov.sends(general, 'lunch', 'Two **pizzas** & a salad')
    await dov.sends(general, 'lunch', 'A salad')
    await settle(realm)
    const { messages } = await search(ada, 'SALADS pizza')
    expect(messages).toMatchObject([
      {
        id: pizza.id,
        content: '<p>Two <strong>pizzas</strong> &amp; a salad</p>',
        match_content:
          '<p>Two <strong><span class="highlight">pizzas</span></strong> &amp; a <span class="highlight">salad</span></p>',
        match_subject: 'lunch',
      },
    ])
    expect(await findIds(ada, 'izza')).toEqual([])
    expect(await findIds(ada, 'strong')).toEqual([])
  })

  test('finds quoted phrases, and any part of a text without spaces', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const send = async (content: string) => (await dov.sends(general, 'x', content)).id
    const due = await send('The **due date** is near')
    const date = await send('A date is due')
    const chinese = await send('今天会议取消')
    const japanese = await send('今日の会議は中止になりました')
    const korean = await send('오늘 회의를 합니다')
    await settle(realm)
    expect(await findIds(ada, 'due date')).toEqual([due, date])
    expect(await findIds(ada, '"due date"')).toEqual([due])
    expect(await findIds(ada, '"Due Date" near')).toEqual([due])
    expect(await findIds(ada, '会议')).toEqual([chinese])
    expect(await findIds(ada, '会')).toEqual([chinese, japanese])
    expect(await findIds(ada, '消')).toEqual([chinese])
    expect(await findIds(ada, '今')).toEqual([chinese, japanese])
    expect(await findIds(ada, '会議は中止')).toEqual([japanese])
    expect(await findIds(ada, '今日中止')).toEqual([])
    expect(await findIds(ada, '회의')).toEqual([korean])
    expect((await search(ada, '会議')).messages[0].match_content).toBe(
      '<p>今日の<span class="highlight">会議</span>は中止になりました</p>',
    )
  })

  test('finds words in the topic, or in topic and content together', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const send = async (topic: string, content: string) => (await dov.sends(general, topic, content)).id
    const both = await send('pizza night', 'Pizza, everyone')
    const topic = await send('pizza night', 'Who comes?')
    const content = await send('dinner', 'pizza night it is')
    const split = await send('Pizza!', 'Tomorrow night')
    const other = await send('会議室', 'Tomorrow <b>')
    await settle(realm)
    expect(await findIds(ada, 'pizza night')).toEqual([both, topic, content, split])
    expect(await findIds(ada, 'pizzas tomorrow')).toEqual([split])
    expect(await findIds(ada, '会議 tomorrow')).toEqual([other])
    expect(await findIds(ada, 'pizza night', [['topic', 'dinner']])).toEqual([content])
    expect((await search(ada, 'tomorrow pizza')).messages).toMatchObject([
      {
        match_subject: '<span class="highlight">Pizza</span>!',
        match_content: '<p><span class="highlight">Tomorrow</span> night</p>',
      },
    ])
    const renaming = {
      topic: '<i>pizza</i> & "x"',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    }
    succeeded(await ada.patch(`/messages/${other}`, renaming))
    expect((await search(ada, 'tomorrow pizza')).messages.at(-1).match_subject).toBe(
      '&lt;i&gt;<span class="highlight">pizza</span>&lt;/i&gt; &amp; "x"',
    )
    expect(await findIds(ada, '会議')).toEqual([])
  })

  test('can be combined with other operators, and negated', async () => {
    const { realm, ada, ben, dov, general, vault } = await freshRealm()
    const pizza = (await dov.sends(general, 'lunch', 'pizza')).id
    const pasta = (await ben.sends(general, 'lunch', 'pasta')).id
    const both = (await ben.sends(general, 'dinner', 'pizza and pasta https://example.com')).id
    const keys = (await ben.sends(vault, 'keys', 'pizza')).id
    const direct = (await ben.sendsDirectly([ada], 'pizza')).id
    await settle(realm)
    const CASES: [Terms, number[]][] = [
      [[], [pizza, both, keys, direct]],
      [[['channel', 'general']], [pizza, both]],
      [[['sender', ben.id]], [both, keys, direct]],
      [[['is', 'dm']], [direct]],
      [[['dm', ben.id]], [direct]],
      [[['has', 'link']], [both]],
      [[['topic', 'lunch']], [pizza]],
      [[['channel', 'general', true]], [keys, direct]],
      [[['search', 'pasta']], [both]],
      [[['search', 'pasta', true]], [pizza, keys, direct]],
      [[['id', both]], [both]],
      [[['with', pizza]], [pizza]],
    ]
    for (const [more, expected] of CASES)
      expect(await findIds(ada, 'pizza', more), JSON.stringify(more)).toEqual(expected)
    const without = await ada.get('/messages', { narrow: narrowOf([['search', 'pizza', true]]), ...ALL_MESSAGES })
    expect(messageIds(without)).toEqual([pasta])
  })

  test('returns a page around an anchor, and whether it reaches the ends', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const ids: number[] = []
    for (let i = 0; i < 12; i++) ids.push((await dov.sends(general, 'x', i % 2 === 0 ? 'pizza' : 'pasta')).id)
    await settle(realm)
    const pizzas = ids.filter((_, i) => i % 2 === 0)
    await ada.post('/messages/flags', { messages: ids.slice(0, 5), op: 'add', flag: 'read' })
    const CASES: [Fields, number[], Json][] = [
      [{ anchor: 'newest', num_before: 2 }, pizzas.slice(-2), { found_newest: true, found_oldest: false }],
      [{ anchor: 'newest', num_before: 7 }, pizzas, { found_newest: true, found_oldest: true }],
      [{ anchor: 'oldest', num_after: 2 }, pizzas.slice(0, 2), { anchor: 0, found_oldest: true, found_newest: false }],
      [{ anchor: pizzas[2], num_before: 1, num_after: 1 }, pizzas.slice(1, 4), { found_anchor: true }],
      [{ anchor: pizzas[2], num_after: 1, include_anchor: false }, pizzas.slice(3, 4), { found_anchor: false }],
      [{ anchor: ids[1], num_before: 1, num_after: 1 }, pizzas.slice(0, 2), { found_anchor: false }],
      [{ anchor: 'first_unread' }, [pizzas[3]!], { anchor: pizzas[3], found_anchor: true }],
      [{ anchor: 'date', anchor_date: '2000-01-01' }, [pizzas[0]!], { anchor: pizzas[0] }],
      [{ anchor: 'date', anchor_date: '2100-01-01' }, [], { anchor: 10_000_000_000_000_000 }],
    ]
    for (const [range, expected, more] of CASES) {
      const response = await search(ada, 'pizza', [], range)
      expect(messageIds(response), JSON.stringify(range)).toEqual(expected)
      expect(response, JSON.stringify(range)).toMatchObject(more)
    }
    const message_ids = ids.slice(0, 4)
    expect(await findIds(ada, 'pizza', [], { message_ids })).toEqual(pizzas.slice(0, 2))
  })

  test('finds edited messages by their new content, and no deleted messages', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const edited = (await dov.sends(general, 'x', 'pizza')).id
    const deleted = (await dov.sends(general, 'x', 'pizza')).id
    await settle(realm)
    expect(await findIds(ada, 'pizza')).toEqual([edited, deleted])
    succeeded(await dov.patch(`/messages/${edited}`, { content: 'pasta' }))
    succeeded(await ada.delete(`/messages/${deleted}`))
    expect([await findIds(ada, 'pizza'), await findIds(ada, 'pasta')]).toEqual([[], [edited]])
    await settle(realm)
    expect([await findIds(ada, 'pizza'), await findIds(ada, 'pasta')]).toEqual([[], [edited]])
  })

  test('finds no message that the user cannot read', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const ids = {
      general: (await dov.sends(general, 'x', 'pizza')).id,
      vault: (await ben.sends(vault, 'pizza', 'pizza')).id,
      river: (await ada.sends(river, 'x', 'pizza')).id,
      pair: (await ada.sendsDirectly([ben], 'pizza')).id,
    }
    await settle(realm)
    expect(await findIds(ada, 'pizza')).toEqual(Object.values(ids))
    expect(await findIds(ben, 'pizza')).toEqual([ids.general, ids.vault, ids.pair])
    for (const person of [cleo, dov, ezra]) {
      expect(await findIds(person, 'pizza')).toEqual([ids.general])
      expect(await findIds(person, 'pizza', [], { message_ids: Object.values(ids) })).toEqual(
        person === ezra ? [ids.general] : [ids.general, ids.river],
      )
    }
    expect(await findIds(cleo, 'pizza', [['channels', 'public']])).toEqual([ids.general, ids.river])
    expect(await findIds(ezra, 'pizza', [['channels', 'public']])).toEqual([ids.general])
    await ada.subscribes(vault, { principals: [cleo.id] })
    const late = (await ben.sends(vault, 'pizza', 'pizza again')).id
    await settle(realm)
    // The history of vault is protected.
    expect(await findIds(cleo, 'pizza', [['channel', 'vault']])).toEqual([late])
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['vault'] })
    expect(await findIds(cleo, 'pizza')).toEqual([ids.general])
    expect(
      await cleo.get('/messages', {
        narrow: [
          ['channel', 'vault'],
          ['search', 'pizza'],
        ],
        ...ALL_MESSAGES,
      }),
    ).toMatchObject({
      code: 'BAD_NARROW',
    })
  })

  test('finds no message of another realm', async () => {
    const [one, other] = [await freshRealm(), await emptyRealm()]
    await one.dov.sends(one.general, 'x', 'pizza')
    await settle(one.realm)
    const own = (await other.ada.sendsDirectly([other.ada], 'pizza')).id
    await settle(other.realm)
    expect(await findIds(other.ada, 'pizza')).toEqual([own])
    expect(await findIds(one.ezra, 'pizza')).toHaveLength(1)
  })

  test('escapes the highlighted topic and content', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(
      general,
      '<img src=x>',
      '`<script>alert(1)</script>` [x](https://example.com/?"script") $$x<y$$ script',
    )
    await settle(realm)
    const [{ content, match_content, match_subject }] = (await search(ada, 'script img alert x y')).messages
    const plain = match_content.replaceAll('<span class="highlight">', '§').replaceAll(/§([^<]*)<\/span>/g, '$1')
    expect(plain).toBe(content)
    expect(match_subject).toBe('&lt;<span class="highlight">img</span> src=<span class="highlight">x</span>&gt;')
  })
})

describe('a search', () => {
  test('without text is refused; without a word it finds nothing', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'x', 'pizza !!!')
    for (const empty of ['', '  '])
      expect(await ada.get('/messages', { narrow: narrowOf([['search', empty]]), ...ALL_MESSAGES })).toEqual(
        refusal('Invalid narrow operator: search for nothing', 'BAD_NARROW', { desc: 'search for nothing' }),
      )
    for (const query of ['!!!', '"', '""', '*', '🍕', '"!!!"']) expect(await findIds(ada, query), query).toEqual([])
  })

  test('treats the operators of the index as words', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'x', 'pizza or pasta, not near words')
    await writeToD1(realm)
    for (const query of [
      'pizza OR pasta',
      'pizza AND pasta',
      'words: pizza',
      'NOT pizza',
      'pizza*',
      '^pizza',
      'pizza -',
      '(pizza',
    ])
      expect(await findIds(ada, query), query).toEqual(/and|AND/.test(query) ? [] : [id])
    expect(await findIds(ada, 'piz*')).toEqual([])
    expect(await findIds(ada, Array.from({ length: 300 }, (_, i) => `word${i}`).join(' '))).toEqual([])
    expect(await findIds(ada, 12)).toEqual([])
  })

  test('with an invalid term is refused', async () => {
    const { ada } = await freshRealm()
    const request = {
      narrow: [
        ['search', 'x'],
        ['is', 'purple'],
      ],
      ...ALL_MESSAGES,
    }
    expect(await ada.get('/messages', request)).toMatchObject({
      code: 'BAD_NARROW',
      desc: "unknown 'is' operand purple",
    })
    expect(await ada.get('/messages', { narrow: [['search', 'x']] })).toEqual(refusal("Missing 'anchor' argument."))
    expect(await ada.get('/messages', { narrow: [['search', 'x']], anchor: 5, num_before: 5001 })).toEqual(
      refusal('Too many messages requested (maximum 5000).'),
    )
  })

  test('is refused while D1 is not available', async () => {
    captureConsole('error')
    captureConsole('warn')
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'x', 'pizza')
    const d1 = breakD1(realm, unavailable)
    expect(await ada.get('/messages', { narrow: [['search', 'pizza']], ...ALL_MESSAGES })).toMatchObject({
      code: 'STORE_UNAVAILABLE',
    })
    d1.mend()
    expect(await findIds(ada, 'pizza')).toEqual([id])
  })

  test('finds few messages among many', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const pond = await newChannel(ada, 'pond', [ada, dov])
    const early = (await dov.sends(pond, 'frogs', 'pizza for frogs')).id
    for (let i = 0; i < 30; i++) await dov.sends(general, `topic ${i % 3}`, i % 10 === 0 ? 'pasta' : `pizza ${i}`)
    await writeToD1(realm)
    const late = (await dov.sends(pond, 'frogs', 'frogs eat no pizza')).id
    expect(await findIds(ada, 'pizza', [['channel', 'pond']])).toEqual([early, late])
    expect(await findIds(ada, 'frogs')).toEqual([early, late])
    expect(await findIds(ada, 'pasta', [], { anchor: 'newest', num_before: 2 })).toHaveLength(2)
    expect(await findIds(ada, 'pizza', [], { anchor: 'newest', num_before: 5000 })).toHaveLength(29)
  })
})

test('a search finds the messages with its words, whatever is sent, edited, moved and deleted', async () => {
  const { realm, ada, dov, general } = await freshRealm()
  const pond = await newChannel(ada, 'pond', [ada, dov])
  const below = randomBelow(11)
  const WORDS = ['pizza', 'pasta', 'soup', '会議', '会社']
  const randomWords = (count: number) => Array.from({ length: count }, () => WORDS[below(WORDS.length)]!).join(' ')
  const sent = new Map<number, { content: string; topic: string }>()
  const randomId = () => [...sent.keys()][below(sent.size)]
  const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
  const checkSearch = async (queryWords: string[]) => {
    const expected = [...sent].flatMap(([id, { content, topic }]) => {
      const words = `${content} ${topic}`.split(' ')
      return queryWords.every((word) => words.includes(word)) ? [id] : []
    })
    expect(await findIds(ada, queryWords.join(' ')), queryWords.join(' ')).toEqual(expected)
    const newest = await search(ada, queryWords.join(' '), [], { anchor: 'newest', num_before: 3 })
    expect(messageIds(newest), queryWords.join(' ')).toEqual(expected.slice(-3))
  }

  for (let i = 0; i < 80; i++) {
    const id = randomId()
    const action = below(10)
    if (id === undefined || action < 5) {
      const [content, topic] = [randomWords(1 + below(3)), randomWords(1)]
      sent.set((await dov.sends(below(2) === 0 ? general : pond, topic, content)).id, { content, topic })
    } else if (action === 5) {
      const content = randomWords(2)
      if (content === sent.get(id)!.content) continue
      succeeded(await dov.patch(`/messages/${id}`, { content }))
      sent.get(id)!.content = content
    } else if (action === 6) {
      succeeded(await ada.delete(`/messages/${id}`))
      sent.delete(id)
    } else if (action === 7) {
      const topic = randomWords(2)
      succeeded(await ada.patch(`/messages/${id}`, { topic, propagate_mode: 'change_one', ...quietly }))
      sent.get(id)!.topic = topic
    } else if (action === 8) await writeToD1(realm)
    else await checkSearch([...new Set(randomWords(1 + below(3)).split(' '))])
  }
})

describe('GET /messages/matches_narrow', () => {
  const matches = async (person: Person, msg_ids: number[], terms: Terms) =>
    succeeded(await person.get('/messages/matches_narrow', { msg_ids, narrow: narrowOf(terms) })).messages

  test('returns which of the user’s own messages match a narrow, with highlights', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const pizza = (await dov.sends(general, 'a<b', '**pizza**')).id
    const pasta = (await dov.sends(general, 'lunch', 'pasta')).id
    const hidden = (await ada.sends(river, 'x', 'pizza')).id
    const all = [pizza, pasta, hidden, 987_654]
    expect(await matches(ada, all, [['search', 'pizza a']])).toEqual({
      [pizza]: {
        match_content: '<p><strong><span class="highlight">pizza</span></strong></p>',
        match_subject: '<span class="highlight">a</span>&lt;b',
      },
    })
    expect(Object.keys(await matches(ada, all, [['search', 'pizza']])).map(Number)).toEqual([pizza, hidden])
    expect(Object.keys(await matches(cleo, all, [['search', 'pizza']])).map(Number)).toEqual([pizza])
    expect(await matches(cleo, all, [['topic', 'lunch']])).toEqual({
      [pasta]: { match_content: '<p>pasta</p>', match_subject: 'lunch' },
    })
    expect(Object.keys(await matches(cleo, all, [['channel', 'river']]))).toEqual([])
    expect(await matches(cleo, [], [])).toEqual({})
    expect(await cleo.get('/messages/matches_narrow', { msg_ids: [1], narrow: [['x', 'y']] })).toEqual(
      refusal('Invalid narrow operator: unknown operator x', 'BAD_NARROW', { desc: 'unknown operator x' }),
    )
    expect(await cleo.get('/messages/matches_narrow', { narrow: [] })).toMatchObject({ var_name: 'msg_ids' })
    expect(await cleo.get('/messages/matches_narrow', { msg_ids: [1] })).toMatchObject({ var_name: 'narrow' })
  })
})
