import { describe, expect, test } from 'vitest'
import { breakR2, fileOf, storedKeys, uploadFile, visit, linkTo } from '../support/files'
import { doDueWork, doDueWorkAfter30Days, preventAlarms, runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { crash, captureConsole } from '../support/faults'
import { refusal } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'

const WEEK = 7 * 86_400

/** As text, whatever it says that it is. */
const textOf = async (response: Response) => new TextDecoder().decode(await response.arrayBuffer())

const attachmentsOf = async (person: Person): Promise<Json[]> => succeeded(await person.get('/attachments')).attachments

const statusOf = async (who: Parameters<typeof visit>[0], url: string) => (await visit(who, url)).status

describe('GET /thumbnail', () => {
  const PICTURE = () => fileOf('pretend', 'cat.png', 'image/png')
  test('a message shows a linked picture, and its readers get the picture and a thumbnail', async () => {
    const { dov, ezra, general } = await freshRealm()
    const file = await uploadFile(dov, PICTURE())
    const { id } = await dov.sends(general, 'cats', linkTo(file))
    const { message } = succeeded(await ezra.get(`/messages/${id}`))
    const [, full, small] = /data-src-fullsize="([^"]+)" src="([^"]+)"/.exec(message.content.replaceAll('&amp;', '&'))!
    for (const [address, target] of [
      [full!, file.url],
      [small!, `${file.url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`],
    ] as const) {
      const response = await visit(ezra, address)
      expect([response.status, response.headers.get('location')]).toEqual([302, target])
      expect(await textOf(await visit(ezra, target))).toBe('pretend')
    }
  })

  test('finds the picture for every file name and every form of the link', async () => {
    const { dov, ezra, general } = await freshRealm()
    for (const name of ['kätzchen.png', '猫 (1).jpeg', 'a&b+c%20d.gif', '🐱.webp', 'x'.repeat(240) + '.png']) {
      const { url } = await uploadFile(dov, fileOf('pretend', name, 'image/png'))
      for (const link of [`[cat](${url})`, `[cat](${encodeURI(url)})`, `${dov.realm_url}${encodeURI(url)}`]) {
        const { id } = await dov.sends(general, 'cats', link)
        const { message } = succeeded(await ezra.get(`/messages/${id}`))
        const [, , small] =
          /data-src-fullsize="([^"]+)" src="([^"]+)"/.exec(message.content.replaceAll('&amp;', '&')) ?? []
        const target = (await visit(ezra, small!)).headers.get('location')
        expect(await textOf(await visit(ezra, target!)), link).toBe('pretend')
      }
      const files: Json[] = await attachmentsOf(dov)
      expect(files.find(({ path_id }) => url.endsWith(path_id)).messages, name).toHaveLength(3)
    }
  })

  test('redirects to other sites if the deployment fetches no files, but not spectators and not users who follow a link', async () => {
    const { realm, dov } = await freshRealmWithoutProxy()
    const ask = (who: Parameters<typeof visit>[0], url: string, headers: Record<string, string> = {}) =>
      visit(who, `/thumbnail?url=${encodeURIComponent(url)}&size=full`, { headers })
    const cat = 'https://example.com/cat.png?size=1'
    const redirect = await ask(dov, cat)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, cat])
    expect((await ask(realm, cat)).status).toBe(403)
    expect((await ask(dov, cat, { 'sec-fetch-mode': 'navigate' })).status).toBe(403)
    const invalid = [
      '//example.com/cat.png',
      '/\\example.com/cat.png',
      'https:/\\example.com/cat.png',
      'https:///x.png',
      'javascript:alert(1).png',
    ]
    invalid.push(
      'http://example.com/page',
      '\thttps://example.com/cat.png',
      'user_uploads/../../cat.png',
      'ftp://example.com/cat.png',
      'data:image/png,x',
    )
    for (const url of invalid) expect([403, 404], url).toContain((await ask(dov, url)).status)
    const rebuilt = await ask(dov, 'https://user:pass@example.com/cat.png')
    expect(rebuilt.headers.get('location')).toBe('https://example.com/cat.png')
  })
})

/** Returns a realm of a deployment that does not fetch pictures of other sites. */
async function freshRealmWithoutProxy() {
  await realmWithVariables({ OUTSIDE_REQUESTS_OFF: 'breached_passwords,external_content' })
  return freshRealm()
}

describe('messages with files', () => {
  test('the owner receives an event for each message with the file, from any sender', async () => {
    const { ada, dov, general } = await freshRealm()
    const file = await uploadFile(dov, fileOf('x', 'ü.txt'))
    const [ownerEvents, otherEvents] = await receivedBy([dov, ada], async () => {
      await dov.sends(general, 'files', `${linkTo(file)} and again ${linkTo(file)}`)
      await ada.sends(general, 'files', `${ada.realm_url}${encodeURI(file.url)}`)
    })
    const updates = ownerEvents!.plain.filter(({ type }) => type === 'attachment')
    expect(updates.map(({ op, attachment }) => [op, attachment.message_ids.length])).toEqual([
      ['update', 1],
      ['update', 2],
    ])
    expect(otherEvents!.plain.filter(({ type }) => type === 'attachment')).toEqual([])
    const [attachment] = await attachmentsOf(dov)
    expect(attachment).toEqual(updates[1].attachment)
    const newest = { anchor: 'newest', num_before: 9, num_after: 0 }
    const { messages } = succeeded(await dov.get('/messages', { ...newest, narrow: [['has', 'attachment']] }))
    expect(attachment.messages).toEqual(messages.map(({ id, timestamp }: Json) => ({ id, date_sent: timestamp })))
    expect(attachment.message_ids).toEqual(messages.map(({ id }: Json) => id))
    // The event comes before the message that it is about.
    expect(
      ownerEvents!.plain.map(({ type }) => type).filter((type) => ['attachment', 'message'].includes(type)),
    ).toEqual(['attachment', 'message', 'attachment', 'message'])
  })

  test('a deleted message does not contain its files any more', async () => {
    const { dov, general } = await freshRealm()
    const file = await uploadFile(dov)
    const { id } = await dov.sends(general, 'files', linkTo(file))
    const [ownerEvents] = await receivedBy([dov], async () => succeeded(await dov.delete(`/messages/${id}`)))
    expect(ownerEvents!.plain.map(({ type, op }) => `${type}/${op}`)).toContain('attachment/update')
    expect((await attachmentsOf(dov))[0].message_ids).toEqual([])
  })

  test('an edit returns the files of the author that no message contains any more', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const [removed, shared, otherFile] = [await uploadFile(dov), await uploadFile(dov), await uploadFile(ada)]
    await ada.sends(general, 'files', linkTo(otherFile))
    const { id } = await dov.sends(general, 'files', [removed, shared, otherFile].map(linkTo).join(' '))
    await dov.sends(general, 'files', linkTo(shared))
    const [ownerEvents] = await receivedBy([dov, ezra], async () => {
      const { detached_uploads } = succeeded(await dov.patch(`/messages/${id}`, { content: 'No files' }))
      expect(detached_uploads).toEqual([
        {
          id: 1,
          name: 'notes.txt',
          path_id: removed.url.slice('/user_uploads/'.length),
          size: 5,
          create_time: expect.any(Number),
          messages: [],
          message_ids: [],
        },
      ])
    })
    expect(
      ownerEvents!.plain.filter(({ type }) => type === 'attachment').map(({ attachment }) => attachment.id),
    ).toEqual([1, 2])
    expect([await statusOf(ezra, removed.url), await statusOf(ezra, shared.url)]).toEqual([403, 200])
    const narrow = [['has', 'attachment']]
    const newest = { anchor: 'newest', num_before: 9, num_after: 0, narrow }
    const idsWithFile = async () =>
      succeeded(await dov.get('/messages', newest)).messages.map((message: Json) => message.id)
    expect(await idsWithFile()).not.toContain(id)
    const restored = succeeded(await dov.patch(`/messages/${id}`, { content: linkTo(removed) }))
    expect(restored.detached_uploads).toEqual([])
    expect(await statusOf(ezra, removed.url)).toBe(200)
    expect(await idsWithFile()).toContain(id)
  })

  test('an edit does not return files that a scheduled message contains', async () => {
    const { dov, general } = await freshRealm()
    const file = await uploadFile(dov)
    const { id } = await dov.sends(general, 'files', linkTo(file))
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + WEEK
    const later = { type: 'channel', to: general.stream_id, topic: 'x', scheduled_delivery_timestamp }
    const { scheduled_message_id } = succeeded(
      await dov.post('/scheduled_messages', { ...later, content: linkTo(file) }),
    )
    const drops = async () => succeeded(await dov.patch(`/messages/${id}`, { content: 'No file' })).detached_uploads
    expect(await drops()).toEqual([])
    succeeded(await dov.delete(`/scheduled_messages/${scheduled_message_id}`))
    succeeded(await dov.patch(`/messages/${id}`, { content: linkTo(file) }))
    expect(await drops()).toHaveLength(1)
  })

  test('an edit keeps a file in the message, even if the author cannot read the file any more', async () => {
    const { ada, dov, ezra, general, vault } = await freshRealm()
    const file = await uploadFile(ada)
    const { id } = await ada.sendsDirectly([dov], linkTo(file))
    const { id: edited } = await dov.sends(general, 'files', linkTo(file))
    succeeded(await ada.delete(`/messages/${id}`))
    await ada.sends(vault, 'files', linkTo(file))
    succeeded(await dov.patch(`/messages/${edited}`, { content: `Look: ${linkTo(file)}` }))
    expect(await statusOf(ezra, file.url)).toBe(200)
  })

  test('the owner does not receive messages of channels that they cannot read', async () => {
    const { ada, dov, general, vault } = await freshRealm()
    const file = await uploadFile(dov)
    await dov.sends(general, 'files', linkTo(file))
    await ada.sends(vault, 'files', linkTo(file))
    expect((await attachmentsOf(dov))[0].messages).toHaveLength(1)
  })
})

describe('DELETE /attachments/:attachment_id', () => {
  test('the owner deletes a file, also if messages link to it, and R2 deletes the bytes 30 days later', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    await preventAlarms(realm)
    const file = await uploadFile(dov)
    await dov.sends(general, 'files', linkTo(file))
    const [{ id }] = await attachmentsOf(dov)
    expect(await statusOf(ezra, file.url)).toBe(200)
    const [ownerEvents, otherEvents] = await receivedBy([dov, ezra], async () =>
      succeeded(await dov.delete(`/attachments/${id}`)),
    )
    expect(ownerEvents!.plain).toEqual([{ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 }])
    expect(otherEvents!.plain).toEqual([])
    for (const person of [dov, ezra]) expect(await statusOf(person, file.url)).toBe(404)
    await doDueWork(realm)
    expect(await storedKeys(realm)).toHaveLength(1)
    await doDueWorkAfter30Days(realm)
    expect(await storedKeys(realm)).toEqual([])
  })

  test('tries again later if R2 fails', async () => {
    const { realm, dov } = await freshRealm()
    await preventAlarms(realm)
    captureConsole('error')
    await uploadFile(dov)
    const [{ id }] = await attachmentsOf(dov)
    const mend = breakR2(realm, 'delete')
    succeeded(await dov.delete(`/attachments/${id}`))
    await doDueWorkAfter30Days(realm)
    expect(await storedKeys(realm)).toHaveLength(1)
    mend()
    await crash(realm)
    await doDueWorkAfter30Days(realm)
    expect(await storedKeys(realm)).toEqual([])
  })

  test('refuses ids of files of other users, and unknown ids', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await uploadFile(dov)
    const [{ id }] = await attachmentsOf(dov)
    await changesNothing([dov, ada], async () => {
      for (const person of [ada, ezra])
        expect(await person.delete(`/attachments/${id}`)).toEqual(refusal('Invalid attachment'))
      expect(await dov.delete(`/attachments/${id + 1}`)).toEqual(refusal('Invalid attachment'))
    })
    expect(await attachmentsOf(dov)).toHaveLength(1)
  })
})

describe('files that no message contains', () => {
  test('stay if a scheduled message will send them', async () => {
    const { realm, dov, general } = await freshRealm()
    const file = await uploadFile(dov, fileOf('later', 'später.txt'))
    const at = Math.floor(Date.now() / 1000) + 8 * WEEK
    const later = { type: 'channel', to: general.stream_id, topic: 'x', scheduled_delivery_timestamp: at }
    succeeded(await dov.post('/scheduled_messages', { ...later, content: `[file](${encodeURI(file.url)})` }))
    await advanceClock(realm, 6 * WEEK)
    await runAlarm(realm)
    expect(await statusOf(dov, file.url)).toBe(200)
    await advanceClock(realm, 2 * WEEK + 60)
    await runAlarm(realm)
    expect((await attachmentsOf(dov))[0].messages).toHaveLength(1)
  })

  test('are deleted five weeks after the last message with them', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const [unsent, sent] = [await uploadFile(dov), await uploadFile(dov)]
    const { id } = await dov.sends(general, 'files', linkTo(sent))
    await advanceClock(realm, 5 * WEEK - 60)
    await runAlarm(realm)
    expect(await attachmentsOf(dov)).toHaveLength(2)
    const [ownerEvents] = await receivedBy([dov], async () => {
      await advanceClock(realm, 120)
      await runAlarm(realm)
    })
    expect(ownerEvents!.plain.map(({ type, op }) => `${type}/${op}`)).toEqual(['attachment/remove'])
    expect([await statusOf(dov, unsent.url), await statusOf(dov, sent.url)]).toEqual([404, 200])
    succeeded(await ada.delete(`/messages/${id}`))
    await advanceClock(realm, WEEK)
    await runAlarm(realm)
    expect(await attachmentsOf(dov)).toHaveLength(1)
    await advanceClock(realm, 4 * WEEK + 60)
    await runAlarm(realm)
    await runAlarm(realm)
    expect(await attachmentsOf(dov)).toEqual([])
    await doDueWorkAfter30Days(realm)
    expect(await storedKeys(realm)).toEqual([])
  })
})
