import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES } from '../support/messages'
import { idsWithTerms, narrowOf, type Terms } from '../support/narrows'
import { stopClock } from '../support/clock'
import { executeSql } from '../support/tables'
import { succeeded, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'

const badNarrow = (desc: string) => refusal(`Invalid narrow operator: ${desc}`, 'BAD_NARROW', { desc })

/** A realm with a message of each kind, all of which ada can read, and their ids by name. */
async function realmWithEachKind() {
  const cast = await freshRealm()
  const { ada, ben, cleo, dov, general, vault } = cast
  succeeded(await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [ada.id, dov.id] }))
  const lake = await newChannel(ada, 'lake', [ada, dov])
  const ids: Record<string, number> = {}
  const send = async (name: string, sending: Promise<{ id: number }>) => void (ids[name] = (await sending).id)
  await send('plain', dov.sends(general, 'lunch', 'Pizza?'))
  await send('link', dov.sends(general, 'lunch', 'See https://example.com'))
  await send('image', dov.sends(general, 'lunch', 'See https://example.com/pizza.png'))
  await send('byName', dov.sends(general, 'lunch', '@**Ada**, you?'))
  await send('byGroup', dov.sends(general, 'dinner', '@*cooks*, you?'))
  await send('all', ben.sends(general, 'dinner', '@**all** it is served'))
  await send('own', ada.sends(general, 'dinner', 'Coming', { read_by_sender: false }))
  await send('topic', dov.sends(general, 'dinner', '@**topic** hurry'))
  await send('resolved', dov.sends(general, '✔ breakfast', 'Done'))
  await send('vault', ben.sends(vault, 'keys', 'Under the mat'))
  await send('lake', dov.sends(lake, 'swim', 'Cold'))
  await send('pair', dov.sendsDirectly([ada], 'Hi'))
  await send('trio', ada.sendsDirectly([dov, cleo], 'Hi', { read_by_sender: false }))
  await send('self', ada.sendsDirectly([ada], 'Note', { read_by_sender: false }))
  return { ...cast, lake, ids }
}

describe('GET /messages with an operator', () => {
  const DIRECT = ['pair', 'trio', 'self']

  const cases = ({ ada, cleo, dov }: Cast): [Terms, names: string[]][] => [
    [[['is', 'dm']], DIRECT],
    [[['is', 'private']], DIRECT],
    [[['is', 'mentioned']], ['byName', 'byGroup', 'all', 'topic']],
    [[['mentions', ada.id]], ['byName', 'byGroup']],
    [[['mentions', dov.email]], ['byGroup']],
    [[['is', 'starred']], ['link', 'pair']],
    [[['is', 'unread']], ['byName', 'byGroup', 'all', 'own', 'topic', 'resolved', 'vault', 'lake', ...DIRECT]],
    [[['is', 'resolved']], ['resolved']],
    [[['is', 'followed']], ['byName', 'link', 'image', 'plain']],
    [[['is', 'muted']], ['byGroup', 'all', 'own', 'topic', 'lake']],
    [[['in', 'home', true]], ['byGroup', 'all', 'own', 'topic', 'lake']],
    [[['has', 'link']], ['link', 'image']],
    [[['has', 'image']], ['image']],
    [[['has', 'attachment']], []],
    [[['has', 'reaction']], ['plain']],
    [[['dm-including', dov.id]], ['pair', 'trio']],
    [[['dm-including', cleo.email]], ['trio']],
    [[['dm-including', ada.id]], DIRECT],
    [[['group-pm-with', dov.id]], ['trio']],
    [[['group_pm_with', cleo.email]], ['trio']],
    [[['sender', 'me']], ['own', 'trio', 'self']],
    [[['sender', String(ada.id)]], ['own', 'trio', 'self']],
    [[['dm', 'me']], ['self']],
    [[['topic', 'LUNCH']], ['plain', 'link', 'image', 'byName']],
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
      ['byGroup', 'topic'],
    ],
    [
      [
        ['is', 'unread'],
        ['channel', 'general'],
        ['is', 'muted', true],
      ],
      ['byName', 'resolved'],
    ],
  ]

  test('each operator selects its messages; negated, it selects all others', async () => {
    const cast = await realmWithEachKind()
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
    expect(await idsWithTerms(ada, [])).toEqual(all)
    for (const [terms, names] of cases(cast)) {
      const expected = names.map((name) => ids[name]!).sort((a, b) => a - b)
      expect(await idsWithTerms(ada, terms), JSON.stringify(terms)).toEqual(expected)
      const newest = await idsWithTerms(ada, terms, { anchor: 'newest', num_before: 2 })
      expect(newest, JSON.stringify(terms)).toEqual(expected.slice(-2))
      const [term, ...more] = terms
      if (more.length > 0 || term![2]) continue
      const negated: Terms = [[term![0], term![1], true]]
      expect(await idsWithTerms(ada, negated), JSON.stringify(negated)).toEqual(
        all.filter((id) => !expected.includes(id)),
      )
    }
  })

  test('near and in:all select all messages', async () => {
    const { ada, ids } = await realmWithEachKind()
    for (const term of [
      ['near', 5],
      ['near', '5'],
      ['near', 5, true],
      ['in', 'all'],
    ] as const)
      expect(await idsWithTerms(ada, [[...term] as Terms[0]])).toEqual(Object.values(ids))
  })

  test('channels:public selects the whole history of public channels, except for guests', async () => {
    const { realm, ada, dov, ezra, general, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_spectator_access', 'true')")
    const harbour = await newChannel(ada, 'harbour', [ada, dov], { is_web_public: true })
    const ids: Record<string, number> = {}
    for (const channel of [general, vault, river, harbour]) ids[channel.name] = (await ada.sends(channel, 'x', 'x')).id
    succeeded(await ada.delete(`/streams/${river.stream_id}`))
    const channelsFound = async (person: Person, operand: string, more: Terms = []) => {
      const found = await idsWithTerms(person, [['channels', operand], ...more])
      return Object.keys(ids).filter((name) => found.includes(ids[name]!))
    }
    expect(await channelsFound(ada, 'public')).toEqual(['general', 'river', 'harbour'])
    expect(await channelsFound(dov, 'public')).toEqual(['general', 'river', 'harbour'])
    expect(await channelsFound(ezra, 'public')).toEqual(['general'])
    expect(await channelsFound(dov, 'web-public')).toEqual(['harbour'])
    expect(await channelsFound(ada, 'archived')).toEqual(['river'])
    expect(await channelsFound(dov, 'archived')).toEqual([])
    expect(await idsWithTerms(ada, [['streams', 'public', true]])).toEqual([ids.vault])
    // Most `is` operands select from the messages that the user received.
    expect(await channelsFound(dov, 'public', [['is', 'dm', true]])).toEqual(['general', 'harbour'])
    expect(await channelsFound(dov, 'public', [['is', 'resolved', true]])).toEqual(['general', 'river', 'harbour'])
  })

  test('channels:archived selects the messages that the user received in archived channels', async () => {
    const { ada, dov, general } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const before = await ada.sends(river, 'water', 'Before Dov came')
    await dov.subscribes({ name: river.name })
    const after = await ada.sends(river, 'water', 'After Dov came')
    await ada.sends(general, 'lunch', 'Elsewhere')
    expect(await idsWithTerms(dov, [['channels', 'archived']])).toEqual([])
    succeeded(await ada.delete(`/streams/${river.stream_id}`))
    expect(await idsWithTerms(ada, [['channels', 'archived']])).toEqual([before.id, after.id])
    expect(await idsWithTerms(dov, [['channels', 'archived']])).toEqual([after.id])
  })

  test('a message that the user starred without having received it is in the user’s history', async () => {
    const { ada, dov } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const { id } = await ada.sends(river, 'water', '@**all**')
    expect(await idsWithTerms(dov, [])).toEqual([])
    await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const { messages } = succeeded(await dov.get('/messages', { narrow: [['is', 'starred']], ...ALL_MESSAGES }))
    expect(messages).toMatchObject([{ id, flags: ['read', 'starred', 'historical'] }])
    expect(await idsWithTerms(dov, [])).toEqual([id])
    expect(await idsWithTerms(dov, [['is', 'mentioned']])).toEqual([])
    expect(await idsWithTerms(dov, [['is', 'unread']])).toEqual([])
  })

  test('no narrow has messages that the user cannot read', async () => {
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
    for (const terms of NARROWS) expect(await idsWithTerms(cleo, terms), JSON.stringify(terms)).toEqual([])
    for (const terms of NARROWS.filter(([term]) => !['mentions', 'is', 'dm-including'].includes(term?.[0] ?? '')))
      expect(await idsWithTerms(ben, terms), JSON.stringify(terms)).toContain(id)
  })

  describe('with', () => {
    test('selects the conversation of a message, whatever conversation the narrow names', async () => {
      const { ada, cleo, ids } = await realmWithEachKind()
      const lunch = [ids.plain, ids.link, ids.image, ids.byName]
      expect(await idsWithTerms(ada, [['with', ids.plain]])).toEqual(lunch)
      expect(await idsWithTerms(ada, [['with', String(ids.plain)]])).toEqual(lunch)
      expect(
        await idsWithTerms(ada, [
          ['channel', 'general'],
          ['topic', 'elsewhere'],
          ['with', ids.plain],
        ]),
      ).toEqual(lunch)
      expect(
        await idsWithTerms(ada, [
          ['dm', cleo.id],
          ['with', ids.plain],
          ['has', 'link'],
        ]),
      ).toEqual([ids.link, ids.image])
      expect(await idsWithTerms(ada, [['with', ids.trio]])).toEqual([ids.trio])
    })

    test('ignores a message that the user cannot read if the narrow names a conversation, and else fails', async () => {
      const { ada, cleo, ids } = await realmWithEachKind()
      const lunch: Terms = [
        ['channel', 'general'],
        ['topic', 'lunch'],
      ]
      for (const hidden of [ids.vault, ids.pair, 987_654]) {
        expect(await idsWithTerms(cleo, [...lunch, ['with', hidden]])).toEqual([
          ids.plain,
          ids.link,
          ids.image,
          ids.byName,
        ])
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

  test('a private channel that the user cannot see is unknown, by name and by id', async () => {
    const { ada, dov, vault } = await freshRealm()
    for (const operand of ['vault', vault.stream_id]) {
      expect(await idsWithTerms(ada, [['channel', operand]])).toBeInstanceOf(Array)
      const narrow = narrowOf([['channel', operand]])
      expect(await dov.get('/messages', { narrow, ...ALL_MESSAGES })).toEqual(badNarrow(`unknown channel ${operand}`))
    }
  })

  test('an invalid narrow is refused with its reason', async () => {
    const { ada, dov } = await freshRealm()
    const TWO_KINDS = 'No message can be both a channel message and direct message'
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
        ).map((ofChannel) => [[ofChannel, direct], TWO_KINDS]),
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
  test('has the first message since that date as its anchor', async () => {
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
