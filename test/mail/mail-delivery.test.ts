import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, inject, test, vi } from 'vitest'
import type { Email, RenderedEmail } from '../../src/store/email'
import { renderEmail } from '../../src/store/email'
import { EmailQueue } from '../../src/store/email-queue'
import { EmailRefusal, emailSender, type EmailConfig, type SendEmail } from '../../src/store/email-sender'
import { realmSql } from '../../src/store/realm-sql'
import { doDueWork } from '../support/alarms'
import { refusal } from '../support/answers'
import { advanceClock } from '../support/clock'
import { succeeded, type Json } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'

declare module 'vitest' {
  export interface ProvidedContext {
    smtp: { smtps: number; smtp: number; unencrypted: number; untrusted: number; tampered: number; received: string }
  }
}

const SECRETS = { deployment_secret: 'secret', realm_name: 'acme' }
const emailTo = (to: string, changes: Partial<Email> = {}): RenderedEmail =>
  renderEmail(
    {
      from_name: 'Ada, “Acme”',
      to,
      language: 'de',
      subject: 'Grüße 🎉 und mehr, damit es zwei Wörter werden',
      paragraphs: ['.', 'Hallo'],
      ...changes,
    },
    SECRETS,
  )

const config = (changes: Partial<EmailConfig>): EmailConfig => ({
  mail_from: 'noreply@example.com',
  mail_gateway: '',
  mail_bounces: false,
  smtp_url: '',
  mail_http: { url: '', key: '' },
  outside: { allows_private: true, own_hosts: [], disabled: new Set(), sendBeside: undefined },
  ...changes,
})

/** The realm that sends, on the first day of 1970. */
const SENDING = { secrets: SECRETS, now: () => 0 }

const USER = 'ada%40example.com:the%20smtp%20password'
const senderTo = (scheme: 'smtps' | 'smtp' | 'unencrypted' | 'untrusted' | 'tampered', user = USER): SendEmail => {
  const protocol = scheme === 'smtps' ? 'smtps' : 'smtp'
  return emailSender(
    undefined,
    config({ smtp_url: `${protocol}://${user}@localhost:${inject('smtp')[scheme]}` }),
    SENDING,
  )
}

async function receivedBy(to: string): Promise<Json[]> {
  const all: Json[] = await (await fetch(inject('smtp').received)).json()
  return all.filter((message) => message.to.includes(to))
}

describe('an email by SMTP', () => {
  test.for(['smtps', 'smtp'] as const)('is submitted by %s, encrypted and with a password', async (scheme) => {
    const to = `dov-${scheme}@example.com`
    await senderTo(scheme)({ ...emailTo(to), reply_to: 'ben@example.com' }, 'id-1')
    const [email, ...more] = await receivedBy(to)
    expect(more).toEqual([])
    expect(email).toMatchObject({ from: 'noreply@example.com', to: [to], user: 'ada@example.com', secure: true })
    const headers = email?.message.split('\r\n\r\n')[0]
    expect(headers.split('\r\n').filter((line: string) => !line.startsWith('Date: '))).toEqual([
      'From: =?utf-8?B?QWRhLCDigJxBY21l4oCd?= <noreply@example.com>',
      `To: <${to}>`,
      'Reply-To: <ben@example.com>',
      expect.stringMatching(/^Subject: =\?utf-8\?B\?\S+\?=$/),
      expect.stringMatching(/^ =\?utf-8\?B\?\S+\?=$/),
      'Message-ID: <id-1@example.com>',
      'Auto-Submitted: auto-generated',
      'X-Auto-Response-Suppress: All',
      'X-Parley-Email: yes',
      'MIME-Version: 1.0',
      expect.stringMatching(/^Content-Type: multipart\/alternative; boundary="/),
    ])
    expect(email?.message).toContain(Buffer.from('.\r\n\r\nHallo\r\n').toString('base64'))
  })

  test.for([
    [false, 'noreply@example.com'],
    [true, expect.stringMatching(/^bu-[0-9a-z]+-[0-9a-f]{20}-acme@in\.example\.com$/)],
  ] as const)(
    'has a header with the address for bounces; its envelope has it if chosen: %s',
    async ([mail_bounces, from]) => {
      const smtp_url = `smtp://${USER}@localhost:${inject('smtp').smtp}`
      const to = `bounces-${mail_bounces}@example.com`
      const changes = { smtp_url, mail_gateway: 'in.example.com', mail_bounces }
      await emailSender(undefined, config(changes), SENDING)(emailTo(to), 'id-1')
      const [email] = await receivedBy(to)
      expect(email?.from).toEqual(from)
      expect(email?.message).toMatch(/\r\nX-Parley-Email: bu-[0-9a-z]+-[0-9a-f]{20}-acme@in\.example\.com\r\n/)
    },
  )

  test('is submitted by a development server that has a server to try', async () => {
    const SMTP_URL = `smtps://${USER}@localhost:${inject('smtp').smtps}`
    const { realm, ada } = await realmWithVariables({ SMTP_URL, CALLS_PRIVATE_ADDRESSES: 'true' })
    succeeded(await ada.post('/invites', { invitee_emails: 'dev-smtp@example.com', stream_ids: [] }))
    await doDueWork(realm)
    await advanceClock(realm, 60)
    await doDueWork(realm)
    expect(await receivedBy('dev-smtp@example.com')).toHaveLength(1)
  })

  test('is not submitted with a wrong password, or to a server that does not encrypt or has no valid certificate', async () => {
    await expect(senderTo('smtp', 'ada:wrong')(emailTo('a@example.com'), 'id')).rejects.toThrow('AUTH: 535')
    await expect(senderTo('smtps', 'ada:wrong')(emailTo('a@example.com'), 'id')).rejects.toThrow('AUTH: 535')
    await expect(senderTo('unencrypted')(emailTo('a@example.com'), 'id')).rejects.toThrow('STARTTLS: 5')
    await expect(senderTo('untrusted')(emailTo('a@example.com'), 'id')).rejects.toThrow('Is the certificate')
    await expect(senderTo('tampered')(emailTo('a@example.com'), 'id')).rejects.toThrow('more than its reply')
    expect(await receivedBy('a@example.com')).toEqual([])
  })

  test('is not submitted to a private host, or if the deployment disabled it', async () => {
    const smtp_url = `smtp://${USER}@localhost:${inject('smtp').smtp}`
    const outside = { allows_private: true, own_hosts: [], disabled: new Set<string>(), sendBeside: undefined }
    for (const changed of [
      { ...outside, allows_private: false },
      { ...outside, disabled: new Set(['mail']) },
    ])
      await expect(
        emailSender(undefined, config({ smtp_url, outside: changed }), SENDING)(emailTo('b@example.com'), 'id'),
      ).rejects.toThrow(/SMTP_URL has no public host|OUTSIDE_REQUESTS_OFF has mail/)
    expect(await receivedBy('b@example.com')).toEqual([])
  })

  test('is refused for ever if the address does not exist; not if it is full', async () => {
    const error = async (email: RenderedEmail) =>
      senderTo('smtp')(email, 'id').then(
        () => undefined,
        (refused: unknown) => refused,
      )
    expect(await error(emailTo('gone@example.com'))).toMatchObject({ of: 'address' })
    expect(await error(emailTo('dov@example.com', { subject: 'spam' }))).toMatchObject({ of: 'email' })
    const full = await error(emailTo('full@example.com'))
    expect([full instanceof Error, full instanceof EmailRefusal]).toEqual([true, false])
  })
})

describe('an email by HTTP', () => {
  const answering = (status: number) =>
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('', { status }))
  const send = emailSender(
    undefined,
    config({ mail_http: { url: 'https://mail.example.net/send', key: 'the key' } }),
    SENDING,
  )

  test('is one request with the key, and says who must not get it twice', async () => {
    const fetched = answering(200)
    const email = emailTo('dov@example.com')
    await send(email, 'id-1')
    const [url, init] = fetched.mock.calls[0]!
    fetched.mockRestore()
    const { from_name: _, ...fields } = email
    expect(url).toBe('https://mail.example.net/send')
    expect(init?.headers).toMatchObject({ authorization: 'Bearer the key', 'idempotency-key': 'id-1' })
    expect(await new Response(init?.body).json()).toEqual({
      ...fields,
      headers: { ...fields.headers, 'X-Parley-Email': 'yes' },
      from: '"Ada, “Acme”" <noreply@example.com>',
      to: ['dov@example.com'],
    })
  })

  test('has headers that providers accept', async () => {
    const valid = emailTo('headers@example.com')
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(''))
    await send(valid, 'id')
    const INVALID: Partial<RenderedEmail>[] = [
      { to: 'dov@example.com>\r\nRCPT TO:<eve@example.com' },
      { to: 'dov@example.com,eve@example.com' },
      { subject: 'a\r\nBcc: eve@example.com' },
      { headers: { 'Message-ID': '<a@b>' } },
      { headers: { 'X-A': 'a\r\nBcc: eve@example.com' } },
      { headers: { 'List-Unsubscribe': '<http://example.com>' } },
      { headers: { 'List-Unsubscribe-Post': 'yes' } },
      { headers: { References: 'x'.repeat(2049) } },
    ]
    for (const change of INVALID)
      await expect(send({ ...valid, ...change }, 'id'), JSON.stringify(change)).rejects.toThrow(EmailRefusal)
    expect(fetched).toHaveBeenCalledTimes(1)
    fetched.mockRestore()
  })

  const STATUSES: [status: number, isFinal: boolean][] = [
    [422, true],
    [400, true],
    [401, false],
    [429, false],
    [500, false],
    [302, false],
  ]
  test.for(STATUSES)('that the provider answers with %i is refused for ever: %s', async ([status, isFinal]) => {
    const fetched = answering(status)
    const error = await send(emailTo('dov@example.com'), 'id').then(
      () => undefined,
      (refused: unknown) => refused,
    )
    fetched.mockRestore()
    expect([error instanceof Error, error instanceof EmailRefusal]).toEqual([true, isFinal])
  })
})

describe('GET /parley/mail, DELETE /parley/mail/suppressions', () => {
  /** Sends the realm's emails with this sender, and not to the mailbox. */
  const deliverWith = (realm: TestRealm, sender: SendEmail, emails: Email[], at = 1_900_000_000) =>
    runInDurableObject(realm.stub, async (_, state) => {
      const clock = { now: () => at, wakeAt: () => undefined }
      const queue = new EmailQueue(realmSql(state.storage.sql), sender, SECRETS, clock)
      for (const email of emails) queue.add(email, at + 86_400)
      await queue.deliver()
    })
  /** Returns a realm that has sent the email to its first owner. */
  const realmWithoutEmails = async () => {
    const cast = await freshRealm()
    await doDueWork(cast.realm)
    return cast
  }
  const EMAIL: Email = {
    from_name: 'Acme',
    to: 'x@example.com',
    language: 'en',
    subject: 'Secret subject',
    paragraphs: ['Secret text'],
  }

  test('an administrator sees what waits and why, without recipients and texts', async () => {
    const { realm, ben, dov } = await realmWithoutEmails()
    const now = Math.floor(Date.now() / 1000)
    const failing: SendEmail = async ({ to }) => {
      if (to === 'x@example.com') throw new Error('452 <x@example.com> is full')
    }
    await deliverWith(realm, failing, [EMAIL, { ...EMAIL, to: 'y@example.com' }], now)
    expect(await dov.get('/parley/mail')).toEqual(
      refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
    )
    const { result: _, msg: __, ...mail } = succeeded(await ben.get('/parley/mail'))
    expect(mail).toEqual({
      can_send: true,
      waiting: 1,
      emails: [
        { id: expect.any(Number), due_at: now + 10, expires_at: now + 86_400, failures: 1, error: '452 … is full' },
      ],
      suppressed: [],
      figures: [
        { day: Math.floor(now / 86_400), medium: 'email', outcome: 'failed', count: 1 },
        { day: Math.floor(now / 86_400), medium: 'email', outcome: 'sent', count: 1 },
      ],
    })
  })

  test('a provider that does not answer ends the batch, and gets the next one a minute later', async () => {
    const { realm } = await realmWithoutEmails()
    let now = 1_900_000_000
    let seconds = 12
    const tried: string[] = []
    const slow: SendEmail = async ({ to }) => {
      tried.push(to)
      now += seconds
      if (seconds > 5) throw new Error('No response')
    }
    await runInDurableObject(realm.stub, async (_, state) => {
      const clock = { now: () => now, wakeAt: () => undefined }
      const queue = new EmailQueue(realmSql(state.storage.sql), slow, SECRETS, clock)
      for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) queue.add({ ...EMAIL, to }, now + 86_400)
      const next = await queue.deliver()
      expect([tried, next]).toEqual([['a@example.com'], now + 60])
      expect(await queue.deliver()).toBe(next)
      now += 60
      seconds = 1
      await queue.deliver()
      expect(tried).toEqual(['a@example.com', 'b@example.com', 'c@example.com', 'a@example.com'])
    })
  })

  test('an address that refused an email gets no more, until an administrator allows it', async () => {
    const { realm, ada, ben, dov } = await realmWithoutEmails()
    const now = Math.floor(Date.now() / 1000)
    const tried: string[] = []
    const refusing: SendEmail = async ({ to }) => {
      tried.push(to)
      throw new EmailRefusal('address', '550 No such user')
    }
    succeeded(await dov.patch('/settings', { email_address_visibility: 4 }))
    await deliverWith(realm, refusing, [EMAIL, { ...EMAIL, to: dov.email }], now)
    await deliverWith(realm, refusing, [{ ...EMAIL, to: 'X@example.com' }], now)
    expect(tried).toEqual(['x@example.com', dov.email])
    const { suppressed, waiting, figures } = succeeded(await ben.get('/parley/mail'))
    expect(waiting).toBe(0)
    expect(suppressed).toEqual([
      { user_id: dov.id, address: null, suppressed_at: now, error: '550 No such user' },
      { user_id: null, address: 'x@example.com', suppressed_at: now, error: '550 No such user' },
    ])
    expect(figures.map(({ outcome, count }: Json) => [outcome, count])).toEqual([
      ['refused', 2],
      ['suppressed', 1],
    ])
    const end = { address: 'x@example.com' }
    expect((await dov.delete('/parley/mail/suppressions', end)).code).toBe('UNAUTHORIZED_PRINCIPAL')
    succeeded(await ada.delete('/parley/mail/suppressions', end))
    expect(await ada.delete('/parley/mail/suppressions', end)).toEqual(
      refusal('The realm sends emails to this address.'),
    )
    await deliverWith(realm, refusing, [EMAIL], now)
    expect(tried).toHaveLength(3)
  })

  test('a suppressed address gets emails again after 30 days', async () => {
    const { realm } = await freshRealm()
    const now = Math.floor(Date.now() / 1000)
    const tried: string[] = []
    const refusing: SendEmail = async ({ to }) => {
      tried.push(to)
      throw new EmailRefusal('address', '550 No such user')
    }
    for (const days of [0, 29, 30]) await deliverWith(realm, refusing, [EMAIL], now + days * 86_400)
    expect(tried).toHaveLength(2)
  })
})
