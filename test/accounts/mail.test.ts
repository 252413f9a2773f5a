import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { renderEmail, secretFor, type Email, type RenderedEmail } from '../../src/store/email'
import { EmailQueue } from '../../src/store/email-queue'
import { emailSender, type SendEmail } from '../../src/store/email-sender'
import { realmSql } from '../../src/store/realm-sql'
import worker from '../../src/worker'
import { RESTARTS } from '../support/faults'
import { refusal } from '../support/answers'
import { linkIn, mailFrom, opens } from '../support/mail'
import { succeeded } from '../support/person'
import { emptyRealm, freshRealm, type TestRealm } from '../support/realm'

const SECRETS = { deployment_secret: 'secret', realm_name: 'acme' }
const LETTER: Email = {
  from_name: 'Acme',
  to: 'gwen@example.com',
  subject: 'Come in',
  paragraphs: ['Hello!', { url: 'https://acme.example.com/join', seed: 'seed' }],
}

describe('a letter', () => {
  test('has its secret when it goes out, and not before', () => {
    const { text, html } = renderEmail(LETTER, SECRETS)
    const link = `https://acme.example.com/join/${secretFor('seed', SECRETS)}/`
    expect(text).toBe(`Hello!\n\n${link}\n`)
    expect(html).toBe(`<p>Hello!</p><p><a href="${link}">${link}</a></p>`)
    expect(JSON.stringify(LETTER)).not.toContain(secretFor('seed', SECRETS))
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

  const HEADS = [
    'Dov\r\nBcc: all@example.com',
    'Dov\nBcc: all@example.com',
    'Dov\u2028Bcc: all@example.com',
    'Dov\0Bcc: x',
  ]
  test.for(HEADS)('has a head of one line, whatever people call themselves: %j', (name) => {
    const { subject, from_name, to } = renderEmail({ ...LETTER, subject: name, from_name: name, to: name }, SECRETS)
    for (const said of [subject, from_name, to]) expect(said).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  })

  test('says what people wrote as text', () => {
    const { html } = renderEmail({ ...LETTER, paragraphs: ['<img src=x onerror=alert(1)>'] }, SECRETS)
    expect(html).toBe('<p>&#60;img src=x onerror=alert(1)&#62;</p>')
  })
})

describe('letters that wait', () => {
  /** A queue on the realm's own tables, with a postman and a clock that the test holds. */
  const withQueue = (
    realm: TestRealm,
    postman: SendEmail,
    story: (queue: EmailQueue, at: (now: number) => void) => Promise<void>,
  ) =>
    runInDurableObject(realm.stub, async (_, state) => {
      let now = 1000
      const clock = { now: () => now, wakeAt: () => undefined }
      await story(new EmailQueue(realmSql(state.storage.sql), postman, SECRETS, clock), (later) => (now = later))
    })

  test('are sent once, in the order they were put', async () => {
    const { realm } = await emptyRealm()
    const sent: string[] = []
    const postman = async ({ to }: RenderedEmail) => void sent.push(to)
    await withQueue(realm, postman, async (queue) => {
      for (const to of ['a', 'b', 'c']) queue.add({ ...LETTER, to }, 9999)
      await Promise.all([queue.deliver(), queue.deliver()])
      expect(await queue.deliver()).toBeUndefined()
    })
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  test('are tried again later and later until they are of no use', async () => {
    const { realm } = await emptyRealm()
    let tries = 0
    const postman = async () => {
      tries++
      throw new Error('The post office is closed')
    }
    await withQueue(realm, postman, async (queue, at) => {
      queue.add(LETTER, 1000 + 3600)
      const due: (number | undefined)[] = []
      for (let next: number | undefined = 1000; next !== undefined; due.push(next)) {
        at(next)
        next = await queue.deliver()
      }
      expect(due).toEqual([1010, 1070, 1370, 3170, undefined])
    })
    expect(tries).toBe(5)
  })

  test('are not asked for again where there are none, until there are', async () => {
    const { realm } = await emptyRealm()
    const sent: string[] = []
    const postman = async ({ to }: RenderedEmail) => void sent.push(to)
    await withQueue(realm, postman, async (queue) => {
      expect(await queue.deliver()).toBeUndefined()
      const before = queue.sql.meter.read
      expect(await queue.deliver()).toBeUndefined()
      expect(queue.sql.meter.read).toBe(before)
      queue.add(LETTER, 9999)
      await queue.deliver()
    })
    expect(sent).toEqual([LETTER.to])
  })

  test('one that cannot be sent keeps none from going out', async () => {
    const { realm } = await emptyRealm()
    const sent: string[] = []
    const postman = async ({ to }: RenderedEmail) => {
      if (to === 'a') throw new Error('No such address')
      sent.push(to)
    }
    await withQueue(realm, postman, async (queue) => {
      for (const to of ['a', 'b']) queue.add({ ...LETTER, to }, 9999)
      expect(await queue.deliver()).toBe(1010)
    })
    expect(sent).toEqual(['b'])
  })

  test('go out by the platform’s binding, from where the deployment says', async () => {
    const sent: unknown[] = []
    const binding = { send: async (message: unknown) => sent.push(message) }
    const mail = renderEmail(LETTER, SECRETS)
    await emailSender(binding, 'noreply@example.com')(mail)
    const { from_name: _, ...rest } = mail
    expect(sent).toEqual([{ ...rest, from: { email: 'noreply@example.com', name: 'Acme' } }])
    await expect(emailSender(undefined, 'noreply@example.com')(mail)).rejects.toThrow('no EMAIL binding')
    await expect(emailSender(binding, '')(mail)).rejects.toThrow('no MAIL_FROM')
  })
})

test.for(RESTARTS)('a letter goes out when the object that was to send it $how', async ({ restart }) => {
  const { realm, dov } = await freshRealm()
  succeeded(await dov.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [] }))
  await restart(realm)
  expect((await mailFrom(realm)).map(({ to }) => to)).toEqual(['gwen@example.com'])
  await restart(realm)
  expect(await mailFrom(realm)).toHaveLength(1)
})

describe('GET /dev_mailbox, GET /dev/mailbox', () => {
  test('whoever develops reads what would have gone out', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await dov.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [] }))
    const [letter] = await mailFrom(realm)
    const page = await opens(`${realm.url}/dev/mailbox`)
    expect(page.status).toBe(200)
    expect(page.html).toContain(`<a href="${linkIn(letter)}">`)
  })

  test('in production there is none', async () => {
    const { realm } = await emptyRealm()
    for (const path of ['/api/v1/dev_mailbox', '/dev/mailbox']) {
      const response = await worker.fetch(new Request(`${realm.url}${path}`) as never, { ...env, DEVELOPMENT: '' })
      expect(await response.json()).toEqual(refusal('Endpoint not available in production.'))
    }
  })
})
