import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { crash } from '../support/faults'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { send } from '../support/request'
import { countRows, executeSql, rowsWritten } from '../support/tables'

const PERIOD = 120

/** A realm whose alarm the test runs. */
async function quietRealm() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  return cast
}

/** Waits for the batching period, and returns the emails that the realm has sent, oldest first. */
async function emailsAfter(realm: TestRealm, seconds = PERIOD): Promise<Json[]> {
  await doDueWork(realm)
  await advanceClock(realm, seconds)
  await doDueWork(realm)
  await doDueWork(realm)
  return sentSoFar(realm)
}

const sentSoFar = async (realm: TestRealm): Promise<Json[]> =>
  succeeded(await (await realm.request('/dev_mailbox')).json()).mail.toReversed()

const read = async (person: Person, ...messages: number[]) =>
  succeeded(await person.post('/messages/flags', { messages, op: 'add', flag: 'read' }))

describe('an email about missed messages', () => {
  test('has the messages of one conversation, their reason, a link, and headers of a thread', async () => {
    const { realm, ada, dov } = await quietRealm()
    const { id } = await ada.sendsDirectly([dov], 'Pizza at **eight**?')
    await ada.sendsDirectly([dov], 'Or soup <b>?')
    const [email, ...more] = await emailsAfter(realm)
    expect(more).toEqual([])
    const link = email?.headers['List-Unsubscribe'].slice(1, -1)
    expect(link).toMatch(/^https:.*\/accounts\/unsubscribe\/missed_messages\/[0-9a-f]{40}\/$/)
    expect(email).toEqual({
      from_name: `${realm.name} notifications`,
      to: dov.email,
      reply_to: expect.stringMatching(/^r[0-9a-z-]+-[0-9a-f]{20}-realm-\d+@in\.parley\.test$/),
      subject: 'DMs with Ada',
      text: `Ada:
> Pizza at eight?
> Or soup <b>?

-- 
You receive this email because you received a direct message.
Reply in the conversation: https://${realm.name}.parley.test/#narrow/near/${id}
Choose your emails: https://${realm.name}.parley.test/#settings/notifications
Stop these emails: ${link}
You can also reply to this email from this address, within 30 days.
`,
      html: expect.stringContaining(
        '<p dir="auto"><b>Ada</b></p><div dir="auto"><p>Pizza at <strong>eight</strong>?</p></div><div dir="auto"><p>Or soup &lt;b&gt;?</p></div>',
      ),
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        'List-Id': `<${realm.name}.parley.test>`,
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'In-Reply-To': expect.stringMatching(/^<c\d+@.*parley\.test>$/),
        References: email?.headers['In-Reply-To'],
      },
      sent_at: expect.any(Number),
    })
    await ada.sendsDirectly([dov], 'And wine')
    const [, next] = await emailsAfter(realm)
    expect(next).toMatchObject({ subject: 'DMs with Ada', headers: { References: email?.headers['References'] } })
  })

  test('is written from right to left for a user of Arabic', async () => {
    const { ada, dov, realm } = await quietRealm()
    succeeded(await dov.patch('/settings', { default_language: 'ar' }))
    await ada.sendsDirectly([dov], 'hello')
    const [email] = await emailsAfter(realm)
    expect(email?.html).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">[^]*<\/html>\n$/)
    expect(email?.text).toContain('وصلك هذا البريد لأنك تلقيت رسالة مباشرة.')
  })

  test('comes after the period that the user chose, counted from the first message', async () => {
    const { realm, ada, dov } = await quietRealm()
    succeeded(await dov.patch('/settings', { email_notifications_batching_period_seconds: 600 }))
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await emailsAfter(realm, 300)).toEqual([])
    await ada.sendsDirectly([dov], 'Soup?')
    const [email, ...more] = await emailsAfter(realm, 300)
    expect([email?.text.includes('Pizza?'), email?.text.includes('Soup?'), more]).toEqual([true, true, []])
  })

  test('goes only to users who are away; each conversation has its own', async () => {
    const { realm, ada, ben, cleo, dov, general } = await quietRealm()
    await ben.registers()
    succeeded(await ben.post('/users/me/presence', { status: 'active' }))
    await ada.sendsDirectly([ben, cleo, dov], 'Pizza?')
    await ada.sends(general, 'lunch', '@**Dov** @**Ben** Soup?')
    const emails = await emailsAfter(realm)
    expect(emails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      `${cleo.email}: Group DMs with Ada, Ben, and Dov`,
      `${dov.email}: #general > lunch`,
      `${dov.email}: Group DMs with Ada, Ben, and Cleo`,
    ])
  })

  test('has the messages just before a mention, and says who was mentioned', async () => {
    const { realm, ada, ben, dov, general } = await quietRealm()
    await ada.sends(general, 'lunch', 'Where do we eat?')
    await ben.sends(general, 'dinner', 'Elsewhere')
    await ben.sends(general, 'lunch', '@**Dov** knows')
    const email = (await emailsAfter(realm)).find(({ to }) => to === dov.email)
    expect(email?.text).toMatch(/^Ada:\n> Where do we eat\?\n\nBen:\n> @Dov knows\n\n-- \n.*you were mentioned\./)
  })

  test('names the smallest group that was mentioned and to which the user belongs', async () => {
    const { realm, ada, ben, dov, general } = await quietRealm()
    for (const [name, members] of [
      ['cooks', [ada.id, ben.id, dov.id]],
      ['bakers', [ada.id, dov.id]],
      ['guests', [ada.id]],
    ] as const)
      succeeded(await ada.post('/user_groups/create', { name, description: '', members }))
    await ada.sends(general, 'lunch', '@*cooks* @*bakers* @*guests* @_*secret* Pizza')
    const email = (await emailsAfter(realm)).find(({ to }) => to === dov.email)
    expect(email?.text).toContain('You receive this email because @bakers was mentioned.')
  })

  test('about @all goes to all subscribers who are away, and costs the sender few rows', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general } = await quietRealm()
    await ada.sends(general, 'lunch', 'Soup')
    const before = await rowsWritten(realm)
    await ada.sends(general, 'lunch', 'Pizza')
    const plain = (await rowsWritten(realm)) - before
    await ada.sends(general, 'lunch', '@**all** Pizza')
    expect((await rowsWritten(realm)) - before - plain).toBeLessThanOrEqual(plain + 2)
    expect(await countRows(realm, 'missed_messages')).toBe(1)
    const emails = await emailsAfter(realm)
    expect(new Set(emails.map(({ to }) => to))).toEqual(new Set([ben, cleo, dov, ezra].map(({ email }) => email)))
    expect(emails).toHaveLength(4)
    expect(emails[0]?.text).toContain('because everyone in a channel was mentioned')
  })

  test('to one user costs the sender two rows for the first message, one for the next, and none for active users', async () => {
    const { realm, ada, dov, ben } = await quietRealm()
    const rowsOf = async (recipient: Person) => {
      const before = await rowsWritten(realm)
      await ada.sendsDirectly([recipient], 'Pizza?')
      return (await rowsWritten(realm)) - before
    }
    for (const recipient of [dov, ben]) {
      await recipient.registers()
      succeeded(await recipient.post('/users/me/presence', { status: 'active' }))
      await rowsOf(recipient)
    }
    const rowsForActive = await rowsOf(dov)
    await advanceClock(realm, 200)
    expect([await rowsOf(dov), await rowsOf(dov)]).toEqual([rowsForActive + 2, rowsForActive + 1])
    expect(await countRows(realm, 'missed_messages_of_users')).toBe(1)
  })

  test('hides the content if the organization or the user wants that', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    succeeded(await dov.patch('/settings', { message_content_in_email_notifications: false }))
    await ada.sends(general, 'lunch', '@**Dov** Pizza?')
    const [own] = await emailsAfter(realm)
    succeeded(await dov.patch('/settings', { message_content_in_email_notifications: true }))
    succeeded(await ada.patch('/realm', { message_content_allowed_in_email_notifications: false }))
    await ada.sends(general, 'lunch', '@**Dov** Soup?')
    const [, ofRealm] = await emailsAfter(realm)
    expect(own?.text).toContain('Your settings do not allow')
    expect(ofRealm?.text).toContain('The organization does not allow')
    succeeded(await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [dov.id] }))
    await ada.sends(general, 'lunch', '@*cooks* Soup?')
    const ofGroup = (await emailsAfter(realm)).at(-1)
    for (const email of [own, ofRealm, ofGroup]) {
      expect(email?.subject).toBe('New messages')
      expect(email?.headers.References).toBeUndefined()
      for (const secret of ['Pizza', 'Soup', 'Ada', 'lunch', 'general', 'cooks'])
        expect(JSON.stringify(email), secret).not.toContain(secret)
    }
  })

  test('names the organization if the user wants that; a resolved topic keeps its thread', async () => {
    const { realm, ada, dov, general } = await quietRealm()
    succeeded(await dov.patch('/settings', { realm_name_in_email_notifications_policy: 2 }))
    const { id } = await ada.sends(general, 'lunch', '@**Dov** Pizza?')
    succeeded(await ada.patch(`/messages/${id}`, { topic: '✔ lunch', propagate_mode: 'change_all' }))
    const [email] = await emailsAfter(realm)
    expect(email?.subject).toBe(`[resolved] #general > lunch [${realm.name}]`)
  })
})

describe('the subject of an email, by the automatic policy', () => {
  test('names the organization if the address has an active account in another one, too', async () => {
    const [acme, other] = [await quietRealm(), await freshRealm()]
    const { realm, ada, dov } = acme
    const subject = async () => {
      await ada.sendsDirectly([dov], 'Pizza?')
      return (await emailsAfter(realm)).at(-1)?.subject
    }
    expect(await subject()).toBe('DMs with Ada')
    const twin = await other.realm.newPerson('twin', { email: dov.email.toUpperCase() })
    await doDueWork(other.realm)
    expect(await subject()).toBe(`DMs with Ada [${realm.name}]`)
    succeeded(await dov.patch('/settings', { realm_name_in_email_notifications_policy: 3 }))
    expect(await subject()).toBe('DMs with Ada')
    succeeded(await dov.patch('/settings', { realm_name_in_email_notifications_policy: 1 }))
    succeeded(await other.ada.delete(`/users/${twin.id}`))
    await doDueWork(other.realm)
    expect(await subject()).toBe('DMs with Ada')
  })
})

describe('no email', () => {
  test('is sent about messages that were read, deleted, or lost to the user meanwhile', async () => {
    const { realm, ada, cleo, dov } = await quietRealm()
    const secret = await newChannel(ada, 'secret', [ada, cleo, dov], { invite_only: true })
    const first = await ada.sendsDirectly([dov], 'Read')
    const second = await ada.sendsDirectly([dov], 'Deleted')
    await ada.sends(secret, 'lunch', '@**Dov** @**Cleo** Lost')
    await read(dov, first.id)
    succeeded(await ada.delete(`/messages/${second.id}`))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['secret'], principals: [dov.id] }))
    expect((await emailsAfter(realm)).map(({ to }) => to)).toEqual([cleo.email])
  })

  test('is sent about a message that is read after its email was queued', async () => {
    const { realm, ada, dov } = await quietRealm()
    const queue = (id: number) => {
      const facts = { user_id: dov.id, messages: [[id, 'direct_message']] }
      const row = 'INSERT INTO emails (email, due_at, expires_at) VALUES (?, 0, 9999999999)'
      return executeSql(realm, row, JSON.stringify({ facts }))
    }
    const [first, second] = [await ada.sendsDirectly([dov], 'Unread'), await ada.sendsDirectly([dov], 'Read')]
    await read(dov, second.id)
    for (const { id } of [first, second]) await queue(id)
    await preventAlarms(realm)
    await doDueWork(realm)
    const [email, ...more] = await sentSoFar(realm)
    expect([email?.text.includes('Unread'), more]).toEqual([true, []])
    expect(await countRows(realm, 'emails')).toBe(0)
  })

  test('is sent to a user who does not want it, who muted the sender, or who is deactivated', async () => {
    const { realm, ada, ben, cleo, dov } = await quietRealm()
    succeeded(await ben.patch('/settings', { enable_offline_email_notifications: false }))
    succeeded(await cleo.post(`/users/me/muted_users/${ada.id}`))
    for (const person of [ben, cleo, dov]) await ada.sendsDirectly([person], 'Pizza?')
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect((await emailsAfter(realm)).filter(({ subject }) => subject.startsWith('DMs'))).toEqual([])
  })

  test('is sent after the user stopped them with one click in the mail program', async () => {
    const { realm, ada, dov } = await quietRealm()
    await ada.sendsDirectly([dov], 'Pizza?')
    const [email] = await emailsAfter(realm)
    const link = email?.headers['List-Unsubscribe'].slice(1, -1)
    await ada.sendsDirectly([dov], 'Soup?')
    const request = new Request(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect((await send(request)).status).toBe(200)
    expect(await emailsAfter(realm)).toHaveLength(1)
  })
})

describe('while a user is not to be disturbed', () => {
  test('the email waits until then, and has what is unread by then', async () => {
    const { realm, ada, dov } = await quietRealm()
    const { server_timestamp } = succeeded(await dov.post('/users/me/presence', { status: 'active' }))
    await advanceClock(realm, 200)
    succeeded(await dov.patch('/settings', { parley_do_not_disturb_until: Math.floor(server_timestamp) + 1000 }))
    const { id } = await ada.sendsDirectly([dov], 'Pizza?')
    await ada.sendsDirectly([dov], 'Soup?')
    expect(await emailsAfter(realm, 300)).toEqual([])
    await read(dov, id)
    const [email] = await emailsAfter(realm, 600)
    expect([email?.text.includes('Pizza?'), email?.text.includes('Soup?')]).toEqual([false, true])
  })
})

describe('an email', () => {
  test('is sent although the object crashed between its steps', async () => {
    const { realm, ada, ben, dov } = await quietRealm()
    await ada.sendsDirectly([ben, dov], 'Pizza?')
    await crash(realm)
    await preventAlarms(realm)
    expect((await emailsAfter(realm)).map(({ to }) => to)).toEqual([ben.email, dov.email])
  })

  test('about many large messages has at most 100 kB, and counts the others', async () => {
    const { realm, ada, dov } = await quietRealm()
    for (let i = 0; i < 24; i++) await ada.sendsDirectly([dov], `${i} ${'`x` '.repeat(2400)}`)
    const [email] = await emailsAfter(realm)
    const bytes = new TextEncoder().encode(email?.text + email?.html).length
    expect(bytes).toBeGreaterThan(20_000)
    expect((bytes * 4) / 3).toBeLessThan(100_000)
    expect(email?.text).toMatch(/\d+ more messages are not in this email\./)
  })
})
