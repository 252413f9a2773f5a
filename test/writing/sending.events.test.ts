import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { untilParked } from '../support/faults'
import type { FieldValue } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { contentsIn, messagesIn } from '../support/received-events'
import { executeSql } from '../support/tables'

describe('events about new messages', () => {
  describe('have the form that the client options request', () => {
    const knowsEmptyTopic = { client_capabilities: { empty_topic_name: true } }
    const avatar = expect.stringContaining('gravatar.com/avatar/')
    const CASES: ['ben' | 'cleo', Record<string, FieldValue>, object][] = [
      ['ben', {}, { content: '**Hi**', content_type: 'text/x-markdown', avatar_url: null, subject: 'general chat' }],
      ['ben', { apply_markdown: true }, { content: '<p><strong>Hi</strong></p>', content_type: 'text/html' }],
      ['ben', { client_gravatar: false }, { avatar_url: avatar, subject: 'general chat' }],
      ['ben', knowsEmptyTopic, { subject: '', avatar_url: null }],
      [
        'ben',
        { ...knowsEmptyTopic, apply_markdown: true, client_gravatar: false },
        { subject: '', avatar_url: avatar },
      ],
      // Cleo cannot see the real address of the sender, so no client could compute the avatar from it.
      ['cleo', {}, { content: '**Hi**', avatar_url: avatar, subject: 'general chat' }],
      [
        'cleo',
        { ...knowsEmptyTopic, apply_markdown: true },
        { content_type: 'text/html', avatar_url: avatar, subject: '' },
      ],
    ]
    test.each(['waiting', 'later'])('in a %s poll', async (poll) => {
      const { realm, dov, general, ...cast } = await freshRealm()
      await executeSql(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
      await dov.sends(general, 'lunch', 'The first of the channel')
      const queues = await Promise.all(CASES.map(([name, client]) => cast[name].registers(client)))
      const polls = poll === 'waiting' ? queues.map((queue) => queue.poll()) : []
      await untilParked(realm, polls.length)
      await dov.sends(general, '', '**Hi**')
      const received = await Promise.all(polls.length > 0 ? polls : queues.map((queue) => queue.events()))
      for (const [index, [, , message]] of CASES.entries()) {
        expect(received[index]).toHaveLength(1)
        expect(received[index]![0].message).toMatchObject(message)
      }
    })
  })

  test('a queue with a narrow receives only the messages in the narrow', async () => {
    const { ada, ben, dov, general, vault } = await freshRealm()
    await ada.sends(general, 'lunch', '0')
    await ada.sends(vault, 'keys', '0')
    const CASES: [[string, FieldValue][], string[]][] = [
      [[], ['1', '2', '3', '4', '5', '6']],
      [[['channel', 'general']], ['1', '2', '3', '6']],
      [
        [
          ['stream', 'GENERAL'],
          ['topic', 'LUNCH'],
        ],
        ['1', '2'],
      ],
      [[['channel', general.stream_id]], ['1', '2', '3', '6']],
      [[['topic', 'lunch']], ['1', '2']],
      [[['topic', 'general chat']], ['6']],
      [[['topic', '']], ['6']],
      [[['sender', ben.email]], ['2', '4']],
      [
        [
          ['sender', ben.id],
          ['is', 'dm'],
        ],
        [],
      ],
      [[['is', 'private']], ['5']],
      [[['is', 'mentioned']], ['3']],
      [[['is', 'unread']], ['1', '2', '3', '4', '5', '6']],
      [[['is', 'resolved']], []],
      [[['is', 'starred']], []],
    ]
    const queues = await Promise.all(CASES.map(([narrow]) => ada.registers({ narrow })))
    await dov.sends(general, 'lunch', '1')
    await ben.sends(general, 'Lunch', '2')
    await dov.sends(general, 'dinner', '3 @**Ada**')
    await ben.sends(vault, 'keys', '4')
    await dov.sendsDirectly([ada], '5')
    await dov.sends(general, '', '6')
    for (const [index, [narrow, contents]] of CASES.entries())
      expect(
        contentsIn(await queues[index]!.events()).map((content) => content[0]),
        JSON.stringify(narrow),
      ).toEqual(contents)
  })

  test('the narrow of a queue does not reveal the owner of a hidden email address', async () => {
    const { realm, ben, cleo, dov, general } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
    const [benQueue, cleoQueue] = await Promise.all(
      [ben, cleo].map((person) => person.registers({ narrow: [['sender', dov.email]] })),
    )
    await dov.sends(general, 'lunch', 'Hello')
    expect(messagesIn(await benQueue!.events())).toHaveLength(1)
    expect(messagesIn(await cleoQueue!.events())).toEqual([])
  })

  test('a narrow with an unsupported operator or operand is refused', async () => {
    const { ada } = await freshRealm()
    expect(await ada.post('/register', { narrow: [['dm', 'x']] })).toEqual(refusal('Operator dm not supported.'))
    expect(await ada.post('/register', { narrow: [['is', 'followed']] })).toEqual(
      refusal('Operand followed not supported.'),
    )
  })

  test('a member may receive the messages of all public channels, a guest may not', async () => {
    const { ada, cleo, ezra, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const [publicQueue, ownQueue] = [await cleo.registers({ all_public_streams: true }), await cleo.registers()]
    await ada.sends(river, 'water', 'Public')
    await ada.sends(vault, 'keys', 'Private')
    await ada.sendsDirectly([ezra], 'Direct')
    expect(contentsIn(await publicQueue.events())).toEqual(['Public'])
    expect(messagesIn(await ownQueue.events())).toEqual([])
    expect(await ezra.post('/register', { all_public_streams: true })).toEqual(
      refusal('User not authorized for this query'),
    )
  })
})
