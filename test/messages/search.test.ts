import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES, messageIds } from '../support/messages'
import { breakD1, hush, refused, ring } from '../support/faults'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, newChannel, type TestRealm } from '../support/realm'
import { rowsIn } from '../support/tables'

type Fields = Record<string, FieldValue>
type Terms = [operator: string, operand: FieldValue, negated?: true][]

const narrowOf = (terms: Terms) =>
  terms.map(([operator, operand, negated]) => ({ operator, operand, negated: negated ?? false }))

const searches = async (
  person: Person,
  said: FieldValue,
  more: Terms = [],
  range: Fields = ALL_MESSAGES,
): Promise<Json> =>
  succeeded(await person.get('/messages', { narrow: narrowOf([['search', said], ...more]), ...range }))

const finds = async (person: Person, said: FieldValue, more: Terms = [], range: Fields = ALL_MESSAGES) =>
  messageIds(await searches(person, said, more, range))

/** Until everything has reached D1. */
async function drained(realm: TestRealm): Promise<void> {
  while ((await rowsIn(realm, 'SELECT 1 FROM outbox LIMIT 1')).length > 0) await ring(realm)
}

/** What somebody sends must be found while only the realm knows of it, and when D1 does. */
const WHEN = [
  { when: 'at once', settle: async (_: TestRealm) => undefined },
  { when: 'when D1 has it', settle: drained },
]

describe.each(WHEN)('a search $when', ({ settle }) => {
  test('finds words by their stem, in any order and case, and shows where they are', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const pizza = await dov.sends(general, 'lunch', 'Two **pizzas** & a salad')
    await dov.sends(general, 'lunch', 'A salad')
    await settle(realm)
    const { messages } = await searches(ada, 'SALADS pizza')
    expect(messages).toMatchObject([
      {
        id: pizza.id,
        content: '<p>Two <strong>pizzas</strong> &amp; a salad</p>',
        match_content:
          '<p>Two <strong><span class="highlight">pizzas</span></strong> &amp; a <span class="highlight">salad</span></p>',
        match_subject: 'lunch',
      },
    ])
    expect(await finds(ada, 'izza')).toEqual([])
    expect(await finds(ada, 'strong')).toEqual([])
  })

  test('finds phrases as they are written, and any part of what has no spaces', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const says = async (content: string) => (await dov.sends(general, 'x', content)).id
    const due = await says('The **due date** is near')
    const date = await says('A date is due')
    const chinese = await says('今天会议取消')
    const japanese = await says('今日の会議は中止になりました')
    const korean = await says('오늘 회의를 합니다')
    await settle(realm)
    expect(await finds(ada, 'due date')).toEqual([due, date])
    expect(await finds(ada, '"due date"')).toEqual([due])
    expect(await finds(ada, '"Due Date" near')).toEqual([due])
    expect(await finds(ada, '会议')).toEqual([chinese])
    expect(await finds(ada, '会')).toEqual([chinese, japanese])
    expect(await finds(ada, '消')).toEqual([chinese])
    expect(await finds(ada, '今')).toEqual([chinese, japanese])
    expect(await finds(ada, '会議は中止')).toEqual([japanese])
    expect(await finds(ada, '今日中止')).toEqual([])
    expect(await finds(ada, '회의')).toEqual([korean])
    expect((await searches(ada, '会議')).messages[0].match_content).toBe(
      '<p>今日の<span class="highlight">会議</span>は中止になりました</p>',
    )
  })

  test('finds what stands in the topic, or partly there and partly in the message', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const says = async (topic: string, content: string) => (await dov.sends(general, topic, content)).id
    const both = await says('pizza night', 'Pizza, everyone')
    const topic = await says('pizza night', 'Who comes?')
    const content = await says('dinner', 'pizza night it is')
    const split = await says('Pizza!', 'Tomorrow night')
    const other = await says('会議室', 'Tomorrow <b>')
    await settle(realm)
    expect(await finds(ada, 'pizza night')).toEqual([both, topic, content, split])
    expect(await finds(ada, 'pizzas tomorrow')).toEqual([split])
    expect(await finds(ada, '会議 tomorrow')).toEqual([other])
    expect(await finds(ada, 'pizza night', [['topic', 'dinner']])).toEqual([content])
    expect((await searches(ada, 'tomorrow pizza')).messages).toMatchObject([
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
    expect((await searches(ada, 'tomorrow pizza')).messages.at(-1).match_subject).toBe(
      '&lt;i&gt;<span class="highlight">pizza</span>&lt;/i&gt; &amp; "x"',
    )
    expect(await finds(ada, '会議')).toEqual([])
  })

  test('goes with every other term, and may be turned round', async () => {
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
      expect(await finds(ada, 'pizza', more), JSON.stringify(more)).toEqual(expected)
    const without = await ada.get('/messages', { narrow: narrowOf([['search', 'pizza', true]]), ...ALL_MESSAGES })
    expect(messageIds(without)).toEqual([pasta])
  })

  test('is around an anchor, and says where it ends', async () => {
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
      const answer = await searches(ada, 'pizza', [], range)
      expect(messageIds(answer), JSON.stringify(range)).toEqual(expected)
      expect(answer, JSON.stringify(range)).toMatchObject(more)
    }
    const message_ids = ids.slice(0, 4)
    expect(await finds(ada, 'pizza', [], { message_ids })).toEqual(pizzas.slice(0, 2))
  })

  test('knows what was changed, deleted and moved', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const edited = (await dov.sends(general, 'x', 'pizza')).id
    const deleted = (await dov.sends(general, 'x', 'pizza')).id
    await settle(realm)
    expect(await finds(ada, 'pizza')).toEqual([edited, deleted])
    succeeded(await dov.patch(`/messages/${edited}`, { content: 'pasta' }))
    succeeded(await ada.delete(`/messages/${deleted}`))
    expect([await finds(ada, 'pizza'), await finds(ada, 'pasta')]).toEqual([[], [edited]])
    await settle(realm)
    expect([await finds(ada, 'pizza'), await finds(ada, 'pasta')]).toEqual([[], [edited]])
  })

  test('finds nothing that is not for the searcher’s eyes', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const ids = {
      general: (await dov.sends(general, 'x', 'pizza')).id,
      vault: (await ben.sends(vault, 'pizza', 'pizza')).id,
      river: (await ada.sends(river, 'x', 'pizza')).id,
      pair: (await ada.sendsDirectly([ben], 'pizza')).id,
    }
    await settle(realm)
    expect(await finds(ada, 'pizza')).toEqual(Object.values(ids))
    expect(await finds(ben, 'pizza')).toEqual([ids.general, ids.vault, ids.pair])
    for (const person of [cleo, dov, ezra]) {
      expect(await finds(person, 'pizza')).toEqual([ids.general])
      expect(await finds(person, 'pizza', [], { message_ids: Object.values(ids) })).toEqual(
        person === ezra ? [ids.general] : [ids.general, ids.river],
      )
    }
    expect(await finds(cleo, 'pizza', [['channels', 'public']])).toEqual([ids.general, ids.river])
    expect(await finds(ezra, 'pizza', [['channels', 'public']])).toEqual([ids.general])
    await ada.subscribes(vault, { principals: [cleo.id] })
    const late = (await ben.sends(vault, 'pizza', 'pizza again')).id
    await settle(realm)
    // Its history is protected.
    expect(await finds(cleo, 'pizza', [['channel', 'vault']])).toEqual([late])
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['vault'] })
    expect(await finds(cleo, 'pizza')).toEqual([ids.general])
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

  test('finds nothing of another realm', async () => {
    const [one, other] = [await freshRealm(), await emptyRealm()]
    await one.dov.sends(one.general, 'x', 'pizza')
    await settle(one.realm)
    const own = (await other.ada.sendsDirectly([other.ada], 'pizza')).id
    await settle(other.realm)
    expect(await finds(other.ada, 'pizza')).toEqual([own])
    expect(await finds(one.ezra, 'pizza')).toHaveLength(1)
  })

  test('shows nothing that is not escaped', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(
      general,
      '<img src=x>',
      '`<script>alert(1)</script>` [x](https://example.com/?"script") $$x<y$$ script',
    )
    await settle(realm)
    const [{ content, match_content, match_subject }] = (await searches(ada, 'script img alert x y')).messages
    const plain = match_content.replaceAll('<span class="highlight">', '§').replaceAll(/§([^<]*)<\/span>/g, '$1')
    expect(plain).toBe(content)
    expect(match_subject).toBe('&lt;<span class="highlight">img</span> src=<span class="highlight">x</span>&gt;')
  })
})

describe('a search', () => {
  test('for nothing is refused; for what has no letters, it finds nothing', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'x', 'pizza !!!')
    for (const nothing of ['', '  '])
      expect(await ada.get('/messages', { narrow: narrowOf([['search', nothing]]), ...ALL_MESSAGES })).toEqual(
        refusal('Invalid narrow operator: search for nothing', 'BAD_NARROW', { desc: 'search for nothing' }),
      )
    for (const vain of ['!!!', '"', '""', '*', '🍕', '"!!!"']) expect(await finds(ada, vain), vain).toEqual([])
  })

  test('is taken for words, whatever the index would make of it', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'x', 'pizza or pasta, not near words')
    await drained(realm)
    for (const said of [
      'pizza OR pasta',
      'pizza AND pasta',
      'words: pizza',
      'NOT pizza',
      'pizza*',
      '^pizza',
      'pizza -',
      '(pizza',
    ])
      expect(await finds(ada, said), said).toEqual(/and|AND/.test(said) ? [] : [id])
    expect(await finds(ada, 'piz*')).toEqual([])
    expect(await finds(ada, Array.from({ length: 300 }, (_, i) => `word${i}`).join(' '))).toEqual([])
    expect(await finds(ada, 12)).toEqual([])
  })

  test('in a narrow that makes no sense is refused', async () => {
    const { ada } = await freshRealm()
    const asked = {
      narrow: [
        ['search', 'x'],
        ['is', 'purple'],
      ],
      ...ALL_MESSAGES,
    }
    expect(await ada.get('/messages', asked)).toMatchObject({ code: 'BAD_NARROW', desc: "unknown 'is' operand purple" })
    expect(await ada.get('/messages', { narrow: [['search', 'x']] })).toEqual(refusal("Missing 'anchor' argument."))
    expect(await ada.get('/messages', { narrow: [['search', 'x']], anchor: 5, num_before: 5001 })).toEqual(
      refusal('Too many messages requested (maximum 5000).'),
    )
  })

  test('is refused while D1 is away, and tells why', async () => {
    hush('error')
    hush('warn')
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'x', 'pizza')
    const d1 = breakD1(realm, refused)
    expect(await ada.get('/messages', { narrow: [['search', 'pizza']], ...ALL_MESSAGES })).toMatchObject({
      code: 'STORE_UNAVAILABLE',
    })
    d1.mend()
    expect(await finds(ada, 'pizza')).toEqual([id])
  })

  test('finds the few among the many, wherever they are', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const pond = await newChannel(ada, 'pond', [ada, dov])
    const early = (await dov.sends(pond, 'frogs', 'pizza for frogs')).id
    for (let i = 0; i < 30; i++) await dov.sends(general, `topic ${i % 3}`, i % 10 === 0 ? 'pasta' : `pizza ${i}`)
    await drained(realm)
    const late = (await dov.sends(pond, 'frogs', 'frogs eat no pizza')).id
    expect(await finds(ada, 'pizza', [['channel', 'pond']])).toEqual([early, late])
    expect(await finds(ada, 'frogs')).toEqual([early, late])
    expect(await finds(ada, 'pasta', [], { anchor: 'newest', num_before: 2 })).toHaveLength(2)
    expect(await finds(ada, 'pizza', [], { anchor: 'newest', num_before: 5000 })).toHaveLength(29)
  })
})

test('whatever is said, changed, moved and deleted, a search finds what has the words and nothing else', async () => {
  const { realm, ada, dov, general } = await freshRealm()
  const pond = await newChannel(ada, 'pond', [ada, dov])
  let state = 11
  const chance = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const WORDS = ['pizza', 'pasta', 'soup', '会議', '会社']
  const some = (count: number) => Array.from({ length: count }, () => WORDS[chance(WORDS.length)]!).join(' ')
  const said = new Map<number, { content: string; topic: string }>()
  const any = () => [...said.keys()][chance(said.size)]
  const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
  const lookFor = async (wanted: string[]) => {
    const expected = [...said].flatMap(([each, { content, topic }]) => {
      const words = `${content} ${topic}`.split(' ')
      return wanted.every((word) => words.includes(word)) ? [each] : []
    })
    expect(await finds(ada, wanted.join(' ')), wanted.join(' ')).toEqual(expected)
    const newest = await searches(ada, wanted.join(' '), [], { anchor: 'newest', num_before: 3 })
    expect(messageIds(newest), wanted.join(' ')).toEqual(expected.slice(-3))
  }

  for (let i = 0; i < 80; i++) {
    const id = any()
    const does = chance(10)
    if (id === undefined || does < 5) {
      const [content, topic] = [some(1 + chance(3)), some(1)]
      said.set((await dov.sends(chance(2) === 0 ? general : pond, topic, content)).id, { content, topic })
    } else if (does === 5) {
      const content = some(2)
      if (content === said.get(id)!.content) continue
      succeeded(await dov.patch(`/messages/${id}`, { content }))
      said.get(id)!.content = content
    } else if (does === 6) {
      succeeded(await ada.delete(`/messages/${id}`))
      said.delete(id)
    } else if (does === 7) {
      const topic = some(2)
      succeeded(await ada.patch(`/messages/${id}`, { topic, propagate_mode: 'change_one', ...quietly }))
      said.get(id)!.topic = topic
    } else if (does === 8) await drained(realm)
    else await lookFor([...new Set(some(1 + chance(3)).split(' '))])
  }
})

describe('GET /messages/matches_narrow', () => {
  const matches = async (person: Person, msg_ids: number[], terms: Terms) =>
    succeeded(await person.get('/messages/matches_narrow', { msg_ids, narrow: narrowOf(terms) })).messages

  test('says which of one’s own messages are in a narrow, and what was found in them', async () => {
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
