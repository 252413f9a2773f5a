import { createHmac } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { bounceAddress } from '../../src/store/mail-addresses'
import { refusal } from '../support/answers'
import { advanceClock } from '../support/clock'
import { bounceOf, BOUNCE_PROGRAMS, TEMPORARY_BOUNCES } from '../support/bounces'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { deliver } from '../support/received-mail'

const DAY = 86_400

/** Returns the address for the bounces of an email that the realm sent today. */
const bouncesOf = ({ name: realm_name }: TestRealm, to: string): string => {
  const secrets = { deployment_secret: env.DEPLOYMENT_SECRET, realm_name }
  const today = Math.floor(Date.now() / 1000 / DAY)
  return bounceAddress({ mail_gateway: env.MAIL_GATEWAY, secrets }, to, today)!
}

const suppressedIn = async (admin: Person): Promise<Json[]> => succeeded(await admin.get('/parley/mail')).suppressed

describe('a bounce that arrives as an email', () => {
  test.each(BOUNCE_PROGRAMS)('of %s ends the emails to the address', async (program) => {
    const { realm, ada, dov } = await freshRealm()
    const bounces_to = bouncesOf(realm, dov.email)
    expect(
      await deliver(bounceOf(program, { to: dov.email, bounces_to }), { to: bounces_to, from: '' }),
    ).toBeUndefined()
    const { suppressed, figures } = succeeded(await ada.get('/parley/mail'))
    expect(suppressed).toEqual([
      {
        user_id: dov.id,
        address: dov.email,
        suppressed_at: expect.any(Number),
        error: expect.not.stringContaining('@'),
      },
    ])
    expect(figures).toMatchObject([{ medium: 'email', outcome: 'refused', count: 1 }])
  })

  test.each(TEMPORARY_BOUNCES)('about %s changes nothing', async (program) => {
    const { realm, ada, dov } = await freshRealm()
    const bounces_to = bouncesOf(realm, dov.email)
    expect(
      await deliver(bounceOf(program, { to: dov.email, bounces_to }), { to: bounces_to, from: '' }),
    ).toBeUndefined()
    expect(await suppressedIn(ada)).toEqual([])
  })

  test('may come to the sender of all emails: the header that it returns says for whom it is', async () => {
    const { realm, ada, dov } = await freshRealm()
    const bounce = bounceOf('gmail', { to: dov.email, bounces_to: bouncesOf(realm, dov.email) })
    expect(await deliver(bounce, { to: env.MAIL_FROM.toUpperCase(), from: '' })).toBeUndefined()
    expect(await suppressedIn(ada)).toMatchObject([{ user_id: dov.id }])
    const answer = bounceOf('temporary-vacation', { to: dov.email, bounces_to: env.MAIL_FROM })
    expect(await deliver(answer, { to: env.MAIL_FROM })).toBe('No user receives emails at this address')
  })

  test('counts only for the recipient of the email, in its realm, for 30 days', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const other = await freshRealm()
    // Dov, who knows the address of his own emails, wants to stop those of ben.
    const own = bouncesOf(realm, dov.email)
    await deliver(bounceOf('postfix', { to: ben.email, bounces_to: own }), { to: own })
    const invented = own.replace(/-[0-9a-f]{20}-/, `-${'0'.repeat(20)}-`)
    expect(await deliver(bounceOf('postfix', { to: dov.email, bounces_to: invented }), { to: invented })).toBeDefined()
    const elsewhere = own.replace(realm.name, other.realm.name)
    expect(
      await deliver(bounceOf('postfix', { to: dov.email, bounces_to: elsewhere }), { to: elsewhere }),
    ).toBeDefined()
    await advanceClock(realm, 32 * DAY)
    await deliver(bounceOf('postfix', { to: dov.email, bounces_to: own }), { to: own })
    expect([await suppressedIn(ada), await suppressedIn(other.ada)]).toEqual([[], []])
  })
})

describe('POST /parley/mail/reports', () => {
  const report = { type: 'email.bounced', data: { bounce: { type: 'Permanent', message: 'dov@example.com is gone' } } }

  /** Sends a report as the provider does. */
  function send(realm: TestRealm, body: string, key = 'the secret of the provider'): Promise<Json> {
    const at = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', key).update(`id.${at}.${body}`).digest('base64')
    const headers = { 'svix-id': 'id', 'svix-timestamp': String(at), 'svix-signature': `v1,${signature}` }
    return realm.request('/parley/mail/reports', { method: 'POST', body, headers }).then((response) => response.json())
  }

  test('ends the emails to an address that refused one for ever', async () => {
    const { realm, ada, dov } = await freshRealm()
    const body = JSON.stringify({ ...report, data: { ...report.data, to: [dov.email] } })
    succeeded(await send(realm, body))
    expect(await suppressedIn(ada)).toEqual([
      { user_id: dov.id, address: dov.email, suppressed_at: expect.any(Number), error: 'email.bounced: … is gone' },
    ])
    succeeded(await send(realm, JSON.stringify({ type: 'email.delivered', data: { to: [ada.email] } })))
    expect(await suppressedIn(ada)).toHaveLength(1)
  })

  test('is for the provider only', async () => {
    const { realm, ada, dov } = await freshRealm()
    const body = JSON.stringify({ ...report, data: { to: [dov.email] } })
    const unsigned = refusal('The report is not signed by the provider', 'UNAUTHORIZED')
    expect(await send(realm, body, 'guess')).toEqual(unsigned)
    expect(await realm.post('/parley/mail/reports', {})).toEqual(unsigned)
    expect(await send(realm, 'no JSON')).toMatchObject({ code: 'INVALID_JSON' })
    expect(await suppressedIn(ada)).toEqual([])
  })
})
