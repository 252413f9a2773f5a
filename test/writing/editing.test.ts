import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { breakD1, evict, hush, keepAlarmQuiet, refused, ring } from '../support/faults'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { replays } from '../support/replays'
import { rowsIn, rowsWritten, stopClock, writesTo } from '../support/tables'

const edits = (person: Person, { id }: { id: number }, fields: Record<string, FieldValue>): Promise<Json> =>
  person.patch(`/messages/${id}`, fields)

const messageFor = async (person: Person, { id }: { id: number }, fields: Record<string, FieldValue> = {}) =>
  succeeded(await person.get(`/messages/${id}`, fields)).message

const EDITED = { ...SUCCESS, detached_uploads: [] }
const MAY_NOT = refusal("You don't have permission to edit this message")
const NOTHING = refusal('Nothing to change')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const html = (text: string) => `<p>${text}</p>`

const wordsChanged = (
  editor: Person,
  { id }: { id: number },
  [before, after]: [string, string],
  where: { stream_id: number; name: string } | undefined,
  now: number,
) => ({
  type: 'update_message',
  user_id: editor.id,
  rendering_only: false,
  message_id: id,
  message_ids: [id],
  edit_timestamp: now,
  ...(where ? { stream_id: where.stream_id, stream_name: where.name } : {}),
  orig_content: before,
  orig_rendered_content: html(before),
  content: after,
  rendered_content: html(after),
  is_me_message: false,
})

const setSetting = (realm: TestRealm, name: string, value: unknown) =>
  writesTo(
    realm,
    'INSERT INTO realm_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    JSON.stringify(value),
  )

const NOW = 2_000_000_000

describe('PATCH /messages/:message_id, what it says', () => {
  test('everyone who can read the message is told what it said and what it says', async () => {
    const { realm, ada, dov, ezra, fig, general } = await freshRealm()
    await stopClock(realm, NOW)
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'starred' }))
    const heard = await receivedBy([ada, dov, ezra, fig], async () =>
      expect(await edits(dov, message, { content: 'Pasta?' })).toEqual(EDITED),
    )
    const news = wordsChanged(dov, message, ['Pizza?', 'Pasta?'], general, NOW)
    const flags = [['starred'], [], [], []]
    for (const [which, { plain, able }] of heard.entries())
      expect([plain, able]).toEqual([[{ ...news, flags: flags[which] }], [{ ...news, flags: flags[which] }]])
    expect(await messageFor(ezra, message)).toMatchObject({
      content: html('Pasta?'),
      last_edit_timestamp: NOW,
      edit_history: [
        { user_id: dov.id, timestamp: NOW, prev_content: 'Pizza?', prev_rendered_content: html('Pizza?') },
      ],
    })
  })

  test('in a direct conversation, those in it are told, and nobody else', async () => {
    const { realm, ada, ben, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    const message = await ada.sendsDirectly([dov, ezra], 'Hi')
    const [hers, his, , others] = await receivedBy([ada, dov, ezra, ben], async () =>
      expect(await edits(ada, message, { content: 'Hello' })).toEqual(EDITED),
    )
    const news = wordsChanged(ada, message, ['Hi', 'Hello'], undefined, NOW)
    expect(hers!.plain).toEqual([{ ...news, flags: [] }])
    expect(his!.able).toEqual([{ ...news, flags: [] }])
    expect(others).toEqual({ plain: [], able: [] })
  })

  test('in a private channel outsiders hear nothing, and neither do those who came after it where history is protected', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const message = await ben.sends(club, 'rules', 'Nobody talks about it')
    await ada.subscribes(club, { principals: [cleo.id] })
    const heard = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      expect(await edits(ben, message, { content: 'Nobody' })).toEqual(EDITED)
      for (const person of [cleo, dov, ezra])
        expect(await edits(person, message, { content: 'x' })).toEqual(INVALID_MESSAGES)
    })
    expect(heard.map(({ able }) => able.length)).toEqual([1, 1, 0, 0, 0])
  })

  test('who left the channel has it as one they have done with; who is not in it as one they never received', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, cleo])
    const message = await ada.sends(garden, 'roses', '@**Cleo** look')
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [garden.name] }))
    const heard = await receivedBy([ben, cleo, dov], () => edits(ada, message, { content: '@**Cleo** see' }))
    expect(heard.map(({ able }) => able[0].flags)).toEqual([
      ['read', 'historical'],
      ['read', 'mentioned'],
      ['read', 'historical'],
    ])
    for (const [which, person] of [ben, cleo, dov].entries())
      expect((await messageFor(person, message)).flags).toEqual(heard[which]!.able[0].flags)
  })

  test('who is named in it now is called, and who is named no more is not', async () => {
    const { realm, ada, ben, cleo, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '@**Ada** and @**Ben**')
    const flagsAfter = async (content: string) => {
      const heard = await receivedBy([ada, ben, cleo], async () => succeeded(await edits(dov, message, { content })))
      for (const [which, person] of [ada, ben, cleo].entries())
        expect((await messageFor(person, message)).flags).toEqual(heard[which]!.able[0].flags)
      return heard.map(({ plain }) => plain[0].flags)
    }
    expect(await flagsAfter('@**Ben** and @**Cleo**')).toEqual([[], ['mentioned'], ['mentioned']])
    const everyone = ['stream_wildcard_mentioned', 'wildcard_mentioned']
    expect(await flagsAfter('@**all**')).toEqual([everyone, everyone, everyone])
    expect(await flagsAfter('@*role:administrators*')).toEqual([['mentioned'], ['mentioned'], []])
    expect(await flagsAfter('@_**Ada** quietly')).toEqual([[], [], []])
    expect(await rowsIn(realm, 'SELECT * FROM mentions')).toEqual([])
    expect(await flagsAfter('@*role:owners* and @**Cleo**')).toEqual([['mentioned'], [], ['mentioned']])
  })

  test('a call to the topic by an edit reaches whoever has written in it by then', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Hello')
    await ada.sends(general, 'lunch', 'Hi')
    const called = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    const heard = await receivedBy([ada, ben, dov], () => edits(dov, message, { content: '@**topic** hello' }))
    expect(heard.map(({ able }) => able[0].flags)).toEqual([called, [], called])
    await ben.sends(general, 'lunch', 'Too late')
    for (const [person, flags] of [
      [ada, called],
      [ben, []],
      [cleo, []],
    ] as const)
      expect((await messageFor(person, message)).flags).toEqual(flags)
    await receivedBy([ada, ben], () => edits(dov, message, { content: 'Never mind' }))
    expect((await messageFor(ada, message)).flags).toEqual([])
  })

  test('it is found by what it says, and no more by what it said', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza with anchovies')
    const found = async (word: string) => {
      const narrow = [{ operator: 'search', operand: word }]
      const { messages } = succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 10, narrow }))
      return messages.map(({ id }: Json) => id)
    }
    await ring(realm)
    expect(await found('anchovies')).toEqual([message.id])
    succeeded(await edits(dov, message, { content: 'Pizza with capers' }))
    for (const isDrained of [false, true]) {
      if (isDrained) await ring(realm)
      expect([await found('anchovies'), await found('capers')]).toEqual([[], [message.id]])
    }
  })

  test('emptied, it says that it was', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Oops')
    expect(await edits(dov, message, { content: ' \n ' })).toEqual(EDITED)
    expect((await messageFor(dov, message, { apply_markdown: false })).content).toBe('(deleted)')
  })

  test('what is too long is cut, and what becomes of /me is told', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'waves')
    const [his] = await receivedBy([dov], () => edits(dov, message, { content: '/me waves' }))
    expect(his!.able[0]).toMatchObject({ is_me_message: true, content: '/me waves' })
    expect(await messageFor(dov, message)).toMatchObject({ is_me_message: true })
    succeeded(await edits(dov, message, { content: 'x'.repeat(10_001) }))
    expect((await messageFor(dov, message, { apply_markdown: false })).content).toMatch(/\[message truncated\]$/)
  })

  test('the client, the sending time, reactions, and what people marked stay', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '[a](https://a.example)')
    succeeded(await ada.post(`/messages/${message.id}/reactions`, { emoji_name: 'tada' }))
    succeeded(await ada.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'read' }))
    const before = await messageFor(ada, message)
    succeeded(await edits(dov, message, { content: 'plain' }))
    const { edit_history: _, last_edit_timestamp: __, ...after } = await messageFor(ada, message)
    expect(after).toEqual({ ...before, content: html('plain') })
  })

  test.for<[string, Record<string, FieldValue>, Json]>([
    ['nothing to change', {}, NOTHING],
    [
      'what the client believes that it says is not what it says',
      { content: 'x', prev_content_sha256: sha256('Pasta?') },
      refusal("'prev_content_sha256' value does not match the expected value.", 'EXPECTATION_MISMATCH'),
    ],
    [
      'no hash at all',
      { content: 'x', prev_content_sha256: 'Pizza?' },
      refusal("'prev_content_sha256' value does not match the expected value.", 'EXPECTATION_MISMATCH'),
    ],
    ['only what the client believes', { prev_content_sha256: sha256('Pizza?') }, NOTHING],
    ['null bytes', { content: 'a\0b' }, refusal('Message must not contain null bytes')],
  ])('refused, and nothing changes: %s', async ([_, fields, answer]) => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await changesNothing([ada, dov], async () => expect(await edits(dov, message, fields)).toEqual(answer))
  })

  test('what others have acted on is not edited', async () => {
    const { ada, dov, general } = await freshRealm()
    const poll = await dov.sends(general, 'lunch', '/poll Where to?')
    await changesNothing([ada, dov], async () =>
      expect(await edits(dov, poll, { content: 'Nowhere' })).toEqual(refusal('Widgets cannot be edited.')),
    )
  })

  test('who is alerted to what it says now is, and who was to what it said is no more', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    succeeded(await ada.post('/users/me/alert_words', { alert_words: ['pizza'] }))
    succeeded(await cleo.post('/users/me/alert_words', { alert_words: ['pasta'] }))
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const heard = await receivedBy([ada, cleo], () => edits(dov, message, { content: 'Pasta?' }))
    expect(heard.map(({ able }) => able[0].flags)).toEqual([[], ['has_alert_word']])
    expect((await messageFor(cleo, message)).flags).toEqual(['has_alert_word'])
  })

  test('an edit costs the same rows whatever the audience and the age of the message', async () => {
    const rows: number[] = []
    for (const more of [0, 40]) {
      const { realm, ada, dov, general } = await freshRealm()
      for (let nth = 0; nth < more; nth++) await realm.newPerson(`p${nth}`)
      const message = await dov.sends(general, 'lunch', '1')
      for (let nth = 0; nth < more; nth++) await ada.sends(general, 'lunch', 'x')
      await keepAlarmQuiet(realm)
      succeeded(await edits(dov, message, { content: '2' }))
      const before = await rowsWritten(realm)
      succeeded(await edits(dov, message, { content: '3' }))
      rows.push((await rowsWritten(realm)) - before)
    }
    expect(rows[1]).toBe(rows[0])
    expect(rows[0]).toBeLessThan(15)
  })

  test('the hash of what it says is believed in any case of letters', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    expect(
      await edits(dov, message, { content: 'Pasta?', prev_content_sha256: sha256('Pizza?').toUpperCase() }),
    ).toEqual(EDITED)
    expect(await edits(dov, message, { content: 'Soup?', prev_content_sha256: sha256('Pasta?') })).toEqual(EDITED)
  })

  test('only who wrote it may, not even an owner or the owner of the bot that did', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const said = await fig.sends(general, 'lunch', 'Beep')
    await changesNothing([ada, dov], async () => {
      expect(await edits(ada, message, { content: 'x' })).toEqual(MAY_NOT)
      expect(await edits(dov, said, { content: 'x' })).toEqual(MAY_NOT)
      expect(await edits(dov, { id: 999 }, { content: 'x' })).toEqual(INVALID_MESSAGES)
    })
    expect(await edits(fig, said, { content: 'Boop' })).toEqual(EDITED)
  })

  test('for as long as the realm lets them, and a little longer', async () => {
    const { realm, dov, general } = await freshRealm()
    await stopClock(realm, NOW)
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await stopClock(realm, NOW + 620)
    expect(await edits(dov, message, { content: 'Pasta?' })).toEqual(EDITED)
    await stopClock(realm, NOW + 621)
    await changesNothing([dov], async () =>
      expect(await edits(dov, message, { content: 'Soup?' })).toEqual(
        refusal('The time limit for editing this message has passed'),
      ),
    )
    await setSetting(realm, 'message_content_edit_limit_seconds', null)
    await stopClock(realm, NOW + 1_000_000)
    expect(await edits(dov, message, { content: 'Soup?' })).toEqual(EDITED)
    await setSetting(realm, 'allow_message_editing', false)
    expect(await edits(dov, message, { content: 'Rice?' })).toEqual(
      refusal('Your organization has turned off message editing'),
    )
  })

  test('calling everyone is asked for as it is in sending', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const hers = await ada.sends(general, 'lunch', 'Pizza!')
    await writesTo(realm, 'UPDATE channels SET subscriber_count = 16 WHERE stream_id = ?', general.stream_id)
    await changesNothing([ben], async () =>
      expect(await edits(dov, message, { content: '@**all**' })).toEqual(
        refusal(
          'You do not have permission to use channel wildcard mentions in this channel.',
          'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        ),
      ),
    )
    expect(await edits(ada, hers, { content: '@**all**' })).toEqual(EDITED)
  })

  test('an old message, which only D1 knows, is edited all the same; while D1 is away it is not', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await ring(realm)
    await evict(realm)
    hush('error')
    const { mend } = breakD1(realm, refused)
    await changesNothing([ada], async () =>
      expect(await edits(dov, message, { content: 'Pasta?' })).toMatchObject({ code: 'STORE_UNAVAILABLE' }),
    )
    mend()
    const [hers] = await receivedBy([ada], () => edits(dov, message, { content: 'Pasta?' }))
    expect(hers!.able[0]).toMatchObject({ orig_content: 'Pizza?', content: 'Pasta?' })
  })

  test('two edits at once: one after the other, and the second is told that it is late if it asked', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'v0')
    await ring(realm)
    await evict(realm)
    const believed = sha256('v0')
    await replays([ada], async () => {
      const answers = await Promise.all([
        edits(dov, message, { content: 'v1', prev_content_sha256: believed }),
        edits(dov, message, { content: 'v2', prev_content_sha256: believed }),
      ])
      expect(new Set(answers.map(({ code, result }) => code ?? result))).toEqual(
        new Set(['EXPECTATION_MISMATCH', 'success']),
      )
      await Promise.all([edits(dov, message, { content: 'v3' }), edits(dov, message, { content: 'v4' })])
    })
    const { content, edit_history } = await messageFor(ada, message, { apply_markdown: false })
    const said = [content, ...edit_history.map((each: Json) => each.prev_content)]
    expect(new Set(said).size).toBe(4)
    expect(said.at(-1)).toBe('v0')
  })

  test('deleted, nothing that it ever said is left', async () => {
    const { realm, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'A secret')
    succeeded(await edits(dov, message, { content: 'Nothing' }))
    await ring(realm)
    const kept = async () =>
      (await env.DB.prepare('SELECT content FROM old_versions WHERE realm_id = ?').bind(realm.name).all()).results
    expect(await kept()).toEqual([{ content: 'A secret' }])
    succeeded(await dov.delete(`/messages/${message.id}`))
    await ring(realm)
    expect(await kept()).toEqual([{ content: '' }])
    expect(await rowsIn(realm, 'SELECT * FROM message_edits')).toEqual([])
  })
})
