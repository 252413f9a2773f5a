import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { requiredSignature } from '../../src/domain/integrations/received-mail/proof-rules'
import { isSignedBy } from '../../src/outside/received/dkim'
import { readEntity } from '../../src/outside/received/header-fields'
import { answerDns, emailBytes, recordOf, signed } from '../support/emails'

const TO = 'c16-7-8-0-00000000000000000000-acme@in.example.net'
const NOW = Date.parse('2026-11-23T12:00:00Z') / 1000
const DAY = 86_400
const FIELDS = {
  From: 'Ada <ada@example.com>',
  To: TO,
  Subject: 'Soup',
  Date: 'Mon, 23 Nov 2026 11:00:00 +0000',
  'Message-ID': '<1@example.com>',
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
}
const emailWith = (changes: Partial<Record<string, string | string[]>>, body = 'Hello') => {
  const fields = Object.entries({ ...FIELDS, ...changes }).flatMap(([name, values]) =>
    (values === undefined ? [] : [values].flat()).map((value) => `${name}: ${value}`),
  )
  return readEntity(emailBytes([...fields, '', body].join('\n')))
}
const fieldsFor = (changes: Parameters<typeof emailWith>[0], body?: string) =>
  requiredSignature(emailWith(changes, body), TO, NOW)?.fields

const ALWAYS = ['from', 'to', 'subject', 'date', 'message-id']
const PARTS = '--b1\nContent-Type: text/plain\n\nHello\n--b1--\n'
const multipart = (boundary: string) => ({ 'Content-Type': `multipart/alternative; boundary="${boundary}"` })

describe('the signature that proves the sender of an email', () => {
  test('covers all fields that are read', () => {
    expect(requiredSignature(emailWith({}), TO, NOW)).toEqual({
      domain: 'example.com',
      fields: [...ALWAYS, 'content-type', 'content-transfer-encoding'],
    })
    expect(fieldsFor({ To: 'friend@example.com', Cc: TO })?.[1]).toBe('cc')
  })

  test.for(Object.keys(FIELDS))('does not exist if %s is absent or occurs twice', (name) => {
    const value = FIELDS[name as keyof typeof FIELDS]
    expect(fieldsFor({ [name]: undefined })).toBeUndefined()
    expect(fieldsFor({ [name]: [value, value] })).toBeUndefined()
  })

  test('covers Content-Type, unless the text itself begins and ends with the boundary', () => {
    expect(fieldsFor(multipart('b1'), PARTS)).toEqual(ALWAYS)
    expect(fieldsFor({ ...multipart('b1'), 'Content-Transfer-Encoding': undefined }, PARTS)).toEqual(ALWAYS)
    const needsType = [...ALWAYS, 'content-type']
    for (const boundary of ['b', 'b2', 'b1\\n']) expect(fieldsFor(multipart(boundary), PARTS)).toEqual(needsType)
    expect(fieldsFor(multipart('b1'), `Hello\n${PARTS}`)).toEqual(needsType)
    expect(fieldsFor(multipart('b1'), `${PARTS}Hello\n`)).toEqual(needsType)
    expect(fieldsFor(multipart(''), '--\n\nHello\n----')).toEqual([...needsType, 'content-transfer-encoding'])
    expect(fieldsFor({ ...multipart('b1'), 'Content-Transfer-Encoding': ['8bit', 'base64'] }, PARTS)).toBeUndefined()
  })

  test.for([
    { seconds: 0, isProven: true },
    { seconds: -6 * DAY + 1, isProven: false },
    { seconds: -6 * DAY + 2, isProven: true },
    { seconds: DAY, isProven: false },
    { seconds: DAY - 1, isProven: true },
  ])('does not exist for an email that is too old or from the future: $seconds', ({ seconds, isProven }) => {
    const date = new Date((NOW + seconds) * 1000).toUTCString()
    expect(fieldsFor({ Date: date }) !== undefined).toBe(isProven)
  })

  test('does not exist for an email without a date that can be read', () => {
    expect(fieldsFor({ Date: 'yesterday' })).toBeUndefined()
  })
})

describe('an RSA key', () => {
  test.for([
    { bits: 512, isUsable: false },
    { bits: 1016, isUsable: false },
    { bits: 1024, isUsable: true },
  ])('of $bits bits proves an email: $isUsable', async ({ bits, isUsable }) => {
    const keys = generateKeyPairSync('rsa', { modulusLength: bits })
    answerDns(['example.com'], recordOf(keys))
    const bytes = emailBytes(`From: ada@example.com\nSubject: Soup\n\nHello`)
    const email = readEntity(signed(bytes, { keys, domain: 'example.com', fields: 'from' }))
    const config = {
      dns_url: 'https://cloudflare-dns.com/dns-query',
      outside: { allows_private: false, own_hosts: [], disabled: new Set<never>(), sendBeside: undefined },
    }
    expect(await isSignedBy({ domain: 'example.com', fields: ['from'] }, email, NOW, config)).toBe(isUsable)
  })
})
