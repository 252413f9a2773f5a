import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { renderEmail, secretFor, type Email, type RenderedEmail } from '../../src/store/email'
import { EmailQueue } from '../../src/store/email-queue'
import { emailSender, type EmailConfig, type SendEmail } from '../../src/store/email-sender'
import { realmSql } from '../../src/store/realm-sql'
import worker from '../../src/worker'
import { RESTARTS } from '../support/faults'
import { refusal } from '../support/answers'
import { linkIn, sentEmails, openPage } from '../support/mail'
import { succeeded } from '../support/person'
import { emptyRealm, freshRealm, type TestRealm } from '../support/realm'

const SECRETS = { deployment_secret: 'secret', realm_name: 'acme' }
const CONFIG: EmailConfig = {
  mail_from: 'noreply@example.com',
  smtp_url: '',
  mail_http: { url: '', key: '' },
  mail_gateway: '',
  mail_bounces: false,
  outside: { allows_private: true, own_hosts: [], disabled: new Set(), sendBeside: undefined },
}
const SENDING = { secrets: { deployment_secret: 'secret', realm_name: 'acme' }, now: () => 0 }
const EMAIL: Email = {
  from_name: 'Acme',
  to: 'gwen@example.com',
  language: 'ar',
  subject: 'Join us',
  paragraphs: ['Hello!', { url: 'https://acme.example.com/join', seed: 'seed' }],
}

describe('an email', () => {
  test('has its secret when it is sent, and not before', () => {
    const { text, html } = renderEmail(EMAIL, SECRETS)
    const link = `https://acme.example.com/join/${secretFor('seed', SECRETS)}/`
    expect(text).toBe(`Hello!\n\n${link}\n`)
    expect(html).toMatch(/<main>\n<header dir="auto">[^<]+<\/header>\n<p/)
    expect(html).toContain(`<p dir="auto">Hello!</p><p><a href="${link}">${link}</a></p>`)
    expect(JSON.stringify(EMAIL)).not.toContain(secretFor('seed', SECRETS))
  })

  test('says in which language it is, unless an earlier release stored it', () => {
    expect(renderEmail(EMAIL, SECRETS).html).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">\n/)
    expect(renderEmail({ ...EMAIL, language: 'zh-hans' }, SECRETS).html).toContain('<html lang="zh-hans" dir="ltr">')
    expect(renderEmail({ ...EMAIL, language: undefined }, SECRETS).html).toContain('<html>')
  })

  test('of another seed, realm or deployment has another secret', () => {
    const secrets = [
      secretFor('seed', SECRETS),
      secretFor('seeds', SECRETS),
      secretFor('seed', { ...SECRETS, realm_name: 'other' }),
      secretFor('seed', { ...SECRETS, deployment_secret: 'other' }),
    ]
    expect(new Set(secrets).size).toBe(4)
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{40}$/)
  })

  const MULTILINE_NAMES = [
    'Dov\r\nBcc: all@example.com',
    'Dov\nBcc: all@example.com',
    'Dov\u2028Bcc: all@example.com',
    'Dov\0Bcc: x',
  ]
  test.for(MULTILINE_NAMES)('has headers of one line each, also if a user’s name has several: %j', (name) => {
    const { subject, from_name, to } = renderEmail({ ...EMAIL, subject: name, from_name: name, to: name }, SECRETS)
    for (const header of [subject, from_name, to]) expect(header).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  })

  test('shows the text of users as text, not as HTML', () => {
    const { html } = renderEmail({ ...EMAIL, paragraphs: ['<img src=x onerror=alert(1)>'] }, SECRETS)
    expect(html).toContain('<p dir="auto">&#60;img src=x onerror=alert(1)&#62;</p>')
    expect(html).not.toContain('<img')
  })
})

describe('queued emails', () => {
  /** Runs `story` with a queue on the realm's tables. The test controls the sender and the clock. */
  const withQueue = (
    realm: TestRealm,
    sender: SendEmail,
    story: (queue: EmailQueue, at: (now: number) => void) => Promise<void>,
  ) =>
    runInDurableObject(realm.stub, async (_, state) => {
      let now = 1000
      const clock = { now: () => now, wakeAt: () => undefined }
      // The owner of a new realm is welcomed by email.
      state.storage.sql.exec('DELETE FROM emails')
      await story(new EmailQueue(realmSql(state.storage.sql), sender, SECRETS, clock), (later) => (now = later))
    })

  test('are sent once, in the order in which they were queued', async () => {
    const { realm } = await emptyRealm()
    const sent: string[] = []
    const sender = async ({ to }: RenderedEmail) => void sent.push(to)
    await withQueue(realm, sender, async (queue) => {
      for (const to of ['a', 'b', 'c']) queue.add({ ...EMAIL, to }, 9999)
      await Promise.all([queue.deliver(), queue.deliver()])
      expect(await queue.deliver()).toBeUndefined()
    })
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  test('are sent again after longer and longer pauses, until they expire', async () => {
    const { realm } = await emptyRealm()
    let tries = 0
    const sender = async () => {
      tries++
      throw new Error('The email service is down')
    }
    await withQueue(realm, sender, async (queue, at) => {
      queue.add(EMAIL, 1000 + 3600)
      const due: (number | undefined)[] = []
      for (let next: number | undefined = 1000; next !== undefined; due.push(next)) {
        at(next)
        next = await queue.deliver()
      }
      expect(due).toEqual([1010, 1070, 1370, 3170, undefined])
    })
    expect(tries).toBe(5)
  })

  test('cost no read while the queue is empty', async () => {
    const { realm } = await emptyRealm()
    const sent: string[] = []
    const sender = async ({ to }: RenderedEmail) => void sent.push(to)
    await withQueue(realm, sender, async (queue) => {
      expect(await queue.deliver()).toBeUndefined()
      const before = queue.sql.meter.read
      expect(await queue.deliver()).toBeUndefined()
      expect(queue.sql.meter.read).toBe(before)
      queue.add(EMAIL, 9999)
      await queue.deliver()
    })
    expect(sent).toEqual([EMAIL.to])
  })

  test('are sent even if an earlier one fails', async () => {
    const { realm } = await emptyRealm()
    const sent: string[] = []
    const sender = async ({ to }: RenderedEmail) => {
      if (to === 'a') throw new Error('No such address')
      sent.push(to)
    }
    await withQueue(realm, sender, async (queue) => {
      for (const to of ['a', 'b']) queue.add({ ...EMAIL, to }, 9999)
      expect(await queue.deliver()).toBe(1010)
    })
    expect(sent).toEqual(['b'])
  })

  test('are sent through the binding of the platform, from the address of the deployment', async () => {
    const sent: unknown[] = []
    const binding = { send: async (message: unknown) => sent.push(message) }
    const mail = renderEmail(EMAIL, SECRETS)
    const send = emailSender(binding, CONFIG, SENDING)
    await send(mail, 'id')
    await send({ ...mail, reply_to: 'ben@example.com' }, 'id')
    const { from_name: _, ...fields } = mail
    // By this header the server recognizes its own emails, should one come back.
    const headers = { ...fields.headers, 'X-Parley-Email': 'yes' }
    const message = { ...fields, headers, from: { email: 'noreply@example.com', name: 'Acme' } }
    expect(sent).toEqual([message, { ...message, replyTo: 'ben@example.com' }])
    await expect(emailSender(undefined, CONFIG, SENDING)(mail, 'id')).rejects.toThrow('no EMAIL binding')
    await expect(emailSender(binding, { ...CONFIG, mail_from: '' }, SENDING)(mail, 'id')).rejects.toThrow(
      'no MAIL_FROM',
    )
  })
})

test.for(RESTARTS)('an email is sent although the object that had to send it $how', async ({ restart }) => {
  const { realm, dov } = await freshRealm()
  succeeded(await dov.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [] }))
  await restart(realm)
  expect((await sentEmails(realm)).map(({ to }) => to)).toEqual(['gwen@example.com'])
  await restart(realm)
  expect(await sentEmails(realm)).toHaveLength(1)
})

describe('GET /dev_mailbox, GET /dev/mailbox', () => {
  test('a developer reads the emails that production would send', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await dov.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [] }))
    const [email] = await sentEmails(realm)
    const page = await openPage(`${realm.url}/dev/mailbox`)
    expect(page.status).toBe(200)
    // The page shows it in a frame.
    expect(page.html).toContain(`&#60;a href=&#34;${linkIn(email)}&#34;&#62;`)
  })

  test('the mailbox does not exist in production', async () => {
    const { realm } = await emptyRealm()
    for (const path of ['/api/v1/dev_mailbox', '/dev/mailbox']) {
      const response = await worker.fetch(new Request(`${realm.url}${path}`) as never, { ...env, DEVELOPMENT: '' })
      expect(await response.json()).toEqual(refusal('Endpoint not available in production.'))
    }
  })
})
