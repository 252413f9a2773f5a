import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { picking, type Pick } from '../prove/chances'
import { breakR2, bytesOf, fileOf, formWith, keysOf, uploaded, visit } from '../support/files'
import {
  beforeD1IsRead,
  breakD1,
  evict,
  holdAlarms,
  hush,
  passTime,
  refused,
  RESTARTS,
  ringByHand,
} from '../support/faults'
import {
  downloaded,
  EXPORT,
  exported,
  exportsKnownTo,
  pathOf,
  untilSettled,
  watchGets,
  watchPuts,
} from '../support/exports'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { copyFirstMessage, rowsIn, stopClock, writesTo } from '../support/tables'

const DAY = 86_400
const consents = async (person: Person, consented = true) =>
  succeeded(await person.patch('/settings', { allow_private_data_export: consented }))
const linkTo = ({ url, filename }: { url: string; filename: string }) => `[${filename}](${url})`
const contentsOf = (messages: Json[]): string[] => messages.map(({ content }) => content)

/** Nothing is done by itself: tests ring when they mean to. */
async function quietRealm(): Promise<Cast> {
  const cast = await freshRealm()
  await holdAlarms(cast.realm)
  return cast
}

describe('POST /export/realm', () => {
  test('puts together what there is, and administrators hear of each step', async () => {
    const { realm, ada, ben, cleo, dov } = await quietRealm()
    const now = Math.floor(Date.now() / 1000)
    await stopClock(realm, now)
    const heard = await receivedBy([ada, ben, cleo, dov], async () => {
      expect(await ada.post('/export/realm')).toEqual({ ...SUCCESS, id: 1 })
      await untilSettled(realm, ada)
    })
    const [adas, bens, ...others] = heard
    const told = {
      id: 1,
      acting_user_id: ada.id,
      export_time: now,
      deleted_timestamp: null,
      failed_timestamp: null,
      export_type: 1,
    }
    const export_url = expect.stringMatching(
      new RegExp(`^${realm.url}/exports/1/[A-Za-z0-9]{43}/${realm.name}-export-1\\.tar$`),
    )
    const steps = [
      { type: 'realm_export', exports: [{ ...told, pending: true, export_url: null }] },
      { type: 'realm_export', exports: [{ ...told, pending: false, export_url }] },
    ]
    expect(bens!.able).toEqual(steps)
    expect(adas!.able.slice(0, 2)).toEqual(steps)
    expect(adas!.able[2]).toMatchObject({
      type: 'message',
      message: { sender_full_name: 'Notification Bot', content: expect.stringContaining('is ready') },
    })
    expect(adas!.able).toHaveLength(3)
    for (const { plain, able } of others) expect([...plain, ...able]).toEqual([])
    expect(await exportsKnownTo(ben)).toEqual(steps[1]!.exports)
  })

  test('is for administrators, as is all else about exports', async () => {
    const { ada, ben, cleo, dov, ezra, fig, realm } = await quietRealm()
    succeeded(await ben.post('/export/realm'))
    const asked: ((person: Person) => Promise<Json>)[] = [
      (person) => person.get('/export/realm'),
      (person) => person.post('/export/realm'),
      (person) => person.get('/export/realm/consents'),
      (person) => person.delete('/export/realm/1'),
    ]
    await changesNothing([ada, dov], async () => {
      for (const ask of asked) {
        for (const person of [cleo, dov, ezra, fig])
          expect(await ask(person)).toEqual(refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'))
      }
      expect((await realm.request('/export/realm', { method: 'POST' })).status).toBe(401)
    })
    expect(await exportsKnownTo(ada)).toHaveLength(1)
  })

  test.for(['0', '3', '-1', '1.5', 'public', 'full_with_consent', '', 'null', 'true', '[1]'])(
    'makes nothing of the type %s, and nothing changes',
    async (export_type) => {
      const { ada } = await quietRealm()
      await changesNothing([ada], async () =>
        expect(await ada.post('/export/realm', { export_type })).toMatchObject({
          result: 'error',
          code: 'BAD_REQUEST',
        }),
      )
      expect(await exportsKnownTo(ada)).toEqual([])
    },
  )

  test('can be asked five times in a week, whatever became of them', async () => {
    const { realm, ada, ben } = await quietRealm()
    await exported(realm, ada)
    succeeded(await ada.delete('/export/realm/1'))
    for (const person of [ada, ben, ada]) succeeded(await person.post('/export/realm'))
    await passTime(realm, DAY)
    succeeded(await ben.post('/export/realm'))
    await changesNothing([ada], async () =>
      expect(await ada.post('/export/realm')).toEqual(refusal('Exceeded rate limit.')),
    )
    await passTime(realm, 6 * DAY)
    for (const id of [6, 7, 8, 9]) expect(succeeded(await ada.post('/export/realm')).id).toBe(id)
    expect(await ada.post('/export/realm')).toEqual(refusal('Exceeded rate limit.'))
  })

  test('is refused where there is too much to make an archive of', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await copyFirstMessage(realm, 250_001)
    const manual = refusal('Please request a manual export from whoever runs this server.')
    expect(await ada.post('/export/realm')).toEqual(manual)
    await writesTo(realm, 'DELETE FROM message_index WHERE id = 7')
    await uploaded(dov)
    await writesTo(realm, 'UPDATE attachments SET size = ?', 10 * 1024 ** 3 + 1)
    expect(await ada.post('/export/realm')).toEqual(manual)
    await writesTo(realm, 'UPDATE attachments SET size = ?', 10 * 1024 ** 3)
    expect(await exportsKnownTo(ada)).toEqual([])
    succeeded(await ada.post('/export/realm'))
  })
})

describe('a public export', () => {
  test('has what everyone may see', async () => {
    const { realm, ada, dov, ezra, general, attic } = await quietRealm()
    const notes = await uploaded(dov, fileOf('Notes', 'my notes.txt'))
    const { id } = await dov.sends(general, 'lunch', `Pizza, **Ezra**? ${linkTo(notes)}`)
    succeeded(await ezra.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await dov.sends(general, '', '/me waits')
    succeeded(await ada.request('/realm/emoji/parley', { method: 'POST', body: formWith(fileOf(PNG)) }).then(jsonOf))
    succeeded(await dov.request('/users/me/avatar', { method: 'POST', body: formWith(fileOf(PNG)) }).then(jsonOf))
    succeeded(await ada.request('/realm/icon', { method: 'POST', body: formWith(fileOf(PNG)) }).then(jsonOf))

    const files = await downloaded(realm, await exported(realm, ada))

    expect(files.names).toEqual([
      'organization.json',
      'pictures/icon',
      'emoji/1.png',
      'users-000001.json',
      `avatars/${dov.id}`,
      'groups-000001.json',
      'channels-000001.json',
      'messages-000001.json',
      'attachments-000001.json',
      `attachments${notes.url.slice('/user_uploads'.length)}`,
    ])
    expect(files.text(files.names.at(-1)!)).toBe('Notes')
    expect(files.files.get('emoji/1.png')).toEqual(PNG)
    const { messages } = succeeded(
      await ezra.get('/messages', { anchor: 'oldest', num_after: 10, allow_empty_topic_name: true }),
    )
    const [message] = files.all('messages')
    const { flags: _, avatar_url: __, content: rendered_content, content_type: ___, ...told } = messages[0]
    expect(message).toEqual({ ...told, rendered_content, content: `Pizza, **Ezra**? ${linkTo(notes)}` })
    expect(message.reactions).toHaveLength(1)
    expect(files.all('messages')).toMatchObject([{ id }, { subject: '', is_me_message: true }])
    expect(files.all('channels').map(({ name }) => name)).toEqual([general.name, attic.name])
    expect(files.all('channels')[0].subscribers).toContain(ezra.id)
    expect(files.all('users').map(({ full_name }) => full_name)).toContain('Fig')
    expect(files.all('groups').map(({ name }) => name)).toContain('role:owners')
    expect(files.organization).toMatchObject({ string_id: realm.name, settings: { invite_required: true } })
    expect(files.all('attachments')).toMatchObject([{ name: 'my notes.txt', owner_id: dov.id, size: 5 }])
  })

  test('has nothing of anybody’s, not even of those who consented', async () => {
    const { realm, ada, ben, dov, ezra, general, vault } = await quietRealm()
    await consents(ada)
    const hidden = 4
    succeeded(await dov.patch('/settings', { email_address_visibility: hidden }))
    const secret = await uploaded(ada, fileOf('The plan', 'plan.txt'))
    const spare = await uploaded(ada, fileOf('Not sent', 'spare.txt'))
    await ada.sends(vault, 'uprising', `Under the mat ${linkTo(secret)}`)
    await ada.sendsDirectly([ben], 'Between us')
    await ben.sends(vault, 'uprising', 'Hush')
    await ada.sends(general, 'lunch', 'Soup')
    const draft = { type: 'stream', to: [1], topic: 'lunch', content: 'Unsaid', timestamp: 1_900_000_000 }
    succeeded(await ada.post('/drafts', { drafts: [draft] }))
    succeeded(await ada.post('/users/me/alert_words', { alert_words: ['pineapple'] }))
    succeeded(await ezra.post('/users/me/alert_words', { alert_words: ['olives'] }))

    const files = await downloaded(realm, await exported(realm, ada))

    expect(contentsOf(files.all('messages'))).toEqual(['Soup'])
    const private_things = [
      'vault',
      'uprising',
      'mat',
      'Between us',
      'Hush',
      'The plan',
      'plan.txt',
      'Not sent',
      'spare',
    ]
    for (const words of [...private_things, 'Unsaid', 'pineapple', 'olives', dov.email])
      expect(files.everything).not.toContain(words)
    expect(files.everything).toContain(ben.email)
    expect([secret, spare].some(({ url }) => files.everything.includes(url.split('/')[4]!))).toBe(false)
  })
})

describe('an export with consent', () => {
  const full = { export_type: EXPORT.fullWithConsent }

  test('has the conversations that somebody consented to who takes part in them', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general, vault } = await quietRealm()
    const cellar = await newChannel(cleo, 'cellar', [cleo, ezra], { invite_only: true })
    const club = await newChannel(ada, 'club', [ada, dov], { invite_only: true, history_public_to_subscribers: true })
    await ada.sends(vault, 'keys', 'In the vault')
    await cleo.sends(cellar, 'wine', 'In the cellar')
    await ada.sends(club, 'chess', 'In the club')
    await dov.sends(general, 'lunch', 'In general')
    await cleo.sendsDirectly([ezra], 'Neither consents')
    await cleo.sendsDirectly([dov, ezra], 'One consents')
    await dov.sendsDirectly([dov], 'To himself')
    await ada.sendsDirectly([ben], 'Hers alone')
    await consents(dov)

    const files = await downloaded(realm, await exported(realm, ben, full))

    expect(contentsOf(files.all('messages'))).toEqual(['In the club', 'In general', 'One consents', 'To himself'])
    expect(files.all('channels').map(({ name }) => name)).toEqual(['general', 'attic', 'club'])
    for (const words of ['vault', 'keys', 'cellar', 'wine', 'Neither', 'Hers'])
      expect(files.everything).not.toContain(words)
  })

  test('has of a protected history what those have received who consented', async () => {
    const { realm, ada, ben, dov, ezra, vault } = await quietRealm()
    await ada.sends(vault, 'keys', 'Before')
    await ada.subscribes(vault, { principals: [dov.id, ezra.id] })
    await ada.sends(vault, 'keys', 'While both are here')
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals: [dov.id] }))
    await ada.sends(vault, 'keys', 'After')
    await consents(ezra)
    await consents(dov)
    const files = await downloaded(realm, await exported(realm, ben, full))
    expect(contentsOf(files.all('messages'))).toEqual(['While both are here', 'After'])
    // Whoever is there no longer cannot give it away.
    await consents(ezra, false)
    expect((await downloaded(realm, await exported(realm, ben, full))).everything).not.toContain('vault')
  })

  test('has what they have to themselves who consented, and nobody else', async () => {
    const { realm, ada, dov, ezra, general, vault } = await quietRealm()
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    const draft = { type: 'stream', to: [general.stream_id], topic: 'x', timestamp: 1_900_000_000 }
    for (const person of [dov, ezra]) {
      const { full_name } = person.account
      succeeded(await person.patch('/settings', { email_address_visibility: 4 }))
      succeeded(await person.post('/drafts', { drafts: [{ ...draft, content: `Unsaid by ${full_name}` }] }))
      succeeded(await person.post('/users/me/alert_words', { alert_words: [`word of ${full_name}`] }))
      succeeded(await person.post('/saved_snippets', { title: `Often ${full_name}`, content: 'x' }))
      await uploaded(person, fileOf(`Kept by ${full_name}`, 'kept.txt'))
      succeeded(await person.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
    }
    await ada.subscribes(vault, { principals: [dov.id] })
    const there = await ada.sends(vault, 'keys', 'Under the mat')
    for (const message_id of [id, there.id])
      succeeded(await dov.post('/reminders', { message_id, scheduled_delivery_timestamp: 4_000_000_000 }))
    const topic = { stream_id: vault.stream_id, topic: 'keys', visibility_policy: 3 }
    succeeded(await dov.post('/user_topics', topic))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals: [dov.id] }))
    await consents(dov)

    const files = await downloaded(realm, await exported(realm, ada, full))

    const [person, ...others] = files.all('personal', 'people')
    expect(others).toEqual([])
    expect(person).toMatchObject({
      user_id: dov.id,
      settings: { allow_private_data_export: true },
      subscriptions: [{ stream_id: general.stream_id }],
      reminders: [{ reminder_target_message_id: id }],
      starred_messages: [id],
      alert_words: ['word of Dov'],
      drafts: [{ content: 'Unsaid by Dov' }],
      saved_snippets: [{ title: 'Often Dov' }],
    })
    expect(person.subscriptions).toHaveLength(1)
    expect(files.everything).toContain('Kept by Dov')
    for (const words of ['vault', 'keys', 'of Ezra', 'by Ezra', 'Often Ezra', ezra.email])
      expect(files.everything).not.toContain(words)
    expect(files.all('users').find(({ user_id }) => user_id === dov.id).delivery_email).toBe(dov.email)
  })

  test('has in one file no more than the realm can hold, however much people keep for themselves', async () => {
    const { realm, ada, ben, dov, ezra } = await quietRealm()
    const people = [ada, ben, dov, ezra]
    const put = `INSERT INTO drafts (user_id, type, recipients, topic, content, timestamp) VALUES (?, '', '[]', '', ?, 1)`
    for (const person of people) {
      await consents(person)
      for (let nth = 0; nth < 2; nth++) await writesTo(realm, put, person.id, 'x'.repeat(1_200_000))
    }
    const files = await downloaded(realm, await exported(realm, ada, full))
    expect(files.names.filter((name) => name.startsWith('personal-'))).toEqual(
      people.map((_, nth) => `personal-00000${nth + 1}.json`),
    )
    const told = files.all('personal', 'people').map(({ user_id, drafts }) => [user_id, drafts.length])
    expect(told).toEqual(people.map(({ id }) => [id, 2]))
  })

  test('is of those who consented when it was asked for, and still do when it is made', async () => {
    const { realm, ada, cleo, dov, ezra } = await quietRealm()
    await dov.sendsDirectly([cleo], 'His')
    await ezra.sendsDirectly([cleo], 'Theirs')
    await consents(dov)
    succeeded(await ada.post('/export/realm', full))
    await consents(dov, false)
    await consents(ezra)
    await untilSettled(realm, ada)
    const files = await downloaded(realm, (await exportsKnownTo(ada))[0])
    expect(files.names.filter((name) => /messages|personal/.test(name))).toEqual([])
  })
})

describe('what is in any export', () => {
  test('is what had been said when it was asked for, as it is when it is made', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    const [edited, deleted] = [await dov.sends(general, 'lunch', 'Pizza?'), await dov.sends(general, 'lunch', 'No')]
    await dov.sends(garden, 'tools', 'A spade')
    const moved = await dov.sends(general, 'tools', 'A rake')
    succeeded(await ada.post('/export/realm'))
    await dov.sends(general, 'lunch', 'Too late')
    succeeded(await dov.patch(`/messages/${edited.id}`, { content: 'Soup?' }))
    succeeded(await ada.delete(`/messages/${deleted.id}`))
    succeeded(await ada.patch(`/streams/${garden.stream_id}`, { is_private: true }))
    succeeded(await ada.patch(`/messages/${moved.id}`, { topic: 'spades' }))
    await untilSettled(realm, ada)
    const files = await downloaded(realm, (await exportsKnownTo(ada))[0])
    expect(files.all('messages')).toMatchObject([{ content: 'Soup?' }, { content: 'A rake', subject: 'spades' }])
    for (const words of ['Too late', 'garden', 'A spade']) expect(files.everything).not.toContain(words)
  })

  test('leaves out what becomes private while D1 is asked for it', async () => {
    const { realm, ada, dov } = await quietRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    await dov.sends(garden, 'tools', 'A spade')
    await ringByHand(realm)
    await evict(realm)
    succeeded(await ada.post('/export/realm'))
    beforeD1IsRead(realm, async () => succeeded(await ada.patch(`/streams/${garden.stream_id}`, { is_private: true })))
    await untilSettled(realm, ada)
    const files = await downloaded(realm, (await exportsKnownTo(ada))[0])
    expect(files.everything).not.toContain('A spade')
  })

  test('has no keys and no passwords, nor where R2 keeps what', async () => {
    const { realm, ada, dov, ezra, fig, general } = await quietRealm()
    for (const person of [ada, dov, ezra]) await consents(person)
    await uploaded(dov)
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(
      await dov.post('/bots', {
        full_name: 'Hal',
        short_name: 'hal',
        bot_type: 3,
        payload_url: 'https://h.example.com',
      }),
    )
    const { everything } = await downloaded(realm, await exported(realm, ada, { export_type: EXPORT.fullWithConsent }))
    const secrets = [
      ...(await rowsIn(realm, 'SELECT key_hash AS secret FROM api_keys')),
      ...(await rowsIn(realm, 'SELECT password_hash AS secret FROM users WHERE password_hash IS NOT NULL')),
      ...(await rowsIn(realm, 'SELECT key_seed AS secret FROM bots')),
      ...(await rowsIn(realm, 'SELECT secret FROM exports')),
    ].map(({ secret }) => secret)
    expect(secrets.length).toBeGreaterThan(9)
    for (const secret of [...secrets, ...[ada, dov, fig].map(({ account }) => account.api_key), 'scrypt$', '"key"'])
      expect(everything).not.toContain(secret)
  })

  test.for([
    ['many', 'Pizza?', 2500, 3],
    ['long', 'Pizza?'.repeat(1600), 600, 6],
  ] as const)('is in as many files as it takes where messages are %s', async ([, content, count, most]) => {
    const { realm, ada, dov, general } = await quietRealm()
    await dov.sends(general, 'lunch', content)
    await ringByHand(realm)
    await copyFirstMessage(realm, count)
    await env.DB.prepare(
      `INSERT INTO messages (realm_id, id, version, content, rendered_content, client, is_me_message)
       SELECT realm_id, json_each.value, version, content || json_each.value, rendered_content, client, is_me_message
       FROM messages, json_each(?) WHERE realm_id = ? AND messages.id = 1`,
    )
      .bind(JSON.stringify(Array.from({ length: count - 1 }, (_, nth) => nth + 2)), realm.name)
      .run()
    await holdAlarms(realm)
    const files = await downloaded(realm, await exported(realm, ada))
    const pages = files.names.filter((name) => name.startsWith('messages-'))
    expect(pages).toEqual(Array.from({ length: most }, (_, nth) => `messages-00000${nth + 1}.json`))
    const messages = files.all('messages')
    expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, nth) => nth + 1))
    expect(messages.at(-1)).toMatchObject({ content: `${content}${count}`, sender_id: dov.id, subject: 'lunch' })
  })
})

/**
 * Whatever was said and moved, by whoever came and went: with consent, an export has what everybody may read, and what
 * those may read who consented, being asked for each message by its id; and nothing more.
 */
describe('after anything, in any order', () => {
  test.for([1, 2, 3, 4, 5, 6])('it has what those may read who consented: seed %i', async (seed) => {
    const { realm, ada, ben, cleo, dov, ezra, general, vault } = await quietRealm()
    const club = await newChannel(ada, 'club', [ada, dov], { invite_only: true, history_public_to_subscribers: true })
    const others = [ben, cleo, dov, ezra]
    const [people, channels] = [
      [ada, ...others],
      [general, vault, club],
    ]
    const pick = chances(seed)
    for (let nth = 0; nth < 80; nth++) {
      const [actor, channel, id] = [pick(people), pick(channels), Math.ceil(nth / 4)]
      await pick([
        () => actor.post('/messages', { type: 'channel', to: channel.stream_id, topic: pick(TOPICS), content: 'x' }),
        () => actor.post('/messages', { type: 'channel', to: channel.stream_id, topic: pick(TOPICS), content: 'y' }),
        () => actor.post('/messages', { type: 'direct', to: [pick(people).id], content: 'z' }),
        () => ada.post('/users/me/subscriptions', { subscriptions: [channel], principals: [pick(others).id] }),
        () => ada.post('/users/me/subscriptions', { subscriptions: [channel], principals: [pick(others).id] }),
        () => pick(others).delete('/users/me/subscriptions', { subscriptions: [channel.name] }),
        () => ada.patch(`/messages/${id}`, { stream_id: channel.stream_id, propagate_mode: pick(MODES) }),
        () => ada.patch(`/messages/${id}`, { topic: pick(TOPICS), propagate_mode: pick(MODES) }),
        () => ada.patch(`/streams/${general.stream_id}`, { is_private: pick([true, false]) }),
      ])()
    }
    const consenting = new Set([pick(others), pick(others)])
    for (const person of consenting) await consents(person)
    const last = Number((await rowsIn(realm, 'SELECT max(id) AS id FROM message_index'))[0].id)
    const message_ids = Array.from({ length: last }, (_, nth) => nth + 1)
    const readBy = async (person: Person): Promise<Json[]> =>
      succeeded(await person.get('/messages', { message_ids })).messages
    const read = (await Promise.all([...consenting, await realm.newPerson('gwen')].map(readBy))).flat()

    const files = await downloaded(realm, await exported(realm, ben, { export_type: EXPORT.fullWithConsent }))

    const idsOf = (messages: Json[]) => [...new Set<number>(messages.map(({ id }) => id))].sort((a, b) => a - b)
    expect(idsOf(files.all('messages'))).toEqual(idsOf(read))
    // Without consent, it is what a newcomer reads.
    const open = await downloaded(realm, await exported(realm, ben))
    expect(idsOf(open.all('messages'))).toEqual(idsOf(await readBy(await realm.newPerson('hal'))))
  })
})

/** The same each time for one seed. */
function chances(seed: number): Pick {
  const numbers = [seed]
  while (numbers.length < 1000) numbers.push((numbers.at(-1)! * 1_664_525 + 1_013_904_223) % 4_294_967_296)
  // The lowest digits of such numbers hardly change.
  return picking(numbers.map((number) => Math.floor(number / 65_536)))
}

const TOPICS = ['lunch', 'dinner', '']
const MODES = ['change_one', 'change_later', 'change_all']

describe('an export that something goes wrong with', () => {
  for (const { how, restart } of RESTARTS)
    test(`goes on where it was after the object ${how}`, async () => {
      const { realm, ada, dov, general } = await quietRealm()
      await dov.sends(general, 'lunch', 'Pizza?')
      succeeded(await ada.post('/export/realm'))
      const names = await watchPuts(realm)
      await ringByHand(realm)
      expect(names.length).toBeGreaterThan(0)
      expect((await exportsKnownTo(ada))[0].pending).toBe(true)
      await restart(realm)
      await holdAlarms(realm)
      await untilSettled(realm, ada)
      expect(new Set(names).size).toBe(names.length)
      const files = await downloaded(realm, (await exportsKnownTo(ada))[0])
      expect(contentsOf(files.all('messages'))).toEqual(['Pizza?'])
    })

  test('does a bite again in which the object died, and that one only', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post('/export/realm'))
    hush('error')
    // It dies at every third file that R2 has kept.
    const names = await watchPuts(realm, (nth) => nth % 3 === 0)
    for (let days = 0; days < 40 && (await exportsKnownTo(ada))[0].pending; days++) {
      await ringByHand(realm).catch(() => undefined)
      await holdAlarms(realm)
      await passTime(realm, 200 * days)
    }
    const [told] = await exportsKnownTo(ada)
    expect(told).toMatchObject({ pending: false, failed_timestamp: null })
    const times = Map.groupBy(names, (name) => name)
    expect([...times.values()].some((each) => each.length > 1)).toBe(true)
    const files = await downloaded(realm, told)
    expect(files.names).toHaveLength(5)
    expect(contentsOf(files.all('messages'))).toEqual(['Pizza?'])
    // What was put twice is there once, and nothing beside it is left to delete.
    await passTime(realm, DAY)
    await ringByHand(realm)
    expect(await keysOf(realm)).toHaveLength(10)
    expect((await downloaded(realm, told)).names).toEqual(files.names)
  })

  test('waits while D1 is away, and is made when it is back', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await passTime(realm, 5)
    await ringByHand(realm)
    await evict(realm)
    await holdAlarms(realm)
    succeeded(await ada.post('/export/realm'))
    const said = hush('error')
    const { mend } = breakD1(realm, refused)
    for (let rings = 0; rings < 4; rings++) await ringByHand(realm)
    expect((await exportsKnownTo(ada))[0]).toMatchObject({ pending: true })
    expect(said.some((words) => words.includes('make_exports'))).toBe(true)
    mend()
    await passTime(realm, 60)
    await untilSettled(realm, ada)
    const files = await downloaded(realm, (await exportsKnownTo(ada))[0])
    expect(contentsOf(files.all('messages'))).toEqual(['Pizza?'])
  })

  test('says nothing to anybody of an organization that is closed, and is there when it is opened again', async () => {
    const { realm, ada } = await quietRealm()
    succeeded(await ada.post('/export/realm'))
    succeeded(await ada.post('/realm/deactivate'))
    const said = await rowsIn(realm, 'SELECT id FROM message_index')
    for (let rings = 0; rings < 10; rings++) await ringByHand(realm)
    expect(await rowsIn(realm, 'SELECT id FROM message_index')).toEqual(said)
    const authorization = `Bearer ${env.DEPLOYMENT_SECRET}`
    expect(await realm.post('/realm/reactivate', {}, { headers: { authorization } })).toEqual(SUCCESS)
    expect(await exportsKnownTo(ada)).toMatchObject([{ pending: false, export_url: expect.any(String) }])
  })

  test('is given up in the end: administrators hear of it, whoever asked is told, and nothing stays of it', async () => {
    const { realm, ada, ben, dov, general } = await quietRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post('/export/realm'))
    await ringByHand(realm)
    expect(await keysOf(realm)).not.toEqual([])
    hush('error')
    const mend = breakR2(realm, 'put')
    const [hers, his, others] = await Promise.all(
      [ada, ben, dov].map((person) => person.registers({ queue_lifespan_secs: 7 * DAY })),
    )
    for (let hours = 0; hours < 8; hours++) {
      await passTime(realm, 3601)
      await ringByHand(realm).catch(() => undefined)
      expect((await exportsKnownTo(ada))[0].pending).toBe(hours < 7)
    }
    const failed = { pending: false, failed_timestamp: expect.any(Number), export_url: null }
    expect(await his!.events()).toMatchObject([{ type: 'realm_export', exports: [failed] }])
    expect(await hers!.events()).toMatchObject([{}, { message: { content: expect.stringContaining('failed') } }])
    expect(await others!.events()).toEqual([])
    mend()
    await passTime(realm, DAY)
    await ringByHand(realm)
    expect(await keysOf(realm)).toEqual([])
    expect(await ada.delete('/export/realm/1')).toEqual(refusal('Export failed, nothing to delete'))
    // The next one is none the worse for it.
    expect(await exported(realm, ada)).toMatchObject({ id: 2, failed_timestamp: null })
  })
})

describe('GET /exports/:export_id/:secret/:filename', () => {
  test('is for whoever has the address, and for nobody who guesses', async () => {
    const { realm, ada, ben } = await quietRealm()
    const elsewhere = await freshRealm()
    const pending = succeeded(await ada.post('/export/realm'))
    const [{ secret }] = await rowsIn(realm, 'SELECT secret FROM exports')
    expect((await visit(realm, `/exports/${pending.id}/${secret}/x.tar`)).status).toBe(404)
    await untilSettled(realm, ada)
    const [told] = await exportsKnownTo(ada)
    const path = pathOf(told)
    for (const who of [realm, ben]) {
      const response = await visit(who, path)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="${realm.name}-export-1.tar"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      await response.body!.cancel()
    }
    const head = await visit(realm, path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const other = `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`
    for (const wrong of [`1/${other}`, `1/${secret.slice(0, -1)}`, `1/${secret}x`, `2/${secret}`, `0/${secret}`])
      expect((await visit(ada, `/exports/${wrong}/x.tar`)).status, wrong).toBe(404)
    expect((await visit(ada, `/exports/x/${secret}/x.tar`)).status).toBe(404)
    expect((await visit(elsewhere.ada, path)).status).toBe(404)
  })

  test('gives nothing away of an organization that is closed', async () => {
    const { realm, ada } = await quietRealm()
    const told = await exported(realm, ada)
    expect((await visit(realm, pathOf(told), { method: 'HEAD' })).status).toBe(200)
    succeeded(await ada.post('/realm/deactivate'))
    expect((await visit(realm, pathOf(told))).status).toBe(404)
  })

  test('has no file that is gone since, and says so while R2 is away', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    const [kept, gone] = [await uploaded(dov, fileOf('Kept')), await uploaded(dov, fileOf('Gone'))]
    await dov.sends(general, 'lunch', `${linkTo(kept)} ${linkTo(gone)}`)
    const told = await exported(realm, ada)
    const { attachments } = succeeded(await dov.get('/attachments'))
    succeeded(await dov.delete(`/attachments/${attachments[1].id}`))
    await ringByHand(realm)
    const { names, everything } = await downloaded(realm, told)
    expect(names.filter((name) => name.startsWith('attachments/'))).toHaveLength(1)
    expect(everything).toContain('Kept')
    expect(everything).not.toContain('\nGone')
    hush('error')
    breakR2(realm, 'head')
    const response = await visit(realm, pathOf(told))
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'STORE_UNAVAILABLE' }])
  })

  test('breaks off where a file of the export itself is missing', async () => {
    const { realm, ada } = await quietRealm()
    const told = await exported(realm, ada)
    for (const part of [/along\/users-/, /[^/]{43}\/users-/]) {
      const key = (await keysOf(realm)).find((each) => part.test(each))!
      await env.FILES.delete(`${realm.name}/${key}`)
      await expect(downloaded(realm, told)).rejects.toThrow('R2 has lost users-000001.json')
    }
  })

  test('holds names of any length and letters, and files of any size', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    const names = ['履歴書.pdf', `${'x'.repeat(251)}.txt`, 'é'.repeat(120), 'plain.bin', 'empty.txt']
    const sizes = [513, 512, 511, 3_000_000, 0]
    for (const [nth, name] of names.entries()) {
      const file = await uploaded(dov, fileOf(new Uint8Array(sizes[nth]!).fill(nth + 1), name))
      await dov.sends(general, 'files', linkTo(file))
    }
    const { files } = await downloaded(realm, await exported(realm, ada))
    const found = [...files].filter(([name]) => name.startsWith('attachments/'))
    expect(found.map(([name, bytes]) => [name.split('/').at(-1), bytes.length])).toEqual(
      names.map((name, nth) => [name, sizes[nth]]),
    )
    for (const [nth, [, bytes]] of found.entries()) expect(bytes.every((byte) => byte === nth + 1)).toBe(true)
  })
})

describe('downloading an export', () => {
  test('asks R2 for as much as is wanted, and for nothing more once nobody listens', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    for (let nth = 0; nth < 7; nth++) {
      const file = await uploaded(dov, fileOf(bytesOf(3_000_000), `${nth}.bin`))
      await dov.sends(general, 'files', linkTo(file))
    }
    const told = await exported(realm, ada)
    const gets = watchGets(realm)
    const response = await visit(realm, pathOf(told))
    const reader = response.body!.getReader()
    let came = 0
    while (came < 1_000_000) came += (await reader.read()).value!.length
    const uploads = () => gets.filter((key) => key.startsWith('uploads/'))
    expect(uploads().length).toBeLessThan(5)
    await reader.cancel()
    const asked = gets.length
    expect(succeeded(await ada.get('/export/realm')).exports).toHaveLength(1)
    expect(gets).toHaveLength(asked)
    expect((await downloaded(realm, told)).names.filter((name) => name.startsWith('attachments/'))).toHaveLength(7)
  })
})

describe('DELETE /export/realm/:export_id', () => {
  test('takes an export away: its address leads nowhere, R2 keeps nothing, and administrators hear of it', async () => {
    const { realm, ada, ben, dov } = await quietRealm()
    const told = await exported(realm, ada)
    expect(await keysOf(realm)).not.toEqual([])
    const now = 1_900_000_000
    await stopClock(realm, now)
    const [adas, dovs] = await receivedBy([ada, dov], async () =>
      expect(await ben.delete('/export/realm/1')).toEqual(SUCCESS),
    )
    const gone = { ...told, deleted_timestamp: now, export_url: null }
    expect(adas!.able).toEqual([{ type: 'realm_export', exports: [gone] }])
    expect(dovs!.able).toEqual([])
    expect(await exportsKnownTo(ben)).toEqual([gone])
    expect((await visit(realm, pathOf(told))).status).toBe(404)
    await ringByHand(realm)
    expect(await keysOf(realm)).toEqual([])
  })

  test('takes nothing away that is not there, and nothing changes', async () => {
    const { realm, ada } = await quietRealm()
    await exported(realm, ada)
    succeeded(await ada.delete('/export/realm/1'))
    succeeded(await ada.post('/export/realm'))
    await changesNothing([ada], async () => {
      expect(await ada.delete('/export/realm/1')).toEqual(refusal('Export already deleted'))
      expect(await ada.delete('/export/realm/2')).toEqual(refusal('Export still in progress'))
      for (const id of [0, 3, 9_007_199_254_740_991])
        expect(await ada.delete(`/export/realm/${id}`)).toEqual(refusal('Invalid data export ID'))
      for (const id of ['x', '-1', '1.5', '1e400'])
        expect(await ada.delete(`/export/realm/${id}`)).toMatchObject({ result: 'error' })
    })
  })
})

describe('GET /export/realm/consents', () => {
  test('says of everyone who could consent whether they do, and administrators hear when that changes', async () => {
    const { ada, ben, cleo, dov, ezra, realm } = await quietRealm()
    const gwen = await realm.newPerson('gwen')
    succeeded(await ada.delete(`/users/${gwen.id}`))
    const listed = async () => succeeded(await ben.get('/export/realm/consents')).export_consents
    const nobody = [ada, ben, cleo, dov, ezra].map(({ id }) => ({ user_id: id, consented: false }))
    expect(await listed()).toEqual(nobody)

    const [adas, dovs, cleos] = await receivedBy([ada, dov, cleo], () => consents(dov))

    const consentTold = { type: 'realm_export_consent', user_id: dov.id, consented: true }
    expect(adas!.able).toEqual([consentTold])
    expect(dovs!.able).toMatchObject([{ type: 'user_settings', property: 'allow_private_data_export', value: true }])
    expect(cleos!.able).toEqual([])
    expect(await listed()).toEqual(
      nobody.map((each) => (each.user_id === dov.id ? { ...each, consented: true } : each)),
    )
    await changesNothing([ada], () => consents(dov))
    const [again] = await receivedBy([ada], () => consents(dov, false))
    expect(again!.able).toEqual([{ ...consentTold, consented: false }])
    expect(await listed()).toEqual(nobody)
  })

  test('who comes back consents as before, and administrators hear of it', async () => {
    const { ada, ben, dov, ezra } = await quietRealm()
    await consents(dov)
    for (const { id } of [dov, ezra]) succeeded(await ada.delete(`/users/${id}`))
    const queue = await ben.registers({ event_types: ['realm_export_consent'] })
    const { export_consents } = succeeded(await ben.get('/export/realm/consents'))
    expect(export_consents.map(({ user_id }: Json) => user_id)).not.toContain(dov.id)
    for (const { id } of [dov, ezra, dov]) succeeded(await ada.post(`/users/${id}/reactivate`))
    expect(await queue.next()).toMatchObject({ user_id: dov.id, consented: true })
    expect(succeeded(await ben.get('/export/realm/consents')).export_consents).toContainEqual({
      user_id: dov.id,
      consented: true,
    })
  })
})

const jsonOf = (response: Response): Promise<Json> => response.json()
