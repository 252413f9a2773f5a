import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignedReport, refusedIn } from '../../src/domain/integrations/received-mail/report-rules'
import { readBounce } from '../../src/outside/received/bounce'
import { readEntity } from '../../src/outside/received/header-fields'
import { bounceAddress, isOurs, readMailAddress, recipientMark } from '../../src/store/mail-addresses'
import { bounceOf, BOUNCE_PROGRAMS, TEMPORARY_BOUNCES } from '../support/bounces'

const read = (program: string) =>
  readBounce(readEntity(bounceOf(program, { to: 'dov@example.com', bounces_to: 'b@x' })))
const readText = (text: string) => readBounce(readEntity(new TextEncoder().encode(text)))

describe('a bounce', () => {
  test.each(BOUNCE_PROGRAMS)('of %s names the address, for ever', (program) => {
    const bounce = read(program)
    expect(bounce).toMatchObject({ isFinal: true, reason: expect.stringMatching(/\S/) })
    expect(bounce?.addresses).toContain('dov@example.com')
  })

  test.each(TEMPORARY_BOUNCES)('about %s says nothing about the address', (program) => {
    expect(read(program)?.isFinal ?? false).toBe(false)
  })

  test.each([
    ['5.1.1', '', true],
    ['5.1.2', '', true],
    ['5.2.1', '550 5.2.1 disabled', true],
    ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied', true],
    ['5.0.0', '550 5.1.1 unknown', true],
    ['5.5.0', '550 mailbox unavailable', true],
    ['5.1.8', 'the domain of the sender', false],
    ['5.2.3', 'too large', false],
    ['5.7.1', 'user unknown to the filter', false],
    ['5.0.0', '550 no', false],
    ['4.1.1', '450 user unknown', false],
    ['', '', false],
  ])('with the status %s and the words “%s” is final: %s', (status, words, isFinal) => {
    const group = `Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${words}`
    const report = `Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; y\n\n${group}\n\n--x--\n`
    expect(readText(report)).toMatchObject({ isFinal, addresses: ['a@b.example'] })
  })

  test('is read in bounded time and size, whatever it contains', () => {
    const hostile = [
      `\n${'<a@b.c>\n'.repeat(300_000)}`,
      `Content-Type: multipart/report; boundary=x\n\n${'--x\nContent-Type: message/delivery-status\n\n'.repeat(50_000)}`,
      `Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: message/delivery-status\n\n${'Final-Recipient: rfc822; a@b.c\nAction: failed\nStatus: 5.1.1\n\n'.repeat(10_000)}--x--`,
      `Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: text/rfc822-headers\n\nTo: ${'a@b.c,'.repeat(10_000)}\n--x--`,
    ]
    for (const text of hostile) expect(readText(text)?.addresses.length ?? 0).toBeLessThanOrEqual(20)
  })
})

describe('the address for bounces', () => {
  const secrets = { deployment_secret: 'secret', realm_name: 'acme' }
  const gateway = { mail_gateway: 'in.example.com', secrets }

  test('stands for one recipient, and only this deployment can make it', () => {
    const address = bounceAddress(gateway, 'Dov@Example.com', 20_000)!
    expect(address).toMatch(/^b[0-9a-z]+-[0-9a-z]+-[0-9a-f]{20}-acme@in\.example\.com$/)
    const found = readMailAddress(address, 'in.example.com')!
    expect(found.purpose).toEqual({
      kind: 'bounce',
      last_day: 20_030,
      recipient: recipientMark('dov@example.com', secrets),
    })
    expect(isOurs(found, secrets)).toBe(true)
    expect(isOurs(found, { ...secrets, deployment_secret: 'other' })).toBe(false)
    expect(recipientMark('dov@example.com', { ...secrets, deployment_secret: 'other' })).not.toBe(
      recipientMark('dov@example.com', secrets),
    )
  })
})

describe('a report of a provider', () => {
  const secret = `whsec_${Buffer.from('a key of the provider').toString('base64')}`
  const bytes = new TextEncoder().encode('{"type":"email.bounced"}')
  const signature = (at: number) =>
    `v1,${createHmac('sha256', 'a key of the provider').update(`id.${at}.`).update(bytes).digest('base64')}`
  const headers = (prefix: string, at = 1000) =>
    new Headers({ [`${prefix}-id`]: 'id', [`${prefix}-timestamp`]: String(at), [`${prefix}-signature`]: signature(at) })

  test('counts if the provider signed it, lately, and the deployment knows the secret', () => {
    const report = { headers: headers('webhook'), bytes, secret, now: 1000 }
    expect(isSignedReport(report)).toBe(true)
    expect(isSignedReport({ ...report, headers: headers('svix') })).toBe(true)
    expect(isSignedReport({ ...report, secret: '' })).toBe(false)
    expect(isSignedReport({ ...report, secret: 'whsec_b3RoZXI=' })).toBe(false)
    expect(isSignedReport({ ...report, bytes: new Uint8Array(2) })).toBe(false)
    expect(isSignedReport({ ...report, headers: new Headers() })).toBe(false)
    expect(isSignedReport({ ...report, now: 2000 })).toBe(false)
  })

  test.each([
    [
      { type: 'email.bounced', data: { to: ['a@b.example'], bounce: { type: 'Permanent', message: 'No such user' } } },
      1,
    ],
    [{ type: 'email.bounced', data: { to: 'a@b.example' } }, 1],
    [{ type: 'email.complained', data: { to: ['a@b.example', 'c@d.example'] } }, 2],
    [{ type: 'email.bounced', data: { to: ['a@b.example'], bounce: { type: 'Transient' } } }, 0],
    [{ type: 'email.delivered', data: { to: ['a@b.example'] } }, 0],
    [{ type: 'email.bounced', data: { to: [{ a: 1 }, 'no address', null] } }, 0],
    [{ type: 'email.bounced', data: null }, 0],
    [{ type: 'email.bounced', data: { to: Array.from({ length: 1000 }, (_, at) => `a${at}@b.example`) } }, 5],
    ['text', 0],
    [null, 0],
  ])('%j names %i addresses', (report, count) => {
    expect(refusedIn(report).addresses).toHaveLength(count)
  })
})
