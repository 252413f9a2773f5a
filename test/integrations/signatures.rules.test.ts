import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  bodyToken,
  hmac,
  oneOf,
  standardWebhooks,
  timestampedHmac,
  token,
  type Signature,
} from '../../src/integrations/signatures'
import { findIntegration } from '../../src/integrations/services'

const NOW = 1_900_000_000
const SECRET = 'the secret'
const BODY = '{"a":"ä"}'

const verdict = (signature: Signature, headers: Record<string, string>, body = BODY, secret = SECRET) =>
  signature({
    header: (name) => headers[name],
    bytes: new TextEncoder().encode(body),
    url: 'https://chat.example.com/api/v1/external/x?stream=a',
    secret,
    now: NOW,
  })

const mac = (text: string, encoding: 'hex' | 'base64' = 'hex', secret: string | Uint8Array = SECRET) =>
  createHmac('sha256', secret).update(text).digest(encoding)

describe('hmac', () => {
  const github = hmac({ header: 'x-sig', prefix: 'sha256=' })

  test.each<[string, Record<string, string>, string]>([
    ['the right signature', { 'x-sig': `sha256=${mac(BODY)}` }, 'valid'],
    ['one of several signatures', { 'x-sig': `sha256=00, sha256=${mac(BODY)}` }, 'valid'],
    ['more signatures than anyone needs', { 'x-sig': `0,0,0,0,0,sha256=${mac(BODY)}` }, 'wrong'],
    ['a signature without its prefix', { 'x-sig': mac(BODY) }, 'wrong'],
    ['the signature of another body', { 'x-sig': `sha256=${mac('x')}` }, 'wrong'],
    ['the signature with another secret', { 'x-sig': `sha256=${mac(BODY, 'hex', 'x')}` }, 'wrong'],
    ['the start of the signature', { 'x-sig': `sha256=${mac(BODY).slice(0, 10)}` }, 'wrong'],
    ['no signature', {}, 'missing'],
    ['an empty header', { 'x-sig': '' }, 'missing'],
  ])('%s', (_, headers, expected) => expect(verdict(github, headers)).toBe(expected))

  test('the signed text may contain the time, which must not be old', () => {
    const at = (seconds: number) => {
      const headers = { 'x-time': String(seconds), 'x-sig': `v0=${mac(`v0:${seconds}:${BODY}`)}` }
      const slack = hmac({
        header: 'x-sig',
        prefix: 'v0=',
        signed: ({ header, bytes }) => [`v0:${header('x-time')}:`, bytes],
        signedAt: ({ header }) => header('x-time'),
      })
      return verdict(slack, headers)
    }
    expect([at(NOW), at(NOW - 300), at(NOW - 301), at(NOW + 301)]).toEqual(['valid', 'valid', 'old', 'old'])
  })
})

test('token compares the secret itself', () => {
  const gitlab = token('x-token')
  expect(verdict(gitlab, { 'x-token': SECRET })).toBe('valid')
  expect(verdict(gitlab, { 'x-token': 'the secreT' })).toBe('wrong')
  expect(verdict(gitlab, {})).toBe('missing')
})

describe('timestampedHmac', () => {
  const stripe = timestampedHmac('stripe-signature')
  const at = (seconds: number, more = '') =>
    verdict(stripe, { 'stripe-signature': `t=${seconds},v1=${mac(`${seconds}.${BODY}`)}${more}` })

  test('accepts a fresh signature, also among others', () => {
    expect(at(NOW)).toBe('valid')
    expect(at(NOW, ',v1=00,v0=00')).toBe('valid')
    expect(at(NOW - 301)).toBe('old')
  })
  test('refuses a time that is not signed, and a header without a time', () => {
    const header = `t=${NOW},v1=${mac(`${NOW - 900}.${BODY}`)}`
    expect(verdict(stripe, { 'stripe-signature': header })).toBe('wrong')
    expect(verdict(stripe, { 'stripe-signature': `v1=${mac(BODY)}` })).toBe('wrong')
  })
})

describe('standardWebhooks', () => {
  const headersAt = (seconds: number, secret: string | Uint8Array = SECRET) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1a,AAAA v1,${mac(`msg_1.${seconds}.${BODY}`, 'base64', secret)}`,
  })

  test('verifies id, time and body', () => {
    expect(verdict(standardWebhooks, headersAt(NOW))).toBe('valid')
    expect(verdict(standardWebhooks, headersAt(NOW - 1000))).toBe('old')
    expect(verdict(standardWebhooks, { ...headersAt(NOW), 'webhook-id': 'msg_2' })).toBe('wrong')
    expect(verdict(standardWebhooks, {})).toBe('missing')
  })
  test('reads a secret in base64', () => {
    const key = new Uint8Array([1, 2, 3, 255])
    const secret = `whsec_${Buffer.from(key).toString('base64')}`
    expect(verdict(standardWebhooks, headersAt(NOW, key), BODY, secret)).toBe('valid')
    expect(verdict(standardWebhooks, headersAt(NOW, secret), BODY, secret)).toBe('wrong')
  })
})

describe('bodyToken', () => {
  const netlify = bodyToken('x-webhook-signature', 'netlify')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tokenFor = (body: string, head: object = { alg: 'HS256' }, iss = 'netlify') => {
    const signed = `${encode(head)}.${encode({ iss, sha256: createHash('sha256').update(body).digest('hex') })}`
    return { 'x-webhook-signature': `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}` }
  }

  test('verifies the hash of the body', () => {
    expect(verdict(netlify, tokenFor(BODY))).toBe('valid')
    expect(verdict(netlify, tokenFor('other'))).toBe('wrong')
    expect(verdict(netlify, tokenFor(BODY, { alg: 'none' }))).toBe('wrong')
    expect(verdict(netlify, tokenFor(BODY, { alg: 'HS256' }, 'other'))).toBe('wrong')
    expect(verdict(netlify, { 'x-webhook-signature': 'a.b' })).toBe('wrong')
    expect(verdict(netlify, {})).toBe('missing')
  })
})

describe('the signatures of services', () => {
  const at = String(NOW)
  const date = new Date(NOW * 1000).toUTCString()
  const transifex = `POST\nhttps://x\n${date}\n${createHash('md5').update(BODY).digest('hex')}`
  const form = (hash: string) =>
    `json=${encodeURIComponent(JSON.stringify({ event: { event_time: '7', event_type: 'signed', event_hash: hash } }))}`

  test.each<[string, Record<string, string>, string?]>([
    ['github', { 'x-hub-signature-256': `sha256=${mac(BODY)}` }],
    ['grafana', { 'x-grafana-alerting-signature': mac(BODY) }],
    ['grafana', { 'x-grafana-alerting-signature': mac(`${at}:${BODY}`), 'x-grafana-alerting-timestamp': at }],
    ['slack', { 'x-slack-signature': `v0=${mac(`v0:${at}:${BODY}`)}`, 'x-slack-request-timestamp': at }],
    ['clubhouse', { 'payload-signature': mac(BODY) }],
    ['clubhouse', { 'clubhouse-signature': mac(BODY) }],
    ['semaphore', { 'x-semaphore-signature-256': `sha256=${mac(BODY)}` }],
    ['delighted', { 'x-delighted-webhook-signature': `sha256=${mac(BODY)}` }],
    ['wekan', { 'x-wekan-token': SECRET }],
    ['transifex', { 'x-tx-signature-v2': mac(transifex, 'base64'), 'x-tx-url': 'https://x', date }],
    ['hellosign', {}, form(mac('7signed'))],
  ])('%s', async (service, headers, body = BODY) => {
    const { signature } = (await findIntegration(service))!
    expect(verdict(signature!, headers, body)).toBe('valid')
    expect(verdict(signature!, headers, body, 'another secret')).toBe('wrong')
    expect(verdict(signature!, {}, '{}')).toBe('missing')
  })

  test.each<[string, Record<string, string>]>([
    ['grafana', { 'x-grafana-alerting-signature': mac(`1:${BODY}`), 'x-grafana-alerting-timestamp': '1' }],
    ['slack', { 'x-slack-signature': `v0=${mac(`v0:1:${BODY}`)}`, 'x-slack-request-timestamp': '1' }],
  ])('%s refuses an old one', async (service, headers) =>
    expect(verdict((await findIntegration(service))!.signature!, headers)).toBe('old'),
  )

  test('the time of Grafana is signed', async () => {
    const { signature } = (await findIntegration('grafana'))!
    const headers = { 'x-grafana-alerting-signature': mac(BODY), 'x-grafana-alerting-timestamp': at }
    expect(verdict(signature!, headers)).toBe('wrong')
  })
})

test('oneOf takes the first format that the request has', () => {
  const either = oneOf(token('a'), token('b'))
  expect(verdict(either, { b: SECRET })).toBe('valid')
  expect(verdict(either, { a: 'x', b: SECRET })).toBe('wrong')
  expect(verdict(either, {})).toBe('missing')
})
