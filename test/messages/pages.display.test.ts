import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES, fetchMessages, messageIds, sendInOrder } from '../support/messages'
import { beforeD1IsRead } from '../support/d1-faults'
import { sendMany } from '../support/many-messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { executeSql, selectRows } from '../support/tables'

type Fields = Record<string, FieldValue>

/** Runs due work until the outbox is empty. */
async function writeToD1(realm: TestRealm): Promise<void> {
  while ((await selectRows(realm, 'SELECT 1 FROM outbox LIMIT 1')).length > 0) await runDurableObjectAlarm(realm.stub)
}

describe('how GET /messages shows messages', () => {
  test('content is HTML or Markdown, and avatars and the general chat depend on the parameters', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, '', '**Hi**')
    const CASES: [Fields, object][] = [
      [
        {},
        {
          content: '<p><strong>Hi</strong></p>',
          content_type: 'text/html',
          subject: 'general chat',
          avatar_url: null,
        },
      ],
      [{ apply_markdown: false }, { content: '**Hi**', content_type: 'text/x-markdown' }],
      [{ allow_empty_topic_name: true }, { subject: '' }],
      [{ client_gravatar: false }, { avatar_url: expect.stringContaining('gravatar.com/avatar/') }],
    ]
    for (const [fields, expected] of CASES)
      expect((await fetchMessages(ada, { ...ALL_MESSAGES, ...fields })).messages, JSON.stringify(fields)).toMatchObject(
        [expected],
      )
  })

  test('users who cannot see an email address receive a dummy address and the URL of the avatar', async () => {
    const { realm, ben, cleo, dov, general } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
    const queues = await Promise.all([ben, cleo].map((person) => person.registers({ event_types: ['message'] })))
    await dov.sends(general, 'lunch', 'Hi')
    await dov.sendsDirectly([ben, cleo], 'Hi')
    const dummyEmail = `user${dov.id}@${realm.name}.parley.test`
    const url = expect.stringContaining('gravatar.com/avatar/')
    for (const [index, [person, avatar_url]] of (
      [
        [ben, null],
        [cleo, url],
      ] as const
    ).entries()) {
      const { messages } = await fetchMessages(person, ALL_MESSAGES)
      const received = (await queues[index]!.events()).map(({ message }) => message)
      for (const views of [messages, received]) {
        expect(views).toMatchObject([
          { sender_email: dummyEmail, avatar_url },
          { sender_email: dummyEmail, avatar_url },
        ])
        expect(views[1].display_recipient.map(({ email }: Json) => email)).toContain(dummyEmail)
        expect(JSON.stringify(views)).not.toContain(dov.email)
      }
    }
  })

  test('the flags are those of the reader', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const [id] = await sendInOrder([
      () => dov.sends(general, 'lunch', '@**Ada** @**all** @**topic**', { read_by_sender: true }),
    ])
    for (const flag of ['read', 'starred', 'collapsed'])
      await ada.post('/messages/flags', { op: 'add', flag, messages: [id] })
    const flagsOf = async (person: Person) => (await fetchMessages(person, ALL_MESSAGES)).messages[0].flags
    expect(await flagsOf(ada)).toEqual([
      'read',
      'starred',
      'collapsed',
      'mentioned',
      'stream_wildcard_mentioned',
      'wildcard_mentioned',
    ])
    expect(await flagsOf(ben)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
    expect(await flagsOf(dov)).toEqual([
      'read',
      'stream_wildcard_mentioned',
      'topic_wildcard_mentioned',
      'wildcard_mentioned',
    ])
  })
})

describe('where GET /messages reads messages from', () => {
  const contents = ({ messages }: Json) => messages.map(({ content }: Json) => content)

  test('a message that is deleted before the Worker reads D1 is left out', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const [first, second, third] = await sendInOrder(
      Array.from({ length: 3 }, (_, index) => () => dov.sends(general, 'lunch', `Message ${index}`)),
    )
    await writeToD1(realm)
    await evictDurableObject(realm.stub)
    beforeD1IsRead(realm, async () => {
      succeeded(await dov.delete(`/messages/${second}`))
      await writeToD1(realm)
    })
    expect(await fetchMessages(ada, ALL_MESSAGES)).toMatchObject({
      messages: [{ id: first }, { id: third }],
      found_oldest: true,
      found_newest: true,
    })
  })

  test('a message that is edited before the Worker reads D1 has its new content', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const id = (await dov.sends(general, 'lunch', 'Pizza?')).id
    await writeToD1(realm)
    await evictDurableObject(realm.stub)
    beforeD1IsRead(realm, async () => {
      succeeded(await dov.patch(`/messages/${id}`, { content: '**Pasta**?' }))
      await writeToD1(realm)
    })
    expect((await fetchMessages(ada, ALL_MESSAGES)).messages).toMatchObject([
      { id, content: '<p><strong>Pasta</strong>?</p>' },
    ])
  })

  test('a message that is not in memory comes from the outbox, or from D1', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const sent = new Map<number, string>()
    await sendMany(300, async (i) => {
      const content = `Message ${i}: ${'🍕'.repeat(i % 5)}, 'quoted' \\ "twice"`
      const { id } = await dov.sends(general, `topic ${i % 11}`, content, {
        client: i % 2 === 0 ? 'website' : 'curl',
      })
      sent.set(id, content)
      return { id }
    })
    const all = [...sent].sort(([a], [b]) => a - b).map(([, content]) => content)
    const raw = { ...ALL_MESSAGES, apply_markdown: false }
    expect(contents(await fetchMessages(ada, raw))).toEqual(all)

    await evictDurableObject(realm.stub)
    expect(contents(await fetchMessages(ada, raw))).toEqual(all)

    await writeToD1(realm)
    const stored = env.DB.prepare('SELECT count(*) AS n FROM messages WHERE realm_id = ?').bind(realm.name)
    expect(await stored.first('n')).toBe(300)
    await evictDurableObject(realm.stub)
    const { id: newest } = await dov.sends(general, 'lunch', 'Fresh')
    const response = await fetchMessages(ada, raw)
    expect(contents(response)).toEqual([...all, 'Fresh'])
    expect(response.messages.map(({ client }: Json) => client)).toContain('website')

    const [old] = [...sent.keys()]
    expect(succeeded(await ada.get(`/messages/${old}`))).toMatchObject({
      raw_content: sent.get(old!),
      message: { id: old, content_type: 'text/html', content: expect.stringMatching(/^<p>Message \d+: /) },
    })
    expect(messageIds(await fetchMessages(ada, { message_ids: [newest, old] }))).toEqual([old, newest])
  })
})

describe('GET /messages/:message_id', () => {
  test('returns one message as GET /messages does, with its Markdown source', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, '', '**Pizza**, @**Ada**?')
    const { messages } = await fetchMessages(ada, ALL_MESSAGES)
    expect(await ada.get(`/messages/${id}`)).toEqual({
      result: 'success',
      msg: '',
      message: messages[0],
      raw_content: '**Pizza**, @**Ada**?',
    })
    expect(
      succeeded(await ada.get(`/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true })),
    ).toMatchObject({
      message: { content: '**Pizza**, @**Ada**?', content_type: 'text/x-markdown', subject: '', flags: ['mentioned'] },
      raw_content: '**Pizza**, @**Ada**?',
    })
  })

  test('a message that does not exist and one that the user cannot read get the same response', async () => {
    const { ada, ben, cleo, dov, ezra, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const [keys, direct, water] = await sendInOrder([
      () => ben.sends(vault, 'keys', '1'),
      () => ada.sendsDirectly([ben], '2'),
      () => ada.sends(river, 'water', '3'),
    ])
    for (const id of [keys, direct, water]) succeeded(await ada.get(`/messages/${id}`))
    for (const person of [cleo, dov, ezra])
      for (const id of [keys, direct, 987_654, 0])
        expect(await person.get(`/messages/${id}`)).toEqual(refusal('Invalid message(s)'))
    expect(succeeded(await dov.get(`/messages/${water}`)).message.flags).toEqual(['read', 'historical'])
    expect(await ezra.get(`/messages/${water}`)).toEqual(refusal('Invalid message(s)'))
  })

  test('an invalid id is refused', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'x')
    for (const invalid of ['one', '-1', '1.5', `${id}x`, '99999999999999999999'])
      expect(await ada.get(`/messages/${invalid}`), invalid).toMatchObject({ result: 'error' })
    expect(await ada.get(`/messages/${id}`, { apply_markdown: 'x' })).toEqual(
      refusal('apply_markdown is not valid JSON'),
    )
    expect(await ada.get(`/messages/${id}`, { allow_empty_topic_name: 5 })).toEqual(
      refusal('allow_empty_topic_name is not a boolean'),
    )
  })
})
