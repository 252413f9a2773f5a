import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES, messageIds } from '../support/messages'
import { hush } from '../support/faults'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { rowsRead, stopClock, writesTo } from '../support/tables'

type Fields = Record<string, FieldValue>
type Terms = [operator: string, operand: FieldValue, negated?: true][]

const narrowOf = (terms: Terms) =>
  terms.map(([operator, operand, negated]) => ({ operator, operand, negated: negated ?? false }))

const idsIn = async (person: Person, terms: Terms, more: Fields = ALL_MESSAGES): Promise<number[]> =>
  messageIds(succeeded(await person.get('/messages', { narrow: narrowOf(terms), ...more })))

const badNarrow = (desc: string) => refusal(`Invalid narrow operator: ${desc}`, 'BAD_NARROW', { desc })

/** A message of every kind, by what it is called here; all of them are for Ada. */
async function oneOfEach() {
  const cast = await freshRealm()
  const { ada, ben, cleo, dov, general, vault } = cast
  succeeded(await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [ada.id, dov.id] }))
  const lake = await newChannel(ada, 'lake', [ada, dov])
  const ids: Record<string, number> = {}
  const says = async (name: string, sending: Promise<{ id: number }>) => void (ids[name] = (await sending).id)
  await says('plain', dov.sends(general, 'lunch', 'Pizza?'))
  await says('link', dov.sends(general, 'lunch', 'See https://example.com'))
  await says('image', dov.sends(general, 'lunch', 'See https://example.com/pizza.png'))
  await says('named', dov.sends(general, 'lunch', '@**Ada**, you?'))
  await says('grouped', dov.sends(general, 'dinner', '@*cooks*, you?'))
  await says('all', ben.sends(general, 'dinner', '@**all** it is served'))
  await says('wrote', ada.sends(general, 'dinner', 'Coming', { read_by_sender: false }))
  await says('topic', dov.sends(general, 'dinner', '@**topic** hurry'))
  await says('resolved', dov.sends(general, '✔ breakfast', 'Done'))
  await says('vault', ben.sends(vault, 'keys', 'Under the mat'))
  await says('lake', dov.sends(lake, 'swim', 'Cold'))
  await says('pair', dov.sendsDirectly([ada], 'Hi'))
  await says('trio', ada.sendsDirectly([dov, cleo], 'Hi', { read_by_sender: false }))
  await says('self', ada.sendsDirectly([ada], 'Note', { read_by_sender: false }))
  return { ...cast, lake, ids }
}

describe('GET /messages in a narrow', () => {
  const DIRECT = ['pair', 'trio', 'self']

  const cases = ({ ada, cleo, dov }: Cast): [Terms, names: string[]][] => [
    [[['is', 'dm']], DIRECT],
    [[['is', 'private']], DIRECT],
    [[['is', 'mentioned']], ['named', 'grouped', 'all', 'topic']],
    [[['mentions', ada.id]], ['named', 'grouped']],
    [[['mentions', dov.email]], ['grouped']],
    [[['is', 'starred']], ['link', 'pair']],
    [[['is', 'unread']], ['named', 'grouped', 'all', 'wrote', 'topic', 'resolved', 'vault', 'lake', ...DIRECT]],
    [[['is', 'resolved']], ['resolved']],
    [[['is', 'followed']], ['named', 'link', 'image', 'plain']],
    [[['is', 'muted']], ['grouped', 'all', 'wrote', 'topic', 'lake']],
    [[['in', 'home', true]], ['grouped', 'all', 'wrote', 'topic', 'lake']],
    [[['has', 'link']], ['link', 'image']],
    [[['has', 'image']], ['image']],
    [[['has', 'attachment']], []],
    [[['has', 'reaction']], ['plain']],
    [[['dm-including', dov.id]], ['pair', 'trio']],
    [[['dm-including', cleo.email]], ['trio']],
    [[['dm-including', ada.id]], DIRECT],
    [[['group-pm-with', dov.id]], ['trio']],
    [[['group_pm_with', cleo.email]], ['trio']],
    [[['sender', 'me']], ['wrote', 'trio', 'self']],
    [[['sender', String(ada.id)]], ['wrote', 'trio', 'self']],
    [[['dm', 'me']], ['self']],
    [[['topic', 'LUNCH']], ['plain', 'link', 'image', 'named']],
    [
      [
        ['has', 'link'],
        ['is', 'starred'],
      ],
      ['link'],
    ],
    [
      [
        ['has', 'link'],
        ['has', 'image', true],
      ],
      ['link'],
    ],
    [
      [
        ['is', 'mentioned'],
        ['topic', 'dinner'],
        ['sender', dov.id],
      ],
      ['grouped', 'topic'],
    ],
    [
      [
        ['is', 'unread'],
        ['channel', 'general'],
        ['is', 'muted', true],
      ],
      ['named', 'resolved'],
    ],
  ]

  test('every operator finds what it says and nothing else; negated, all the rest', async () => {
    const cast = await oneOfEach()
    const { ada, general, lake, ids } = cast
    const { stream_id } = general
    await ada.post('/messages/flags', { messages: [ids.link!, ids.pair!], op: 'add', flag: 'starred' })
    await ada.post('/messages/flags', { messages: [ids.plain!, ids.link!, ids.image!], op: 'add', flag: 'read' })
    succeeded(await ada.post(`/messages/${ids.plain}/reactions`, { emoji_name: 'tada' }))
    succeeded(await ada.post('/user_topics', { stream_id, topic: 'lunch', visibility_policy: 3 }))
    succeeded(await ada.post('/user_topics', { stream_id, topic: 'dinner', visibility_policy: 1 }))
    const muting = { stream_id: lake.stream_id, property: 'is_muted', value: true }
    succeeded(await ada.post('/users/me/subscriptions/properties', { subscription_data: [muting] }))

    const all = Object.values(ids)
    expect(await idsIn(ada, [])).toEqual(all)
    for (const [terms, names] of cases(cast)) {
      const expected = names.map((name) => ids[name]!).sort((a, b) => a - b)
      expect(await idsIn(ada, terms), JSON.stringify(terms)).toEqual(expected)
      const newest = await idsIn(ada, terms, { anchor: 'newest', num_before: 2 })
      expect(newest, JSON.stringify(terms)).toEqual(expected.slice(-2))
      const [only, ...more] = terms
      if (more.length > 0 || only![2]) continue
      const negated: Terms = [[only![0], only![1], true]]
      expect(await idsIn(ada, negated), JSON.stringify(negated)).toEqual(all.filter((id) => !expected.includes(id)))
    }
  })

  test('near and in:all leave nothing out', async () => {
    const { ada, ids } = await oneOfEach()
    for (const term of [
      ['near', 5],
      ['near', '5'],
      ['near', 5, true],
      ['in', 'all'],
    ] as const)
      expect(await idsIn(ada, [[...term] as Terms[0]])).toEqual(Object.values(ids))
  })

  test('channels of a kind; the public ones with all that was ever said in them, but for guests', async () => {
    const { realm, ada, dov, ezra, general, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    await writesTo(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_spectator_access', 'true')")
    const harbour = await newChannel(ada, 'harbour', [ada, dov], { is_web_public: true })
    const ids: Record<string, number> = {}
    for (const channel of [general, vault, river, harbour]) ids[channel.name] = (await ada.sends(channel, 'x', 'x')).id
    succeeded(await ada.delete(`/streams/${river.stream_id}`))
    const asked = async (person: Person, operand: string, more: Terms = []) => {
      const found = await idsIn(person, [['channels', operand], ...more])
      return Object.keys(ids).filter((name) => found.includes(ids[name]!))
    }
    expect(await asked(ada, 'public')).toEqual(['general', 'river', 'harbour'])
    expect(await asked(dov, 'public')).toEqual(['general', 'river', 'harbour'])
    expect(await asked(ezra, 'public')).toEqual(['general'])
    expect(await asked(dov, 'web-public')).toEqual(['harbour'])
    expect(await asked(ada, 'archived')).toEqual(['river'])
    expect(await asked(dov, 'archived')).toEqual([])
    expect(await idsIn(ada, [['streams', 'public', true]])).toEqual([ids.vault])
    // What a message is to the reader can only be said of what they received.
    expect(await asked(dov, 'public', [['is', 'dm', true]])).toEqual(['general', 'harbour'])
    expect(await asked(dov, 'public', [['is', 'resolved', true]])).toEqual(['general', 'river', 'harbour'])
  })

  test('what somebody starred without having received it is in their history, and the flags say so', async () => {
    const { ada, dov } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const { id } = await ada.sends(river, 'water', '@**all**')
    expect(await idsIn(dov, [])).toEqual([])
    await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const { messages } = succeeded(await dov.get('/messages', { narrow: [['is', 'starred']], ...ALL_MESSAGES }))
    expect(messages).toMatchObject([{ id, flags: ['read', 'starred', 'historical'] }])
    expect(await idsIn(dov, [])).toEqual([id])
    expect(await idsIn(dov, [['is', 'mentioned']])).toEqual([])
    expect(await idsIn(dov, [['is', 'unread']])).toEqual([])
  })

  test('what one may not read is in no narrow', async () => {
    const { ada, ben, cleo, vault } = await freshRealm()
    const { id } = await ada.sends(vault, '✔ keys', '@**all** https://example.com/x.png')
    await ada.sendsDirectly([ben], '@**Cleo** https://example.com/x.png')
    succeeded(await ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    const NARROWS: Terms[] = [
      [],
      [['has', 'link']],
      [['has', 'image']],
      [['has', 'reaction']],
      [['is', 'mentioned']],
      [['mentions', cleo.id]],
      [['is', 'resolved']],
      [['is', 'dm']],
      [['dm-including', ben.id]],
      [['topic', '✔ keys']],
      [['sender', ada.id]],
      [['channels', 'public', true]],
      [['id', id]],
    ]
    for (const terms of NARROWS) expect(await idsIn(cleo, terms), JSON.stringify(terms)).toEqual([])
    for (const terms of NARROWS.filter(([term]) => !['mentions', 'is', 'dm-including'].includes(term?.[0] ?? '')))
      expect(await idsIn(ben, terms), JSON.stringify(terms)).toContain(id)
  })

  describe('with', () => {
    test('a message stands for the conversation that it is in, whatever the narrow says of one', async () => {
      const { ada, cleo, ids } = await oneOfEach()
      const lunch = [ids.plain, ids.link, ids.image, ids.named]
      expect(await idsIn(ada, [['with', ids.plain]])).toEqual(lunch)
      expect(await idsIn(ada, [['with', String(ids.plain)]])).toEqual(lunch)
      expect(
        await idsIn(ada, [
          ['channel', 'general'],
          ['topic', 'elsewhere'],
          ['with', ids.plain],
        ]),
      ).toEqual(lunch)
      expect(
        await idsIn(ada, [
          ['dm', cleo.id],
          ['with', ids.plain],
          ['has', 'link'],
        ]),
      ).toEqual([ids.link, ids.image])
      expect(await idsIn(ada, [['with', ids.trio]])).toEqual([ids.trio])
    })

    test('one that is not to be read is passed over where the narrow says a conversation, and else refused', async () => {
      const { ada, cleo, ids } = await oneOfEach()
      const lunch: Terms = [
        ['channel', 'general'],
        ['topic', 'lunch'],
      ]
      for (const hidden of [ids.vault, ids.pair, 987_654]) {
        expect(await idsIn(cleo, [...lunch, ['with', hidden]])).toEqual([ids.plain, ids.link, ids.image, ids.named])
        for (const terms of [[], lunch.slice(0, 1), lunch.slice(1)])
          expect(
            await cleo.get('/messages', { narrow: narrowOf([...terms, ['with', hidden]]), ...ALL_MESSAGES }),
          ).toEqual(badNarrow("Invalid 'with' operator"))
      }
      const twice = narrowOf([
        ['with', ids.plain],
        ['with', ids.plain],
      ])
      expect(await ada.get('/messages', { narrow: twice, ...ALL_MESSAGES })).toEqual(
        refusal("Invalid narrow operator combination: Duplicate 'with' operators.", 'BAD_NARROW', {
          desc: "Duplicate 'with' operators.",
        }),
      )
    })
  })

  test('a private channel is as unknown to outsiders as one that does not exist, by name and by id', async () => {
    const { ada, dov, vault } = await freshRealm()
    for (const operand of ['vault', vault.stream_id]) {
      expect(await idsIn(ada, [['channel', operand]])).toBeInstanceOf(Array)
      const narrow = narrowOf([['channel', operand]])
      expect(await dov.get('/messages', { narrow, ...ALL_MESSAGES })).toEqual(badNarrow(`unknown channel ${operand}`))
    }
  })

  test('what makes no sense is refused, and why', async () => {
    const { ada, dov } = await freshRealm()
    const BOTH = 'No message can be both a channel message and direct message'
    const CASES: [Terms, string][] = [
      [[['is', 'purple']], "unknown 'is' operand purple"],
      [[['is', 'constructor']], "unknown 'is' operand constructor"],
      [[['is', 5]], "unknown 'is' operand 5"],
      [[['is', 'purple', true]], "unknown 'is' operand purple"],
      [[['has', 'wings']], "unknown 'has' operand wings"],
      [[['in', 'space']], "unknown 'in' operand space"],
      [[['channels', 'private']], 'unknown channels operand private'],
      [[['dm-including', 987]], 'unknown user 987'],
      [[['group-pm-with', 'nobody@example.test']], 'unknown user nobody@example.test'],
      [[['mentions', 987]], 'unknown user 987'],
      [[['sender', [dov.id]]], `unknown user ${dov.id}`],
      [[['channel', ['general']]], 'unknown channel general'],
      [[['with', 'five']], "Invalid 'with' operator"],
      [[['with', 1, true]], "Invalid 'with' operator"],
      [[['constructor', 'x']], 'unknown operator constructor'],
      ...(
        [
          ['is', 'dm'],
          ['is', 'private'],
          ['dm-including', dov.id],
          ['group-pm-with', dov.id],
          ['pm-with', dov.id],
        ] as Terms
      ).flatMap((direct): [Terms, string][] =>
        (
          [
            ['channel', 'general'],
            ['channels', 'public'],
            ['topic', 'x'],
          ] as Terms
        ).map((ofChannel) => [[ofChannel, direct], BOTH]),
      ),
    ]
    for (const [terms, desc] of CASES)
      expect(await ada.get('/messages', { narrow: narrowOf(terms), ...ALL_MESSAGES }), JSON.stringify(terms)).toEqual(
        badNarrow(desc),
      )
    const narrow = narrowOf(Array.from({ length: 101 }, (): Terms[number] => ['is', 'unread']))
    const tooMany = { code: 'BAD_REQUEST', msg: 'narrow is too long (limit: 100 items)' }
    expect(await ada.get('/messages', { narrow, ...ALL_MESSAGES })).toMatchObject(tooMany)
    expect(await ada.get('/messages/matches_narrow', { narrow, msg_ids: [] })).toMatchObject(tooMany)
  })
})

describe('GET /messages around a date', () => {
  test('is around the first message that was sent then or later', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const at = (text: string) => stopClock(realm, Date.parse(text) / 1000)
    const ids: number[] = []
    for (const day of ['2035-03-01T12:00:00Z', '2035-03-02T12:00:00Z', '2035-03-03T12:00:00Z']) {
      await at(day)
      ids.push((await dov.sends(general, ids.length === 1 ? 'dinner' : 'lunch', 'x')).id)
    }
    const CASES: [date: string, anchor: number][] = [
      ['2035-02-01', ids[0]!],
      ['2035-03-01T12:00:00Z', ids[0]!],
      ['2035-03-01T12:00:01Z', ids[1]!],
      ['2035-03-01T12:00:00.5Z', ids[1]!],
      ['2035-03-02', ids[1]!],
      ['2035-03-02T14:00:00+02:00', ids[1]!],
      ['2035-03-02T14:00', ids[2]!],
      ['2036-01-01', 10_000_000_000_000_000],
    ]
    for (const [anchor_date, anchor] of CASES)
      expect(await ada.get('/messages', { anchor: 'date', anchor_date, num_before: 1 }), anchor_date).toMatchObject({
        anchor,
        found_anchor: anchor <= ids[2]!,
      })
    expect(
      await ada.get('/messages', { anchor: 'date', anchor_date: '2035-03-02', narrow: [['topic', 'lunch']] }),
    ).toMatchObject({ anchor: ids[2] })
    for (const anchor_date of ['yesterday', '2035', '2035-13-01', '2035-03-01T25:00:00Z', ''])
      expect(await ada.get('/messages', { anchor: 'date', anchor_date }), anchor_date).toEqual(
        refusal('anchor_date is not a date'),
      )
    expect(await ada.get('/messages', { anchor: 'date' })).toEqual(
      refusal("Missing 'anchor_date' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'anchor_date' }),
    )
  })
})

describe('however much was said', () => {
  const MESSAGES = 20_000
  const TOPICS = 40

  /** A busy channel that Ada is in and Cleo is not, who has a quiet one and little else. */
  async function busyRealm() {
    const cast = await freshRealm()
    const { realm, ada, ben, cleo, dov, general } = cast
    const pond = await newChannel(ada, 'pond', [ada, cleo])
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    const ids: Record<string, number> = {}
    ids.quiet = (await ada.sends(pond, 'frogs', 'x')).id
    ids.image = (await ben.sends(general, 'topic 0', 'https://example.com/x.png')).id
    ids.named = (await dov.sends(general, 'topic 0', '@**Ada**')).id
    ids.direct = (await cleo.sendsDirectly([ada], 'x')).id
    await ada.post('/messages/flags', { messages: [ids.named], op: 'add', flag: 'starred' })
    const first = ids.direct + 1
    await writesTo(
      realm,
      `WITH RECURSIVE n(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + ?2 - 1)
       INSERT INTO message_index (id, conversation_id, sender_id, sent_at, traits)
       SELECT id, 1000 + id % ?3, ?4, 0, 0 FROM n`,
      first,
      MESSAGES,
      TOPICS,
      dov.id,
    )
    await writesTo(
      realm,
      `INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
       SELECT conversation_id, ?, 'busy ' || conversation_id, 'busy ' || conversation_id, NULL, min(id), max(id)
       FROM message_index WHERE conversation_id >= 1000 GROUP BY conversation_id`,
      general.stream_id,
    )
    ids.last = (await dov.sends(general, 'last', 'x')).id
    return { ...cast, pond, ids }
  }

  test('a page costs a few times what is on it', async () => {
    hush('error') // most of these messages have no bodies
    const { realm, ada, ben, cleo, dov, ids } = await busyRealm()
    const newest = { anchor: 'newest', num_before: 100 }
    const middle = { anchor: MESSAGES / 2, num_before: 50, num_after: 50 }
    const CASES: [Person, Terms, Fields, most: number][] = [
      [ada, [], newest, 700],
      [ada, [], middle, 700],
      [ada, [['channel', 'general']], newest, 700],
      [ada, [['channel', 'general']], middle, 700],
      [
        ada,
        [
          ['channel', 'general'],
          ['topic', 'busy 1007'],
        ],
        newest,
        700,
      ],
      [ada, [['topic', 'busy 1007']], newest, 800],
      [ada, [['sender', dov.id]], newest, 700],
      [ada, [['sender', ben.id]], newest, 300],
      [
        ada,
        [
          ['channel', 'general'],
          ['sender', ben.id],
        ],
        newest,
        700,
      ],
      [ada, [['has', 'image']], newest, 300],
      [ada, [['has', 'link']], newest, 300],
      [ada, [['has', 'reaction']], newest, 300],
      [ada, [['is', 'mentioned']], newest, 300],
      [ada, [['is', 'starred']], newest, 300],
      [ada, [['is', 'dm']], newest, 300],
      [ada, [['dm-including', cleo.id]], newest, 300],
      [ada, [['is', 'unread']], newest, 700],
      [ada, [['channel', 'pond']], newest, 700],
      [cleo, [], newest, 2000],
      [cleo, [['channels', 'public']], newest, 700],
    ]
    for (const [person, terms, range, most] of CASES) {
      await person.get('/users/me') // who had been asleep reads more
      const read = await rowsRead(realm, () => person.get('/messages', { narrow: narrowOf(terms), ...range }))
      expect(read, `${JSON.stringify(terms)} ${JSON.stringify(range)}`).toBeLessThan(most)
    }
    expect(await idsIn(cleo, [], newest)).toEqual([ids.quiet, ids.direct])
    expect(await idsIn(ada, [['has', 'image']], newest)).toEqual([ids.image])
    expect(await idsIn(ada, [['is', 'starred']], newest)).toEqual([ids.named])
  })

  test('the first unread is found behind all that is read', async () => {
    hush('error')
    const { realm, ada, cleo, ids } = await busyRealm()
    const everything = { anchor: 'oldest', num_before: 0, num_after: 5000, narrow: [] }
    let anchor: number | string = 'oldest'
    for (let isDone = false; !isDone;) {
      const answer: Json = succeeded(
        await ada.post('/messages/flags/narrow', {
          ...everything,
          anchor,
          include_anchor: false,
          op: 'add',
          flag: 'read',
        }),
      )
      ;[anchor, isDone] = [answer.last_processed_id, answer.found_newest]
    }
    const firstIn = async (terms: Terms) =>
      succeeded(await ada.get('/messages', { anchor: 'first_unread', narrow: narrowOf(terms) })).anchor
    await ada.post('/messages/flags', { messages: [ids.last], op: 'remove', flag: 'read' })
    await ada.post('/messages/flags', { messages: [ids.quiet], op: 'remove', flag: 'read' })
    const CASES: [Terms, anchor: number][] = [
      [[], ids.quiet!],
      [[['channel', 'general']], ids.last!],
      [[['is', 'dm']], 10_000_000_000_000_000],
      [[['sender', cleo.id]], 10_000_000_000_000_000],
    ]
    for (const [terms, expected] of CASES)
      expect(
        await rowsRead(realm, async () => expect(await firstIn(terms), JSON.stringify(terms)).toBe(expected)),
        JSON.stringify(terms),
      ).toBeLessThan(600)
  })
})

describe('one’s own history', () => {
  /** The same chances at every run. */
  function chancesFrom(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }

  test('is the same wherever it is looked for: of comings, goings, moves and stars, page by page', async () => {
    hush('error')
    const { realm, ada, ben, cleo, dov, general } = await freshRealm()
    const chance = chancesFrom(7)
    const ponds = [await newChannel(ada, 'pond', [ada, dov]), await newChannel(ada, 'pool', [ada, dov])]
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    const own: number[] = []
    const isIn = [false, false]
    const all: { id: number; pond: number }[] = []
    for (let i = 0; i < 60; i++) {
      const pond = chance(2)
      switch (chance(8)) {
        case 0:
          if (isIn[pond]) await cleo.delete('/users/me/subscriptions', { subscriptions: [ponds[pond]!.name] })
          else await cleo.subscribes(ponds[pond]!)
          isIn[pond] = !isIn[pond]
          break
        case 1: {
          const { id } = await ben.sendsDirectly([cleo], 'Hi')
          own.push(id)
          break
        }
        case 2: {
          const some = all[chance(all.length)]
          if (some === undefined) break
          succeeded(await cleo.post('/messages/flags', { messages: [some.id], op: 'add', flag: 'starred' }))
          if (!own.includes(some.id)) own.push(some.id)
          break
        }
        case 3: {
          const some = all[chance(all.length)]
          if (some === undefined) break
          const elsewhere = { stream_id: ponds[1 - some.pond]!.stream_id, topic: `moved ${chance(3)}` }
          const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
          const move = { ...elsewhere, ...quietly, propagate_mode: 'change_one' }
          succeeded(await ada.patch(`/messages/${some.id}`, move))
          some.pond = 1 - some.pond
          break
        }
        default: {
          const { id } = await dov.sends(ponds[pond]!, `topic ${chance(5)}`, 'x')
          all.push({ id, pond })
          if (isIn[pond]) own.push(id)
        }
      }
    }
    own.sort((a, b) => a - b)
    const newest = { anchor: 'newest', num_before: 1000 }
    expect(await idsIn(cleo, [], newest)).toEqual(own)

    // Now so much is said where Cleo is not that looking at everything would take long.
    const last = Math.max(...all.map(({ id }) => id), ...own)
    const { id: thread } = await dov.sends(general, 'busy', 'x')
    await writesTo(
      realm,
      `WITH RECURSIVE n(id) AS (SELECT ?1 + 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + 3000)
       INSERT INTO message_index (id, conversation_id, sender_id, sent_at, traits)
       SELECT n.id, m.conversation_id, m.sender_id, m.sent_at, 0 FROM n, message_index m WHERE m.id = ?1`,
      thread,
    )
    await writesTo(realm, "UPDATE conversations SET max_id = ? WHERE topic = 'busy'", thread + 3000)
    expect(thread).toBeGreaterThan(last)
    expect(await idsIn(cleo, [], newest)).toEqual(own)
    for (const step of [1, 3, 7]) {
      const paged: number[] = []
      for (let anchor: number | string = 'newest', isDone = false; !isDone;) {
        const range = { anchor, num_before: step, include_anchor: false, narrow: [] }
        const page: Json = succeeded(await cleo.get('/messages', range))
        paged.unshift(...messageIds(page))
        ;[anchor, isDone] = [paged[0] ?? 0, page.found_oldest]
      }
      expect(paged).toEqual(own)
    }
    expect(await idsIn(cleo, [['sender', dov.id, true]], newest)).toEqual(
      own.filter((id) => !all.some((each) => each.id === id)),
    )
  })
})
