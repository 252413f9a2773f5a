import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { refusal } from '../support/answers'
import { untilParked } from '../support/faults'
import { idsOfMany } from '../support/many'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newBot, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { writesTo } from '../support/tables'

const messagesIn = (events: Json[]) => events.filter((event) => event.type === 'message')

/** What everyone heard, one list for each person: as the plainest kind of client. */
async function heardBy(people: readonly Person[], act: () => Promise<unknown>): Promise<Json[][]> {
  const heard = await replays(people, act)
  return people.map((_, i) => heard[(i * heard.length) / people.length]!)
}

const contentsHeard = async (people: readonly Person[], act: () => Promise<unknown>) =>
  (await heardBy(people, act)).map((events) => messagesIn(events).map((event) => event.message.content))

const flagsHeard = async (people: readonly Person[], act: () => Promise<unknown>) =>
  (await heardBy(people, act)).map((events) => messagesIn(events).map((event) => event.flags))

/** Refused, and nothing came of it: nobody hears anything, and everyone's state is what it was. */
async function changesNothing(people: readonly Person[], act: () => Promise<unknown>): Promise<void> {
  expect((await replays(people, act)).flat()).toEqual([])
}

async function sendingAs(person: Person, userAgent: string, fields: Record<string, string>): Promise<Json> {
  const headers = { 'user-agent': userAgent }
  return (await person.request('/messages', { method: 'POST', headers, body: new URLSearchParams(fields) })).json()
}

describe('POST /messages', () => {
  test('a channel message is answered by its id, and told whole to everyone in the channel', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    let answer: Json
    const [heard] = await heardBy([ada, dov], async () => {
      answer = await dov.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: '**Pizza**?' })
    })

    const followed = { automatic_new_visibility_policy: 3 }
    expect(answer).toEqual({ result: 'success', msg: '', id: expect.any(Number), ...followed })
    expect(messagesIn(heard!)).toEqual([
      {
        id: expect.any(Number),
        type: 'message',
        flags: [],
        message: {
          id: answer.id,
          type: 'stream',
          stream_id: general.stream_id,
          display_recipient: 'general',
          subject: 'lunch',
          content: '**Pizza**?',
          content_type: 'text/x-markdown',
          is_me_message: false,
          sender_id: dov.id,
          sender_email: dov.email,
          sender_full_name: 'Dov',
          sender_realm_str: realm.name,
          avatar_url: null,
          client: 'Unspecified',
          recipient_id: general.stream_id * 2,
          timestamp: expect.any(Number),
          topic_links: [],
          reactions: [],
          submessages: [],
        },
      },
    ])
  })

  test('everyone in the channel hears of a message, and nobody else', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general, vault } = await freshRealm()
    const heard = await contentsHeard([ada, ben, cleo, dov, ezra, fig], async () => {
      await dov.sends(general, 'lunch', 'Pizza?')
      await ben.sends(vault, 'keys', 'Under the mat')
    })
    const inVault = ['Pizza?', 'Under the mat']
    expect(heard).toEqual([inVault, inVault, ['Pizza?'], ['Pizza?'], ['Pizza?'], ['Pizza?']])
  })

  test('a direct message is heard by its people, the sender too, and nobody else', async () => {
    const { ada, cleo, dov, ezra } = await freshRealm()
    const [hers, his, theirs, nobodys] = await heardBy([ada, dov, ezra, cleo], () =>
      dov.sendsDirectly([ada, ezra], 'Hi'),
    )
    const message = {
      type: 'private',
      subject: '',
      content: 'Hi',
      display_recipient: [ada, dov, ezra].map(({ id, email, account }) => ({
        id,
        email,
        full_name: account.full_name,
        is_mirror_dummy: false,
      })),
    }
    for (const heard of [hers, his, theirs])
      expect(messagesIn(heard!)).toEqual([expect.objectContaining({ message: expect.objectContaining(message) })])
    expect(messagesIn(hers!)[0].message).not.toHaveProperty('stream_id')
    expect(nobodys).toEqual([])
  })

  test('who was in the channel when it was said hears it, however late they ask; who came after does not', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada, dov])
    const [left, came] = [await dov.registers(), await cleo.registers()]
    await ada.sends(river, 'water', '1')
    await dov.delete('/users/me/subscriptions', { subscriptions: ['river'] })
    await cleo.subscribes(river)
    await ada.sends(river, 'water', '2')
    const contents = (events: Json[]) => messagesIn(events).map((event) => event.message.content)
    expect(contents(await left.events())).toEqual(['1'])
    expect(contents(await came.events())).toEqual(['2'])
  })

  test('messages sent at the same time are heard one after another, in the order of their ids', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const people = [ben, cleo, dov]
    let ids: number[] = []
    const [heard] = await heardBy([ada], async () => {
      ids = await idsOfMany(60, (i) => people[i % 3]!.sends(general, `topic ${i % 7}`, String(i)))
    })
    expect(messagesIn(heard!).map(({ message }) => message.id)).toEqual(ids)
    expect(ids).toEqual(Array.from({ length: 60 }, (_, i) => ids[0]! + i))
    expect(new Set(messagesIn(heard!).map(({ message }) => message.content)).size).toBe(60)
  })

  describe('to a channel', () => {
    const WAYS: [string, (general: { stream_id: number; name: string }) => FieldValue][] = [
      ['its id', ({ stream_id }) => stream_id],
      ['its name', ({ name }) => name],
      ['its name in another case', () => 'GENERAL'],
      ['its name as JSON text', ({ name }) => JSON.stringify(name)],
      ['its name in a list', ({ name }) => [name]],
      ['its id in a list', ({ stream_id }) => [stream_id]],
    ]
    test('the channel is meant by id, by name, or by a list of one, and called channel or stream', async () => {
      const { ada, dov, general } = await freshRealm()
      const [heard] = await contentsHeard([ada], async () => {
        for (const [way, to] of WAYS)
          for (const type of ['channel', 'stream'])
            succeeded(await dov.post('/messages', { type, to: to(general), topic: 'ways', content: `${type} ${way}` }))
      })
      expect(heard).toEqual(WAYS.flatMap(([way]) => [`channel ${way}`, `stream ${way}`]))
    })

    test('a channel whose name is a number is meant by its name in quotes', async () => {
      const { ada, general } = await freshRealm()
      const named = await newChannel(ada, String(general.stream_id), [ada])
      const [heard] = await heardBy([ada], () =>
        ada.post('/messages', { type: 'channel', to: `"${named.name}"`, topic: 't', content: 'x' }),
      )
      expect(messagesIn(heard!)[0].message.stream_id).toBe(named.stream_id)
    })

    test('a channel that does not exist is refused under the way it was said', async () => {
      const { ada, dov, general } = await freshRealm()
      await dov.sends(general, 'lunch', 'The door opens')
      await changesNothing([ada, dov], async () => {
        expect(await dov.post('/messages', { type: 'channel', to: 'nowhere', topic: 't', content: 'x' })).toEqual(
          refusal("Channel 'nowhere' does not exist", 'STREAM_DOES_NOT_EXIST', { stream: 'nowhere' }),
        )
        expect(await dov.post('/messages', { type: 'channel', to: 987, topic: 't', content: 'x' })).toEqual(
          refusal("Channel with ID '987' does not exist", 'STREAM_DOES_NOT_EXIST', { stream_id: 987 }),
        )
        for (const to of [[], ['general', 'vault'], [1, 2]])
          expect(await dov.post('/messages', { type: 'channel', to, topic: 't', content: 'x' })).toEqual(
            refusal('Expected exactly one channel'),
          )
      })
    })

    test('the topic may be called subject, and not both', async () => {
      const { ada, dov } = await freshRealm()
      const sends = (fields: Record<string, FieldValue>) =>
        dov.post('/messages', { type: 'stream', to: 'general', content: 'x', ...fields })
      const [heard] = await heardBy([ada], async () => {
        succeeded(await sends({ subject: 'lunch' }))
        expect(await sends({ subject: 'lunch', topic: 'dinner' })).toEqual(
          refusal("Can't decide between 'topic' and 'subject' arguments", 'REQUEST_CONFUSING_VAR', {
            var_name1: 'topic',
            var_name2: 'subject',
          }),
        )
      })
      expect(messagesIn(heard!).map((event) => event.message.subject)).toEqual(['lunch'])
    })

    const TOPICS: [said: string, kept: string, toldToOldClients: string][] = [
      ['lunch', 'lunch', 'lunch'],
      ['  lunch  ', 'lunch', 'lunch'],
      ['LUNCH', 'LUNCH', 'LUNCH'],
      ['', '', 'general chat'],
      ['(no topic)', '', 'general chat'],
      ['general chat', '', 'general chat'],
      ['x'.repeat(60), 'x'.repeat(60), 'x'.repeat(60)],
      ['x'.repeat(61), `${'x'.repeat(57)}...`, `${'x'.repeat(57)}...`],
      ['🍕'.repeat(61), `${'🍕'.repeat(57)}...`, `${'🍕'.repeat(57)}...`],
    ]
    test('a topic is trimmed and cut to size, and may be the general chat under any name', async () => {
      const { ada, dov, general } = await freshRealm()
      const [old, knowing] = await replays([ada], async () => {
        for (const [said] of TOPICS) await dov.sends(general, said, 'x')
      })
      expect(messagesIn(knowing!).map((event) => event.message.subject)).toEqual(TOPICS.map(([, kept]) => kept))
      expect(messagesIn(old!).map((event) => event.message.subject)).toEqual(TOPICS.map(([, , shown]) => shown))
    })

    test('in whatever case it is one topic, spelled as whoever wrote to it last spelled it', async () => {
      const { dov, ezra, general } = await freshRealm()
      await replays([dov, ezra], async () => {
        for (const topic of ['Lunch', 'LUNCH', 'lunch']) await dov.sends(general, topic, 'x')
        for (const topic of ['dinner', 'Dinner']) await ezra.sends(general, topic, 'x')
      })
      const { topics } = succeeded(await dov.get(`/users/me/${general.stream_id}/topics`))
      expect(topics.map(({ name }: Json) => name)).toEqual(['Dinner', 'lunch'])
      const narrow = [
        ['channel', general.stream_id],
        ['topic', 'LUNCH'],
      ]
      const { messages } = succeeded(await ezra.get('/messages', { anchor: 'newest', num_before: 9, narrow }))
      expect(messages.map(({ subject }: Json) => subject)).toEqual(['lunch', 'lunch', 'lunch'])
    })

    test('the first message is announced as the channel’s first, before it is told itself', async () => {
      const { ada, ben, dov, general } = await freshRealm()
      let id = 0
      const [heard] = await heardBy([ada, ben], async () => {
        id = (await dov.sends(general, 'lunch', 'first')).id
        await dov.sends(general, 'lunch', 'second')
      })
      expect(heard!.map((event) => event.type)).toEqual(['stream', 'message', 'message'])
      expect(heard![0]).toMatchObject({ op: 'update', property: 'first_message_id', value: id, name: 'general' })
    })
  })

  describe('directly', () => {
    test('people are meant by ids or by addresses, in a list or with commas; the sender need not be, nor anyone twice', async () => {
      const { realm, ada, cleo, dov } = await freshRealm()
      const dummy = `user${ada.id}@${realm.name}.parley.test`
      const three = [ada.id, cleo.id, dov.id]
      const WAYS: [FieldValue, number[]][] = [
        [[ada.id, cleo.id], three],
        [[ada.id, dov.id, cleo.id, ada.id], three],
        [[ada.email, cleo.email], three],
        [`${ada.email},${cleo.email}`, three],
        [` ${ada.email} , ${cleo.email},`, three],
        [JSON.stringify(`${ada.email}, ${cleo.email}`), three],
        [[dummy, cleo.email.toUpperCase()], three],
        [ada.id, [ada.id, dov.id]],
        [[ada.id], [ada.id, dov.id]],
        [ada.email, [ada.id, dov.id]],
        [JSON.stringify(ada.email), [ada.id, dov.id]],
        [[dov.id], [dov.id]],
        [dov.email, [dov.id]],
      ]
      const [heard] = await heardBy([dov], async () => {
        for (const [to] of WAYS)
          for (const type of ['direct', 'private']) succeeded(await dov.post('/messages', { type, to, content: 'x' }))
      })
      const peopleOf = (event: Json) => event.message.display_recipient.map((each: Json) => each.id)
      expect(messagesIn(heard!).map(peopleOf)).toEqual(WAYS.flatMap(([, people]) => [people, people]))
      expect(new Set(messagesIn(heard!).map((event) => event.message.recipient_id)).size).toBe(3)
    })

    test('nobody, nobody known, or people said in two ways at once are refused', async () => {
      const { ada, dov } = await freshRealm()
      const REFUSED: [FieldValue, string][] = [
        [[], 'Message must have recipients'],
        ['', 'Message must have recipients'],
        [' , ', 'Message must have recipients'],
        [[987], 'Invalid user ID 987'],
        [987, 'Invalid user ID 987'],
        ['nobody@example.test', "Invalid email 'nobody@example.test'"],
        [[ada.email, 'nobody@example.test'], "Invalid email 'nobody@example.test'"],
        [[ada.email, ada.id], 'Recipient lists may contain emails or user IDs, but not both.'],
      ]
      await changesNothing([ada, dov], async () => {
        for (const [to, msg] of REFUSED)
          expect(await dov.post('/messages', { type: 'direct', to, content: 'x' }), JSON.stringify(to)).toEqual(
            refusal(msg),
          )
      })
      await dov.sendsDirectly([ada], 'The door opens')
    })

    test('who is gone cannot be written to', async () => {
      const { realm, ada, cleo, dov } = await freshRealm()
      await dov.sendsDirectly([ada, cleo], 'The door opens')
      await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', cleo.id)
      await changesNothing([ada, dov], async () => {
        for (const to of [[cleo.id], [ada.id, cleo.id], cleo.email])
          expect(await dov.post('/messages', { type: 'direct', to, content: 'x' })).toEqual(
            refusal(`'${cleo.email}' is no longer using Svc.`),
          )
      })
    })

    test('an address that its owner hides is nobody’s to who may not see it; the address everybody knows works', async () => {
      const { realm, ben, cleo, dov } = await freshRealm()
      await writesTo(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
      const known = `user${dov.id}@${realm.name}.parley.test`
      const to = (person: Person, address: string) =>
        person.post('/messages', { type: 'direct', to: address, content: 'x' })
      const [heard] = await contentsHeard([dov], async () => {
        succeeded(await to(ben, dov.email))
        succeeded(await to(cleo, known))
        expect(await to(cleo, dov.email)).toEqual(refusal(`Invalid email '${dov.email}'`))
      })
      expect(heard).toEqual(['x', 'x'])
    })

    test('where only some may authorize direct messages, one of them must take part; bots are let be', async () => {
      const { realm, ada, cleo, dov, ezra, fig } = await freshRealm()
      const set = (name: string, group: number) =>
        writesTo(realm, 'INSERT OR REPLACE INTO realm_settings (name, value) VALUES (?, ?)', name, String(group))
      await dov.sendsDirectly([ezra], 'The door opens')
      await set('direct_message_permission_group', SYSTEM_GROUPS['role:administrators'])
      await changesNothing([dov, ezra], async () => {
        expect(await dov.post('/messages', { type: 'direct', to: [ezra.id], content: 'x' })).toEqual(
          refusal('This conversation does not include any users who can authorize it.'),
        )
      })
      await dov.sendsDirectly([ezra, ada], 'Ada takes part')
      await set('direct_message_permission_group', SYSTEM_GROUPS['role:nobody'])
      await changesNothing([dov, ada], async () => {
        expect(await dov.post('/messages', { type: 'direct', to: [ada.id], content: 'x' })).toEqual(
          refusal('Direct messages are disabled in this organization.'),
        )
      })
      await fig.sendsDirectly([dov], 'From the bot')
      await dov.sendsDirectly([fig], 'To the bot')
      await dov.sendsDirectly([dov], 'To oneself')
      await set('direct_message_permission_group', SYSTEM_GROUPS['role:everyone'])
      await set('direct_message_initiator_group', SYSTEM_GROUPS['role:moderators'])
      await dov.sendsDirectly([ezra], 'We have spoken before')
      await cleo.sendsDirectly([dov], 'Hello')
      await dov.sendsDirectly([cleo], 'Hello')
      await changesNothing([dov, ada], async () => {
        expect(await dov.post('/messages', { type: 'direct', to: [ada.id], content: 'x' })).toEqual(
          refusal('You do not have permission to initiate direct message conversations.'),
        )
      })
    })

    test('a message to oneself is heard by oneself alone', async () => {
      const { ada, dov } = await freshRealm()
      expect(await contentsHeard([dov, ada], () => dov.sendsDirectly([dov], 'Note'))).toEqual([['Note'], []])
    })
  })

  describe('what is said', () => {
    test('newlines before and white space after are cut; what is too long is cut, with a word that it was', async () => {
      const { ada, dov, general } = await freshRealm()
      const CASES: [string, string][] = [
        ['\n\n  indented \n\n', '  indented'],
        ['x'.repeat(10_000), 'x'.repeat(10_000)],
        ['𝒳'.repeat(10_000), '𝒳'.repeat(10_000)],
        ['x'.repeat(10_001), `${'x'.repeat(9_980)}\n[message truncated]`],
      ]
      const [heard] = await contentsHeard([ada], async () => {
        for (const [said] of CASES) await dov.sends(general, 'lunch', said)
      })
      expect(heard).toEqual(CASES.map(([, kept]) => kept))
    })

    test('/me is said of the message, which keeps it', async () => {
      const { ada, dov, general } = await freshRealm()
      const [heard] = await heardBy([ada], () => dov.sends(general, 'lunch', '/me waves'))
      expect(messagesIn(heard!)[0].message).toMatchObject({ is_me_message: true, content: '/me waves' })
    })

    test('whatever cannot be a message is refused, and nothing comes of it', async () => {
      const { ada, dov, general } = await freshRealm()
      const good = { type: 'channel', to: 'general', topic: 'lunch', content: 'Pizza?' }
      const missing = (name: string) =>
        refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name })
      const REFUSED: [Record<string, FieldValue>, object][] = [
        [{ type: undefined }, missing('type')],
        [{ type: 'carrier pigeon' }, refusal('Invalid type')],
        [{ to: undefined }, missing('to')],
        [{ content: undefined }, missing('content')],
        [{ content: '' }, refusal('Message must not be empty')],
        [{ content: ' \n\t ' }, refusal('Message must not be empty')],
        [{ content: 'a\0b' }, refusal('Message must not contain null bytes')],
        [{ topic: undefined }, refusal('Missing topic')],
        [{ topic: 'a\0b' }, refusal('Invalid character in topic, at position 2!')],
        [{ topic: 'lun\u0007ch' }, refusal('Invalid character in topic, at position 4!')],
        [{ topic: '🍕\ufffe' }, refusal('Invalid character in topic, at position 2!')],
        [{ read_by_sender: 'maybe' }, refusal('read_by_sender is not valid JSON')],
        [{ read_by_sender: 1 }, refusal('read_by_sender is not a boolean')],
      ]
      await dov.sends(general, 'lunch', 'The door opens')
      await changesNothing([ada, dov], async () => {
        for (const [bad, expected] of REFUSED)
          expect(await dov.post('/messages', { ...good, ...bad }), JSON.stringify(bad)).toEqual(expected)
      })
    })

    test('a parameter that means nothing here is named, and nothing else', async () => {
      const { dov } = await freshRealm()
      expect(
        await dov.post('/messages', { type: 'direct', to: [dov.id], content: 'x', colour: 'blue', client: 'me' }),
      ).toEqual({
        result: 'success',
        msg: '',
        id: expect.any(Number),
        ignored_parameters_unsupported: ['colour'],
      })
    })
  })

  describe('the sender’s own client', () => {
    test('only the queue that sent it is told its local id', async () => {
      const { ada, dov, general } = await freshRealm()
      const [sending, other, hers] = [await dov.registers(), await dov.registers(), await ada.registers()]
      await dov.sends(general, 'lunch', 'x', { queue_id: sending.id, local_id: '17.5' })
      const [told] = messagesIn(await sending.events())
      expect(told.local_message_id).toBe('17.5')
      for (const queue of [other, hers])
        expect(messagesIn(await queue.events())[0]).not.toHaveProperty('local_message_id')
    })

    test('a message is its sender’s read message if a person’s client sent it, or if the client says so', async () => {
      const { dov } = await freshRealm()
      const CASES: [userAgent: string, fields: Record<string, string>, client: string, isRead: boolean][] = [
        ['', {}, 'Unspecified', false],
        ['curl/8.0', {}, 'curl', false],
        ['Mozilla/5.0 (X11)', { client: 'website' }, 'website', true],
        ['ZulipMobile/flutter (Android 14)', {}, 'ZulipMobile', true],
        ['zulipterminal/0.7', {}, 'zulipterminal', true],
        ['SvcMobile/1.0', {}, 'SvcMobile', true],
        ['ZulipPython/0.9', {}, 'ZulipPython', false],
        ['curl/8.0', { client: 'ZulipElectron' }, 'ZulipElectron', true],
        ['curl/8.0', { read_by_sender: 'true' }, 'curl', true],
        ['ZulipMobile/1.0', { read_by_sender: 'false' }, 'ZulipMobile', false],
        [`${'x'.repeat(40)}/1.0`, {}, 'x'.repeat(30), false],
      ]
      const [heard] = await heardBy([dov], async () => {
        for (const [userAgent, fields] of CASES)
          succeeded(await sendingAs(dov, userAgent, { type: 'direct', to: `[${dov.id}]`, content: 'x', ...fields }))
      })
      expect(messagesIn(heard!).map(({ message, flags }) => [message.client, flags])).toEqual(
        CASES.map(([, , client, isRead]) => [client, isRead ? ['read'] : []]),
      )
    })
  })

  describe('who may', () => {
    test('members may post to a public channel without being in it; guests may not, nor anyone to a private or archived one', async () => {
      const { ada, cleo, dov, ezra, vault, attic } = await freshRealm()
      const river = await newChannel(ada, 'river', [ada])
      await dov.sends(river, 'water', 'The door opens')
      await ada.sends(vault, 'keys', 'The door opens')
      await changesNothing([ada, cleo, dov, ezra], async () => {
        const tries = (person: Person, to: FieldValue) =>
          person.post('/messages', { type: 'channel', to, topic: 't', content: 'x' })
        const unknown = (stream: string) =>
          refusal(`Channel '${stream}' does not exist`, 'STREAM_DOES_NOT_EXIST', { stream })
        expect(await tries(ezra, 'river')).toEqual(unknown('river'))
        expect(await tries(dov, 'vault')).toEqual(unknown('vault'))
        expect(await tries(cleo, ' Vault ')).toEqual(unknown(' Vault '))
        expect(await tries(cleo, vault.stream_id)).toEqual(
          refusal(`Channel with ID '${vault.stream_id}' does not exist`, 'STREAM_DOES_NOT_EXIST', {
            stream_id: vault.stream_id,
          }),
        )
        expect(await tries(ada, 'attic')).toEqual(refusal("Not authorized to send to channel 'attic'"))
        expect(await tries(ada, attic.stream_id)).toEqual(refusal("Not authorized to send to channel 'attic'"))
      })
    })

    test('a guest who is in a public channel posts there', async () => {
      const { ada, ezra, general } = await freshRealm()
      expect(await contentsHeard([ada], () => ezra.sends(general, 'lunch', 'May I?'))).toEqual([['May I?']])
    })

    test('anyone may post to a channel that is open to the web, guests too', async () => {
      const { realm, ada, ezra } = await freshRealm()
      const river = await newChannel(ada, 'river', [ada])
      await writesTo(realm, 'UPDATE channels SET is_web_public = 1 WHERE stream_id = ?', river.stream_id)
      expect(await contentsHeard([ada], () => ezra.sends(river, 'water', 'May I?'))).toEqual([['May I?']])
    })

    test('a bot made for incoming webhooks may post, and may not ask', async () => {
      const { realm, ada, fig, general } = await freshRealm()
      await writesTo(realm, 'UPDATE users SET bot_type = 2 WHERE user_id = ?', fig.id)
      expect(await contentsHeard([ada], () => fig.sends(general, 'builds', 'Green'))).toEqual([['Green']])
      const notForWebhooks = refusal('This API is not available to incoming webhook bots.', 'UNAUTHORIZED')
      expect(await fig.get('/messages', { anchor: 'newest', num_before: 1 })).toEqual(notForWebhooks)
      expect(await fig.post('/messages/flags', { op: 'add', flag: 'read', messages: [] })).toEqual(notForWebhooks)
    })

    test('a channel may have no general chat, or nothing but', async () => {
      const { realm, ada, dov } = await freshRealm()
      for (const topics_policy of ['disable_empty_topic', 'empty_topic_only', 'inherit', 'allow_empty_topic'])
        await newChannel(ada, topics_policy, [ada, dov])
      await writesTo(realm, 'UPDATE channels SET topics_policy = name WHERE stream_id > 3')
      await writesTo(
        realm,
        `INSERT INTO realm_settings (name, value) VALUES ('topics_policy', '"disable_empty_topic"')`,
      )
      const noGeneralChat = refusal('Sending messages to the general chat is not allowed in this channel.')
      const onlyGeneralChat = refusal('Only the general chat topic is allowed in this channel.')
      const sends = (name: string, topic: string) =>
        dov.post('/messages', { type: 'channel', to: name, topic, content: 'x' })
      for (const name of ['disable_empty_topic', 'inherit']) {
        succeeded(await sends(name, 'lunch'))
        for (const topic of ['', '(no topic)', 'general chat']) expect(await sends(name, topic)).toEqual(noGeneralChat)
      }
      succeeded(await sends('empty_topic_only', ''))
      expect(await sends('empty_topic_only', 'lunch')).toEqual(onlyGeneralChat)
      for (const topic of ['', 'lunch']) succeeded(await sends('allow_empty_topic', topic))
    })

    test('who left a private channel may not post there any more', async () => {
      const { ada, ben, vault } = await freshRealm()
      await ben.sends(vault, 'keys', 'The door opens')
      succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
      await changesNothing([ada, ben], async () => {
        expect(await ben.post('/messages', { type: 'channel', to: 'vault', topic: 'keys', content: 'x' })).toEqual(
          refusal("Not authorized to send to channel 'vault'"),
        )
      })
    })

    test('where a channel lets only some people post, others are refused', async () => {
      const { ada, ben, dov, ezra } = await freshRealm()
      const can_send_message_group = { direct_members: [ben.id], direct_subgroups: [] }
      const news = await newChannel(ada, 'news', [ada, ben, dov, ezra], { can_send_message_group })
      expect(await contentsHeard([dov], () => ben.sends(news, 'today', 'Rain'))).toEqual([['Rain']])
      await changesNothing([ada, dov], async () => {
        for (const person of [ada, dov, ezra])
          expect(await person.post('/messages', { type: 'channel', to: 'news', topic: 'today', content: 'x' })).toEqual(
            refusal('You do not have permission to post in this channel.'),
          )
      })
    })

    test('a bot may post where its owner may', async () => {
      const { ada, ben, dov, fig, vault } = await freshRealm()
      const hers = await newBot(ada, 'gus')
      expect(await contentsHeard([ben], () => hers.sends(vault, 'keys', 'From the bot'))).toEqual([['From the bot']])
      await changesNothing([ada, dov], async () => {
        expect(await fig.post('/messages', { type: 'channel', to: 'vault', topic: 'keys', content: 'x' })).toEqual(
          refusal("Channel 'vault' does not exist", 'STREAM_DOES_NOT_EXIST', { stream: 'vault' }),
        )
      })
    })
  })

  describe('mentions', () => {
    test('who is named is told so, and only they; a silent mention tells nobody', async () => {
      const { ada, ben, dov, general } = await freshRealm()
      const [hers, his] = await flagsHeard([ada, ben], async () => {
        await dov.sends(general, 'lunch', 'Pizza, @**Ada**?')
        await dov.sends(general, 'lunch', `Pizza, @**Ben|${ben.id}**?`)
        await dov.sends(general, 'lunch', 'As @_**Ada** says')
        await dov.sends(general, 'lunch', '`@**Ada**`')
        await dov.sendsDirectly([ada, ben], '@**Ada**')
      })
      expect(hers).toEqual([['mentioned'], [], [], [], ['mentioned']])
      expect(his).toEqual([[], ['mentioned'], [], [], []])
    })

    test('who is named by way of a group is told so', async () => {
      const { ada, cleo, dov, ezra, general } = await freshRealm()
      const heard = await flagsHeard([ada, cleo, ezra], async () => {
        await dov.sends(general, 'lunch', '@*role:moderators*')
        await dov.sends(general, 'lunch', '@_*role:moderators*')
      })
      expect(heard).toEqual([
        [['mentioned'], []],
        [['mentioned'], []],
        [[], []],
      ])
    })

    test('a group that does not let them may be named by them, and not called', async () => {
      const { realm, ada, cleo, dov, general } = await freshRealm()
      await dov.sends(general, 'lunch', '@*role:moderators*: the door opens')
      const can_mention_group = SYSTEM_GROUPS['role:moderators']
      await writesTo(
        realm,
        `UPDATE user_groups SET permissions = json_set(permissions, '$.can_mention_group', ?) WHERE name = 'role:moderators'`,
        can_mention_group,
      )
      const [hers] = await flagsHeard([ada, dov], async () => {
        await cleo.sends(general, 'lunch', '@*role:moderators*')
        await dov.sends(general, 'lunch', '@_*role:moderators*')
      })
      expect(hers).toEqual([['mentioned'], []])
      await changesNothing([ada, dov], async () => {
        expect(
          await dov.post('/messages', { type: 'channel', to: 'general', topic: 'new', content: '@*role:moderators*' }),
        ).toEqual(refusal("You are not allowed to mention user group 'role:moderators'."))
      })
      expect((await dov.sends(general, 'lunch', 'x')).id).toBe(4)
    })

    test('who is named in a channel they are not in hears nothing', async () => {
      const { ada, dov } = await freshRealm()
      const river = await newChannel(dov, 'river', [dov])
      expect(await contentsHeard([ada], () => dov.sends(river, 'water', '@**Ada**'))).toEqual([[]])
    })

    test('a call to the channel reaches everyone in it, a call to the topic those who wrote in it', async () => {
      const { ada, ben, dov, general } = await freshRealm()
      await ada.sends(general, 'lunch', 'I am hungry')
      const everyone = ['stream_wildcard_mentioned', 'wildcard_mentioned']
      const writers = ['topic_wildcard_mentioned', 'wildcard_mentioned']
      const [hers, his, own] = await flagsHeard([ada, ben, dov], async () => {
        for (const word of ['all', 'everyone', 'channel', 'stream']) await dov.sends(general, 'lunch', `@**${word}**`)
        await dov.sends(general, 'Lunch', '@**topic**')
        await dov.sends(general, 'dinner', '@**topic**')
        await dov.sends(general, 'lunch', '@_**all** and @_**topic**')
        await dov.sendsDirectly([ada, ben], '@**all** @**topic**')
      })
      expect(hers).toEqual([everyone, everyone, everyone, everyone, writers, [], [], everyone])
      expect(his).toEqual([everyone, everyone, everyone, everyone, [], [], [], everyone])
      expect(own).toEqual([everyone, everyone, everyone, everyone, writers, writers, [], everyone])
    })

    test('so does a call to the topic reach those who reacted in it, even if they take that back', async () => {
      const { ada, ben, dov, general } = await freshRealm()
      const { id } = await dov.sends(general, 'lunch', 'Soup?')
      const tada = { emoji_name: 'tada' }
      await ada.post(`/messages/${id}/reactions`, tada)
      const [hers, his] = await flagsHeard([ada, ben], () => dov.sends(general, 'lunch', '@**topic**'))
      expect([hers, his]).toEqual([[['topic_wildcard_mentioned', 'wildcard_mentioned']], [[]]])
      await ada.delete(`/messages/${id}/reactions`, tada)
      const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
      expect(messages[0].flags).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned'])
      const [later] = await flagsHeard([ada], () => dov.sends(general, 'lunch', '@**topic** again'))
      expect(later).toEqual([[]])
    })

    test('calling a channel of more than fifteen takes a permission', async () => {
      const { realm, ada, ben, dov, ezra } = await freshRealm()
      const crowd: Person[] = [dov, ezra]
      while (crowd.length < 15) crowd.push(await realm.newPerson(`guest${String.fromCharCode(97 + crowd.length)}`))
      const hall = await newChannel(ada, 'hall', crowd)
      await dov.sends(hall, 'roll call', '@**all**: fifteen of us')
      await ada.subscribes(hall, { principals: [ben.id] })
      expect(await contentsHeard([dov], () => ben.sends(hall, 'roll call', '@**all**'))).toEqual([['@**all**']])
      await changesNothing([dov, ben], async () => {
        for (const content of ['@**all**', '@**topic** and @**everyone**'])
          expect(await dov.post('/messages', { type: 'channel', to: 'hall', topic: 'roll call', content })).toEqual(
            refusal(
              'You do not have permission to use channel wildcard mentions in this channel.',
              'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
            ),
          )
      })
      await dov.sends(hall, 'roll call', '@_**all** and `@**all**` call nobody')
    })

    test('calling a topic in which more than fifteen wrote or reacted takes a permission', async () => {
      const { realm, ada, ben, dov } = await freshRealm()
      const crowd: Person[] = [ada, dov]
      while (crowd.length < 16) crowd.push(await realm.newPerson(`guest${String.fromCharCode(97 + crowd.length)}`))
      const hall = await newChannel(ada, 'hall', [...crowd, ben])
      for (const person of crowd.slice(0, 15)) await person.sends(hall, 'roll call', 'Here')
      const { id } = await dov.sends(hall, 'roll call', '@**topic**: fifteen of us')
      await crowd[15]!.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
      await changesNothing([dov, ben], async () => {
        expect(
          await dov.post('/messages', { type: 'channel', to: 'hall', topic: 'ROLL CALL', content: '@**topic**' }),
        ).toEqual(
          refusal(
            'You do not have permission to use topic wildcard mentions in this topic.',
            'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
          ),
        )
      })
      expect(await contentsHeard([dov], () => ben.sends(hall, 'roll call', '@**topic**'))).toEqual([['@**topic**']])
      await dov.sends(hall, 'another', '@**topic**')
    })
  })

  describe('how it is told', () => {
    describe('each client hears it as it wishes: Markdown or HTML, the picture’s address or not, the general chat by a name or not', () => {
      const knowing = { client_capabilities: { empty_topic_name: true } }
      const picture = expect.stringContaining('gravatar.com/avatar/')
      const CASES: ['ben' | 'cleo', Record<string, FieldValue>, object][] = [
        ['ben', {}, { content: '**Hi**', content_type: 'text/x-markdown', avatar_url: null, subject: 'general chat' }],
        ['ben', { apply_markdown: true }, { content: '<p><strong>Hi</strong></p>', content_type: 'text/html' }],
        ['ben', { client_gravatar: false }, { avatar_url: picture, subject: 'general chat' }],
        ['ben', knowing, { subject: '', avatar_url: null }],
        ['ben', { ...knowing, apply_markdown: true, client_gravatar: false }, { subject: '', avatar_url: picture }],
        // Whose real address they may not see, of them no client can work the picture's address out.
        ['cleo', {}, { content: '**Hi**', avatar_url: picture, subject: 'general chat' }],
        ['cleo', { ...knowing, apply_markdown: true }, { content_type: 'text/html', avatar_url: picture, subject: '' }],
      ]
      test.each(['waits for it', 'comes back for it'])('whoever %s', async (how) => {
        const { realm, dov, general, ...cast } = await freshRealm()
        await writesTo(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
        await dov.sends(general, 'lunch', 'The first of the channel')
        const queues = await Promise.all(CASES.map(([who, client]) => cast[who].registers(client)))
        const waiting = how === 'waits for it' ? queues.map((queue) => queue.poll()) : []
        await untilParked(realm, waiting.length)
        await dov.sends(general, '', '**Hi**')
        const heard = await Promise.all(waiting.length > 0 ? waiting : queues.map((queue) => queue.events()))
        for (const [i, [, , told]] of CASES.entries()) {
          expect(heard[i]).toHaveLength(1)
          expect(heard[i]![0].message).toMatchObject(told)
        }
      })
    })

    test('a queue with a narrow hears of the messages in it and of no other', async () => {
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
      for (const [i, [narrow, heard]] of CASES.entries())
        expect(
          messagesIn(await queues[i]!.events()).map(({ message }) => message.content[0]),
          JSON.stringify(narrow),
        ).toEqual(heard)
    })

    test('a queue’s narrow does not tell whose a hidden address is', async () => {
      const { realm, ben, cleo, dov, general } = await freshRealm()
      await writesTo(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
      const [his, hers] = await Promise.all(
        [ben, cleo].map((person) => person.registers({ narrow: [['sender', dov.email]] })),
      )
      await dov.sends(general, 'lunch', 'Who am I?')
      expect(messagesIn(await his!.events())).toHaveLength(1)
      expect(messagesIn(await hers!.events())).toEqual([])
    })

    test('a narrow a queue cannot have is refused', async () => {
      const { ada } = await freshRealm()
      expect(await ada.post('/register', { narrow: [['dm', 'x']] })).toEqual(refusal('Operator dm not supported.'))
      expect(await ada.post('/register', { narrow: [['is', 'followed']] })).toEqual(
        refusal('Operand followed not supported.'),
      )
    })

    test('a member may ask to hear everything said in public channels; a guest may not', async () => {
      const { ada, cleo, ezra, vault } = await freshRealm()
      const river = await newChannel(ada, 'river', [ada])
      const [everything, own] = [await cleo.registers({ all_public_streams: true }), await cleo.registers()]
      await ada.sends(river, 'water', 'Public')
      await ada.sends(vault, 'keys', 'Private')
      await ada.sendsDirectly([ezra], 'Direct')
      expect(messagesIn(await everything.events()).map(({ message }) => message.content)).toEqual(['Public'])
      expect(messagesIn(await own.events())).toEqual([])
      expect(await ezra.post('/register', { all_public_streams: true })).toEqual(
        refusal('User not authorized for this query'),
      )
    })
  })
})
