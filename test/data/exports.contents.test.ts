import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { picking, type Pick } from '../prove/chances'
import { fileOf, formWith, uploadFile, linkTo, visit } from '../support/files'
import { preventAlarms, doDueWork } from '../support/alarms'
import { beforeD1IsRead } from '../support/d1-faults'
import { evict } from '../support/faults'
import { copyFirstMessage, selectRows, executeSql } from '../support/tables'
import {
  downloadExport,
  EXPORT,
  createExport,
  listExports,
  untilExportsFinish,
  realmWithoutAlarms,
  setConsent,
} from '../support/exports'
import { succeeded, type Json, type Person } from '../support/person'
import { PNG } from '../support/pictures'
import { newChannel } from '../support/realm'

const contentsOf = (messages: Json[]): string[] => messages.map(({ content }) => content)

/** Returns a function that makes the same random choices each time for one seed. */
function chances(seed: number): Pick {
  const numbers = [seed]
  while (numbers.length < 1000) numbers.push((numbers.at(-1)! * 1_664_525 + 1_013_904_223) % 4_294_967_296)
  // The lowest digits of such numbers hardly change.
  return picking(numbers.map((number) => Math.floor(number / 65_536)))
}

const TOPICS = ['lunch', 'dinner', '']

const MODES = ['change_one', 'change_later', 'change_all']

const jsonOf = (response: Response): Promise<Json> => response.json()

describe('a public export', () => {
  test('contains public channels, all users, and the customization of the organization', async () => {
    const { realm, ada, dov, ezra, general, attic } = await realmWithoutAlarms()
    const notes = await uploadFile(dov, fileOf('Notes', 'my notes.txt'))
    const { id } = await dov.sends(general, 'lunch', `Pizza, **Ezra**? ${linkTo(notes)}`)
    succeeded(await ezra.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await dov.sends(general, '', '/me waits')
    succeeded(await ada.request('/realm/emoji/parley', { method: 'POST', body: formWith(fileOf(PNG)) }).then(jsonOf))
    succeeded(await dov.request('/users/me/avatar', { method: 'POST', body: formWith(fileOf(PNG)) }).then(jsonOf))
    succeeded(await ada.request('/realm/icon', { method: 'POST', body: formWith(fileOf(PNG)) }).then(jsonOf))

    const files = await downloadExport(realm, await createExport(realm, ada))

    expect(files.names).toEqual([
      'export.json',
      'organization.json',
      'pictures/icon',
      'emoji-000001.json',
      'emoji/1.webp',
      'users-000001.json',
      `avatars/${dov.id}`,
      'groups-000001.json',
      'channels-000001.json',
      'messages-000001.json',
      'attachments-000001.json',
      `attachments${notes.url.slice('/user_uploads'.length)}`,
      'files-000001.json',
    ])
    expect(files.text(files.names.at(-2)!)).toBe('Notes')
    const { emoji } = succeeded(await ada.get('/realm/emoji'))
    const served = await visit(realm, emoji[1].source_url)
    expect(files.files.get('emoji/1.webp')).toEqual(new Uint8Array(await served.arrayBuffer()))
    const { messages } = succeeded(
      await ezra.get('/messages', { anchor: 'oldest', num_after: 10, allow_empty_topic_name: true }),
    )
    const [message] = files.all('messages')
    const { flags: _, avatar_url: __, content: rendered_content, content_type: ___, ...wireMessage } = messages[0]
    expect(message).toEqual({ ...wireMessage, rendered_content, content: `Pizza, **Ezra**? ${linkTo(notes)}` })
    expect(message.reactions).toHaveLength(1)
    expect(files.all('messages')).toMatchObject([{ id }, { subject: '', is_me_message: true }])
    expect(files.all('channels').map(({ name }) => name)).toEqual([general.name, attic.name])
    expect(files.all('channels')[0].subscribers).toContain(ezra.id)
    expect(files.all('users').map(({ full_name }) => full_name)).toContain('Fig')
    expect(files.all('groups').map(({ name }) => name)).toContain('role:owners')
    expect(files.organization).not.toHaveProperty('uuid_owner_secret')
    expect(files.organization).toMatchObject({ string_id: realm.name, settings: { invite_required: true } })
    expect(files.all('attachments')).toMatchObject([
      { name: 'my notes.txt', owner_id: dov.id, size: 5, message_ids: [id] },
    ])
    expect(files.all('emoji')).toMatchObject([{ name: 'parley', author_id: ada.id }])
  })

  test('contains no private data, not even of users who consented', async () => {
    const { realm, ada, ben, dov, ezra, general, vault } = await realmWithoutAlarms()
    await setConsent(ada)
    succeeded(await dov.patch('/settings', { email_address_visibility: 4 }))
    const secret = await uploadFile(ada, fileOf('The plan', 'plan.txt'))
    const unsent = await uploadFile(ada, fileOf('Not sent', 'spare.txt'))
    await ada.sends(vault, 'uprising', `Under the mat ${linkTo(secret)}`)
    await ada.sendsDirectly([ben], 'Between us')
    await ben.sends(vault, 'uprising', 'Hush')
    await ada.sends(general, 'lunch', 'Soup')
    const draft = { type: 'stream', to: [1], topic: 'lunch', content: 'Unsaid', timestamp: 1_900_000_000 }
    succeeded(await ada.post('/drafts', { drafts: [draft] }))
    succeeded(await ada.post('/users/me/alert_words', { alert_words: ['pineapple'] }))
    succeeded(await ezra.post('/users/me/alert_words', { alert_words: ['olives'] }))

    const files = await downloadExport(realm, await createExport(realm, ada))

    expect(contentsOf(files.all('messages'))).toEqual(['Soup'])
    const privateWords = [
      'vault',
      'uprising',
      'the mat',
      'Between us',
      'Hush',
      'The plan',
      'plan.txt',
      'Not sent',
      'spare',
    ]
    for (const word of [...privateWords, 'Unsaid', 'pineapple', 'olives', dov.email])
      expect(files.everything).not.toContain(word)
    expect(files.everything).toContain(ben.email)
    expect([secret, unsent].some(({ url }) => files.everything.includes(url.split('/')[4]!))).toBe(false)
  })
})

describe('an export with consent', () => {
  const full = { export_type: EXPORT.fullWithConsent }
  test('contains the conversations of which a participant consented', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general, vault } = await realmWithoutAlarms()
    const cellar = await newChannel(cleo, 'cellar', [cleo, ezra], { invite_only: true })
    const club = await newChannel(ada, 'club', [ada, dov], { invite_only: true, history_public_to_subscribers: true })
    await ada.sends(vault, 'locks', 'In the vault')
    await cleo.sends(cellar, 'wine', 'In the cellar')
    await ada.sends(club, 'chess', 'In the club')
    await dov.sends(general, 'lunch', 'In general')
    await cleo.sendsDirectly([ezra], 'Neither consents')
    await cleo.sendsDirectly([dov, ezra], 'One consents')
    await dov.sendsDirectly([dov], 'To himself')
    await ada.sendsDirectly([ben], 'Hers alone')
    await setConsent(dov)

    const files = await downloadExport(realm, await createExport(realm, ben, full))

    expect(contentsOf(files.all('messages'))).toEqual(['In the club', 'In general', 'One consents', 'To himself'])
    expect(files.all('channels').map(({ name }) => name)).toEqual(['general', 'attic', 'club'])
    for (const words of ['vault', 'locks', 'cellar', 'wine', 'Neither', 'Hers'])
      expect(files.everything).not.toContain(words)
  })

  test('contains the messages with protected history that a consenting subscriber received', async () => {
    const { realm, ada, ben, dov, ezra, vault } = await realmWithoutAlarms()
    await ada.sends(vault, 'locks', 'Before')
    await ada.subscribes(vault, { principals: [dov.id, ezra.id] })
    await ada.sends(vault, 'locks', 'While both are here')
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals: [dov.id] }))
    await ada.sends(vault, 'locks', 'After')
    await setConsent(ezra)
    await setConsent(dov)
    const files = await downloadExport(realm, await createExport(realm, ben, full))
    expect(contentsOf(files.all('messages'))).toEqual(['While both are here', 'After'])
    // The consent of a former subscriber does not count.
    await setConsent(ezra, false)
    expect((await downloadExport(realm, await createExport(realm, ben, full))).everything).not.toContain('vault')
  })

  test('contains the private data of users who consented, and of no other users', async () => {
    const { realm, ada, dov, ezra, general, vault } = await realmWithoutAlarms()
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    const draft = { type: 'stream', to: [general.stream_id], topic: 'x', timestamp: 1_900_000_000 }
    for (const person of [dov, ezra]) {
      const { full_name } = person.account
      succeeded(await person.patch('/settings', { email_address_visibility: 4 }))
      succeeded(await person.post('/drafts', { drafts: [{ ...draft, content: `Unsaid by ${full_name}` }] }))
      succeeded(await person.post('/users/me/alert_words', { alert_words: [`word of ${full_name}`] }))
      succeeded(await person.post('/saved_snippets', { title: `Often ${full_name}`, content: 'x' }))
      await uploadFile(person, fileOf(`Kept by ${full_name}`, 'kept.txt'))
      succeeded(await person.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
    }
    await ada.subscribes(vault, { principals: [dov.id] })
    const inVault = await ada.sends(vault, 'locks', 'Under the mat')
    for (const message_id of [id, inVault.id])
      succeeded(await dov.post('/reminders', { message_id, scheduled_delivery_timestamp: 4_000_000_000 }))
    const topic = { stream_id: vault.stream_id, topic: 'locks', visibility_policy: 3 }
    succeeded(await dov.post('/user_topics', topic))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals: [dov.id] }))
    await setConsent(dov)

    const files = await downloadExport(realm, await createExport(realm, ada, full))

    const [person, ...others] = files.all('personal', 'people')
    expect(others).toEqual([])
    expect(person).toMatchObject({
      user_id: dov.id,
      settings: { allow_private_data_export: true },
      subscriptions: [{ stream_id: general.stream_id }],
      reminders: [{ reminder_target_message_id: id }],
      flags: { starred: [id] },
      alert_words: ['word of Dov'],
      drafts: [{ content: 'Unsaid by Dov' }],
      saved_snippets: [{ title: 'Often Dov' }],
    })
    expect(person.subscriptions).toHaveLength(1)
    expect(files.everything).toContain('Kept by Dov')
    for (const words of ['vault', 'locks', 'of Ezra', 'by Ezra', 'Often Ezra', ezra.email])
      expect(files.everything).not.toContain(words)
    expect(files.all('users').find(({ user_id }) => user_id === dov.id).delivery_email).toBe(dov.email)
  })

  test('contains no private data of a user who consented and was deactivated', async () => {
    const { realm, ada, cleo, dov, ezra } = await realmWithoutAlarms()
    for (const person of [dov, ezra]) {
      await person.sendsDirectly([cleo], `Said by ${person.account.full_name}`)
      await setConsent(person)
    }
    succeeded(await ada.delete(`/users/${dov.id}`))
    const files = await downloadExport(realm, await createExport(realm, ada, full))
    expect(contentsOf(files.all('messages'))).toEqual(['Said by Ezra'])
    expect(files.all('personal', 'people').map(({ user_id }) => user_id)).toEqual([ezra.id])
  })

  test('divides large private data into files of limited size', async () => {
    const { realm, ada, ben, dov, ezra } = await realmWithoutAlarms()
    const people = [ada, ben, dov, ezra]
    const put = `INSERT INTO drafts (user_id, type, recipients, topic, content, timestamp) VALUES (?, '', '[]', '', ?, 1)`
    for (const person of people) {
      await setConsent(person)
      for (let count = 0; count < 2; count++) await executeSql(realm, put, person.id, 'x'.repeat(1_200_000))
    }
    const files = await downloadExport(realm, await createExport(realm, ada, full))
    expect(files.names.filter((name) => name.startsWith('personal-'))).toEqual(
      people.map((_, index) => `personal-00000${index + 1}.json`),
    )
    const draftCounts = files.all('personal', 'people').map(({ user_id, drafts }) => [user_id, drafts.length])
    expect(draftCounts).toEqual(people.map(({ id }) => [id, 2]))
  })

  test('needs the consent at the time of the request and also while the export is made', async () => {
    const { realm, ada, cleo, dov, ezra } = await realmWithoutAlarms()
    await dov.sendsDirectly([cleo], 'His')
    await ezra.sendsDirectly([cleo], 'Theirs')
    await setConsent(dov)
    succeeded(await ada.post('/export/realm', full))
    await setConsent(dov, false)
    await setConsent(ezra)
    await untilExportsFinish(realm, ada)
    const files = await downloadExport(realm, (await listExports(ada))[0])
    expect(files.names.filter((name) => /messages|personal/.test(name))).toEqual([])
  })
})

describe('every export', () => {
  test('contains the messages from before the request, in their state while the export is made', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
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
    await untilExportsFinish(realm, ada)
    const files = await downloadExport(realm, (await listExports(ada))[0])
    expect(files.all('messages')).toMatchObject([{ content: 'Soup?' }, { content: 'A rake', subject: 'spades' }])
    for (const words of ['Too late', 'garden', 'A spade']) expect(files.everything).not.toContain(words)
  })

  test('omits messages that become private while their bodies are read from D1', async () => {
    const { realm, ada, dov } = await realmWithoutAlarms()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    await dov.sends(garden, 'tools', 'A spade')
    await doDueWork(realm)
    await evict(realm)
    succeeded(await ada.post('/export/realm'))
    beforeD1IsRead(realm, async () => succeeded(await ada.patch(`/streams/${garden.stream_id}`, { is_private: true })))
    await untilExportsFinish(realm, ada)
    const files = await downloadExport(realm, (await listExports(ada))[0])
    expect(files.everything).not.toContain('A spade')
  })

  test('contains no keys, no password hashes and no keys of R2', async () => {
    const { realm, ada, dov, ezra, fig, general } = await realmWithoutAlarms()
    for (const person of [ada, dov, ezra]) await setConsent(person)
    await uploadFile(dov)
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(
      await dov.post('/bots', {
        full_name: 'Hal',
        short_name: 'hal',
        bot_type: 3,
        payload_url: 'https://h.example.com',
      }),
    )
    const { everything } = await downloadExport(
      realm,
      await createExport(realm, ada, { export_type: EXPORT.fullWithConsent }),
    )
    const secrets = [
      ...(await selectRows(realm, 'SELECT key_hash AS secret FROM api_keys')),
      ...(await selectRows(realm, 'SELECT password_hash AS secret FROM users WHERE password_hash IS NOT NULL')),
      ...(await selectRows(realm, 'SELECT key_seed AS secret FROM bots')),
      ...(await selectRows(realm, 'SELECT secret FROM exports')),
    ].map(({ secret }) => secret)
    expect(secrets.length).toBeGreaterThan(9)
    for (const secret of [...secrets, ...[ada, dov, fig].map(({ account }) => account.api_key), 'scrypt$', '"key"'])
      expect(everything).not.toContain(secret)
  })

  test.for([
    ['many', 'Pizza?', 2500, 3],
    ['long', 'Pizza?'.repeat(1600), 600, 6],
  ] as const)('divides messages into several files if they are %s', async ([, content, count, pageCount]) => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    await dov.sends(general, 'lunch', content)
    await doDueWork(realm)
    await copyFirstMessage(realm, count)
    await env.DB.prepare(
      `INSERT INTO messages (realm_id, id, version, content, rendered_content, client, is_me_message)
       SELECT realm_id, json_each.value, version, content || json_each.value, rendered_content, client, is_me_message
       FROM messages, json_each(?) WHERE realm_id = ? AND messages.id = 1`,
    )
      .bind(JSON.stringify(Array.from({ length: count - 1 }, (_, index) => index + 2)), realm.name)
      .run()
    await preventAlarms(realm)
    const files = await downloadExport(realm, await createExport(realm, ada))
    const pages = files.names.filter((name) => name.startsWith('messages-'))
    expect(pages).toEqual(Array.from({ length: pageCount }, (_, index) => `messages-00000${index + 1}.json`))
    const messages = files.all('messages')
    expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
    expect(messages.at(-1)).toMatchObject({ content: `${content}${count}`, sender_id: dov.id, subject: 'lunch' })
  })
})

/**
 * Random users post, move messages, subscribe and unsubscribe. Then an export with consent must contain what all members can
 * read, and what the consenting users can read, and nothing more.
 */
describe('after random changes of channels and messages', () => {
  test.for([1, 2, 3, 4, 5, 6])(
    'an export with consent contains exactly what the consenting users can read: seed %i',
    async (seed) => {
      const { realm, ada, ben, cleo, dov, ezra, general, vault } = await realmWithoutAlarms()
      const club = await newChannel(ada, 'club', [ada, dov], { invite_only: true, history_public_to_subscribers: true })
      const others = [ben, cleo, dov, ezra]
      const [people, channels] = [
        [ada, ...others],
        [general, vault, club],
      ]
      const pick = chances(seed)
      for (let round = 0; round < 80; round++) {
        const [actor, channel, id] = [pick(people), pick(channels), Math.ceil(round / 4)]
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
      for (const person of consenting) await setConsent(person)
      const last = Number((await selectRows(realm, 'SELECT max(id) AS id FROM message_index'))[0].id)
      const message_ids = Array.from({ length: last }, (_, index) => index + 1)
      const readAs = async (person: Person): Promise<Json[]> =>
        succeeded(await person.get('/messages', { message_ids })).messages
      const readable = (await Promise.all([...consenting, await realm.newPerson('gwen')].map(readAs))).flat()

      const files = await downloadExport(realm, await createExport(realm, ben, { export_type: EXPORT.fullWithConsent }))

      const idsOf = (messages: Json[]) => [...new Set<number>(messages.map(({ id }) => id))].sort((a, b) => a - b)
      expect(idsOf(files.all('messages'))).toEqual(idsOf(readable))
      // A public export contains exactly what a new member can read.
      const publicExport = await downloadExport(realm, await createExport(realm, ben))
      expect(idsOf(publicExport.all('messages'))).toEqual(idsOf(await readAs(await realm.newPerson('hal'))))
    },
  )
})
