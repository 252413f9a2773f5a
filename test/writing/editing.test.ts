import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { breakD1, unavailable, whileD1Answers } from '../support/d1-faults'
import { captureConsole, evict } from '../support/faults'
import { sendMany } from '../support/many-messages'
import { messageFor } from '../support/messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { storeSetting } from '../support/settings'
import { executeSql, rowsWritten, selectRows } from '../support/tables'

const editMessage = (person: Person, { id }: { id: number }, fields: Record<string, FieldValue>): Promise<Json> =>
  person.patch(`/messages/${id}`, fields)

const EDITED = { ...SUCCESS, detached_uploads: [] }
const NO_PERMISSION_TO_EDIT = refusal("You don't have permission to edit this message")
const NOTHING_TO_CHANGE = refusal('Nothing to change')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const html = (text: string) => `<p>${text}</p>`

/** The event of an edit, without its flags. */
const contentChanged = (
  editor: Person,
  { id }: { id: number },
  [before, after]: [string, string],
  channel: { stream_id: number; name: string } | undefined,
  now: number,
) => ({
  type: 'update_message',
  user_id: editor.id,
  rendering_only: false,
  message_id: id,
  message_ids: [id],
  edit_timestamp: now,
  ...(channel ? { stream_id: channel.stream_id, stream_name: channel.name } : {}),
  orig_content: before,
  orig_rendered_content: html(before),
  content: after,
  rendered_content: html(after),
  is_me_message: false,
})

const NOW = 2_000_000_000

describe('PATCH /messages/:message_id: content', () => {
  test('all users who can read the message receive the old and the new content', async () => {
    const { realm, ada, dov, ezra, fig, general } = await freshRealm()
    await stopClock(realm, NOW)
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'starred' }))
    const received = await receivedBy([ada, dov, ezra, fig], async () =>
      expect(await editMessage(dov, message, { content: 'Pasta?' })).toEqual(EDITED),
    )
    const event = contentChanged(dov, message, ['Pizza?', 'Pasta?'], general, NOW)
    const flags = [['starred'], [], [], []]
    for (const [index, { plain, able }] of received.entries())
      expect([plain, able]).toEqual([[{ ...event, flags: flags[index] }], [{ ...event, flags: flags[index] }]])
    expect(await messageFor(ezra, message)).toMatchObject({
      content: html('Pasta?'),
      last_edit_timestamp: NOW,
      edit_history: [
        { user_id: dov.id, timestamp: NOW, prev_content: 'Pizza?', prev_rendered_content: html('Pizza?') },
      ],
    })
  })

  test('only the participants receive an edit of a direct message', async () => {
    const { realm, ada, ben, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    const message = await ada.sendsDirectly([dov, ezra], 'Hi')
    const [adaEvents, dovEvents, , benEvents] = await receivedBy([ada, dov, ezra, ben], async () =>
      expect(await editMessage(ada, message, { content: 'Hello' })).toEqual(EDITED),
    )
    const event = contentChanged(ada, message, ['Hi', 'Hello'], undefined, NOW)
    expect(adaEvents!.plain).toEqual([{ ...event, flags: [] }])
    expect(dovEvents!.able).toEqual([{ ...event, flags: [] }])
    expect(benEvents).toEqual({ plain: [], able: [] })
  })

  test('users who cannot read the message receive nothing, also new subscribers of a channel with protected history', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const message = await ben.sends(club, 'rules', 'First rule')
    await ada.subscribes(club, { principals: [cleo.id] })
    const received = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      expect(await editMessage(ben, message, { content: 'Second rule' })).toEqual(EDITED)
      for (const person of [cleo, dov, ezra])
        expect(await editMessage(person, message, { content: 'x' })).toEqual(INVALID_MESSAGES)
    })
    expect(received.map(({ able }) => able.length)).toEqual([1, 1, 0, 0, 0])
  })

  test('a former subscriber keeps their flags; for other users without a subscription the message is historical', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, cleo])
    const message = await ada.sends(garden, 'roses', '@**Cleo** look')
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [garden.name] }))
    const received = await receivedBy([ben, cleo, dov], () => editMessage(ada, message, { content: '@**Cleo** see' }))
    expect(received.map(({ able }) => able[0].flags)).toEqual([
      ['read', 'historical'],
      ['read', 'mentioned'],
      ['read', 'historical'],
    ])
    for (const [index, person] of [ben, cleo, dov].entries())
      expect((await messageFor(person, message)).flags).toEqual(received[index]!.able[0].flags)
  })

  test('the flags follow the mentions of the new content', async () => {
    const { realm, ada, ben, cleo, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '@**Ada** and @**Ben**')
    const flagsAfter = async (content: string) => {
      const received = await receivedBy([ada, ben, cleo], async () =>
        succeeded(await editMessage(dov, message, { content })),
      )
      for (const [index, person] of [ada, ben, cleo].entries())
        expect((await messageFor(person, message)).flags).toEqual(received[index]!.able[0].flags)
      return received.map(({ plain }) => plain[0].flags)
    }
    expect(await flagsAfter('@**Ben** and @**Cleo**')).toEqual([[], ['mentioned'], ['mentioned']])
    const wildcardMention = ['stream_wildcard_mentioned', 'wildcard_mentioned']
    expect(await flagsAfter('@**all**')).toEqual([wildcardMention, wildcardMention, wildcardMention])
    expect(await flagsAfter('@*role:administrators*')).toEqual([['mentioned'], ['mentioned'], []])
    expect(await flagsAfter('@_**Ada** quietly')).toEqual([[], [], []])
    expect(await selectRows(realm, 'SELECT * FROM mentions')).toEqual([])
    expect(await flagsAfter('@*role:owners* and @**Cleo**')).toEqual([['mentioned'], [], ['mentioned']])
  })

  test('a topic wildcard mention that an edit adds is for the users who sent to the topic before the edit', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Hello')
    await ada.sends(general, 'lunch', 'Hi')
    const mentioned = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    const received = await receivedBy([ada, ben, dov], () => editMessage(dov, message, { content: '@**topic** hello' }))
    expect(received.map(({ able }) => able[0].flags)).toEqual([mentioned, [], mentioned])
    await ben.sends(general, 'lunch', 'Too late')
    for (const [person, flags] of [
      [ada, mentioned],
      [ben, []],
      [cleo, []],
    ] as const)
      expect((await messageFor(person, message)).flags).toEqual(flags)
    await receivedBy([ada, ben], () => editMessage(dov, message, { content: 'Never mind' }))
    expect((await messageFor(ada, message)).flags).toEqual([])
  })

  test('search finds the new content, and no longer the old one', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza with anchovies')
    const foundIds = async (word: string) => {
      const narrow = [{ operator: 'search', operand: word }]
      const { messages } = succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 10, narrow }))
      return messages.map(({ id }: Json) => id)
    }
    await runAlarm(realm)
    expect(await foundIds('anchovies')).toEqual([message.id])
    succeeded(await editMessage(dov, message, { content: 'Pizza with capers' }))
    for (const isDrained of [false, true]) {
      if (isDrained) await runAlarm(realm)
      expect([await foundIds('anchovies'), await foundIds('capers')]).toEqual([[], [message.id]])
    }
  })

  test('an edit that removes the content leaves “(deleted)”', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Oops')
    expect(await editMessage(dov, message, { content: ' \n ' })).toEqual(EDITED)
    expect((await messageFor(dov, message, { apply_markdown: false })).content).toBe('(deleted)')
  })

  test('too long content is truncated, and /me makes a message a /me message', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'waves')
    const [dovEvents] = await receivedBy([dov], () => editMessage(dov, message, { content: '/me waves' }))
    expect(dovEvents!.able[0]).toMatchObject({ is_me_message: true, content: '/me waves' })
    expect(await messageFor(dov, message)).toMatchObject({ is_me_message: true })
    succeeded(await editMessage(dov, message, { content: 'x'.repeat(10_001) }))
    expect((await messageFor(dov, message, { apply_markdown: false })).content).toMatch(/\[message truncated\]$/)
  })

  test('an edit keeps the client, the time, the reactions and the flags', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '[a](https://a.example)')
    succeeded(await ada.post(`/messages/${message.id}/reactions`, { emoji_name: 'tada' }))
    succeeded(await ada.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'read' }))
    const before = await messageFor(ada, message)
    succeeded(await editMessage(dov, message, { content: 'plain' }))
    const { edit_history: _, last_edit_timestamp: __, ...after } = await messageFor(ada, message)
    expect(after).toEqual({ ...before, content: html('plain') })
  })

  test.for<[string, Record<string, FieldValue>, Json]>([
    ['nothing to change', {}, NOTHING_TO_CHANGE],
    [
      'a hash of other content',
      { content: 'x', prev_content_sha256: sha256('Pasta?') },
      refusal("'prev_content_sha256' value does not match the expected value.", 'EXPECTATION_MISMATCH'),
    ],
    [
      'a hash that is not a hash',
      { content: 'x', prev_content_sha256: 'Pizza?' },
      refusal("'prev_content_sha256' value does not match the expected value.", 'EXPECTATION_MISMATCH'),
    ],
    ['a hash without new content', { prev_content_sha256: sha256('Pizza?') }, NOTHING_TO_CHANGE],
    ['null bytes', { content: 'a\0b' }, refusal('Message must not contain null bytes')],
  ])('an edit is refused, and changes nothing: %s', async ([_, fields, answer]) => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await changesNothing([ada, dov], async () => expect(await editMessage(dov, message, fields)).toEqual(answer))
  })

  test('a widget cannot be edited', async () => {
    const { ada, dov, general } = await freshRealm()
    const poll = await dov.sends(general, 'lunch', '/poll Where to?')
    await changesNothing([ada, dov], async () =>
      expect(await editMessage(dov, poll, { content: 'Nowhere' })).toEqual(refusal('Widgets cannot be edited.')),
    )
  })

  test('the flags follow the alert words of the new content', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    succeeded(await ada.post('/users/me/alert_words', { alert_words: ['pizza'] }))
    succeeded(await cleo.post('/users/me/alert_words', { alert_words: ['pasta'] }))
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const received = await receivedBy([ada, cleo], () => editMessage(dov, message, { content: 'Pasta?' }))
    expect(received.map(({ able }) => able[0].flags)).toEqual([[], ['has_alert_word']])
    expect((await messageFor(cleo, message)).flags).toEqual(['has_alert_word'])
  })

  test('the cost of an edit does not depend on the number of readers or on the age of the message', async () => {
    const rows: number[] = []
    for (const count of [0, 40]) {
      const { realm, ada, dov, general } = await freshRealm()
      for (let index = 0; index < count; index++) await realm.newPerson(`p${index}`)
      const message = await dov.sends(general, 'lunch', '1')
      for (let index = 0; index < count; index++) await ada.sends(general, 'lunch', 'x')
      succeeded(await editMessage(dov, message, { content: '2' }))
      const before = await rowsWritten(realm)
      succeeded(await editMessage(dov, message, { content: '3' }))
      rows.push((await rowsWritten(realm)) - before)
    }
    expect(rows[1]).toBe(rows[0])
    expect(rows[0]).toBeLessThan(15)
  })

  test('the hash may have capital letters', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    expect(
      await editMessage(dov, message, { content: 'Pasta?', prev_content_sha256: sha256('Pizza?').toUpperCase() }),
    ).toEqual(EDITED)
    expect(await editMessage(dov, message, { content: 'Soup?', prev_content_sha256: sha256('Pasta?') })).toEqual(EDITED)
  })

  test('only the sender may edit the content, not an owner and not the owner of a bot', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const botMessage = await fig.sends(general, 'lunch', 'Beep')
    await changesNothing([ada, dov], async () => {
      expect(await editMessage(ada, message, { content: 'x' })).toEqual(NO_PERMISSION_TO_EDIT)
      expect(await editMessage(dov, botMessage, { content: 'x' })).toEqual(NO_PERMISSION_TO_EDIT)
      expect(await editMessage(dov, { id: 999 }, { content: 'x' })).toEqual(INVALID_MESSAGES)
    })
    expect(await editMessage(fig, botMessage, { content: 'Boop' })).toEqual(EDITED)
  })

  test('the time limit of the realm has a tolerance of 20 seconds', async () => {
    const { realm, dov, general } = await freshRealm()
    await stopClock(realm, NOW)
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await stopClock(realm, NOW + 620)
    expect(await editMessage(dov, message, { content: 'Pasta?' })).toEqual(EDITED)
    await stopClock(realm, NOW + 621)
    await changesNothing([dov], async () =>
      expect(await editMessage(dov, message, { content: 'Soup?' })).toEqual(
        refusal('The time limit for editing this message has passed'),
      ),
    )
    await storeSetting(realm, 'message_content_edit_limit_seconds', null)
    await stopClock(realm, NOW + 1_000_000)
    expect(await editMessage(dov, message, { content: 'Soup?' })).toEqual(EDITED)
    await storeSetting(realm, 'allow_message_editing', false)
    expect(await editMessage(dov, message, { content: 'Rice?' })).toEqual(
      refusal('Your organization has turned off message editing'),
    )
  })

  test('a channel wildcard mention that an edit adds needs the same permission as in a new message', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const adaMessage = await ada.sends(general, 'lunch', 'Pizza!')
    await executeSql(realm, 'UPDATE channels SET subscriber_count = 16 WHERE stream_id = ?', general.stream_id)
    await changesNothing([ben], async () =>
      expect(await editMessage(dov, message, { content: '@**all**' })).toEqual(
        refusal(
          'You do not have permission to use channel wildcard mentions in this channel.',
          'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        ),
      ),
    )
    expect(await editMessage(ada, adaMessage, { content: '@**all**' })).toEqual(EDITED)
  })

  test('a message whose content is only in D1 can be edited, but not while D1 is unavailable', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await runAlarm(realm)
    await evict(realm)
    captureConsole('error')
    const { mend } = breakD1(realm, unavailable)
    await changesNothing([ada], async () =>
      expect(await editMessage(dov, message, { content: 'Pasta?' })).toMatchObject({ code: 'STORE_UNAVAILABLE' }),
    )
    mend()
    const [adaEvents] = await receivedBy([ada], () => editMessage(dov, message, { content: 'Pasta?' }))
    expect(adaEvents!.able[0]).toMatchObject({ orig_content: 'Pizza?', content: 'Pasta?' })
  })

  test('of two simultaneous edits with the same hash one is refused; without a hash both happen', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'v0')
    await runAlarm(realm)
    await evict(realm)
    const hash = sha256('v0')
    await replays([ada], async () => {
      const answers = await Promise.all([
        editMessage(dov, message, { content: 'v1', prev_content_sha256: hash }),
        editMessage(dov, message, { content: 'v2', prev_content_sha256: hash }),
      ])
      expect(new Set(answers.map(({ code, result }) => code ?? result))).toEqual(
        new Set(['EXPECTATION_MISMATCH', 'success']),
      )
      await Promise.all([editMessage(dov, message, { content: 'v3' }), editMessage(dov, message, { content: 'v4' })])
    })
    const { content, edit_history } = await messageFor(ada, message, { apply_markdown: false })
    const contents = [content, ...edit_history.map(({ prev_content }: Json) => prev_content)]
    expect(new Set(contents).size).toBe(4)
    expect(contents.at(-1)).toBe('v0')
  })

  test('an edit that reaches D1 while another one waits for D1 is in the history of both', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'v0')
    await runAlarm(realm)
    await evict(realm)
    whileD1Answers(realm, async () => {
      succeeded(await editMessage(dov, message, { content: 'v1' }))
      // Their HTML leaves no space in the realm's memory for the edited body.
      await sendMany(45, () => dov.sends(general, 'dinner', '🙂 '.repeat(1000)))
      await runAlarm(realm)
    })
    succeeded(await editMessage(dov, message, { content: 'v2' }))
    const { content, edit_history } = await messageFor(ada, message, { apply_markdown: false })
    expect([content, ...edit_history.map(({ prev_content }: Json) => prev_content)]).toEqual(['v2', 'v1', 'v0'])
  })

  test('deletion of a message deletes its edit history', async () => {
    const { realm, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'A secret')
    succeeded(await editMessage(dov, message, { content: 'Nothing' }))
    await runAlarm(realm)
    const oldContents = async () =>
      (await env.DB.prepare('SELECT content FROM old_versions WHERE realm_id = ?').bind(realm.name).all()).results
    expect(await oldContents()).toEqual([{ content: 'A secret' }])
    succeeded(await dov.delete(`/messages/${message.id}`))
    await runAlarm(realm)
    expect(await oldContents()).toEqual([{ content: '' }])
    expect(await selectRows(realm, 'SELECT * FROM message_edits')).toEqual([])
  })
})
