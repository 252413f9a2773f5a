import { describe, expect, test } from 'vitest'
import { internalError, rateLimitHit } from '../src/api/errors'
import { inBothSpellings, refuse, succeed, succeedWithJson } from '../src/api/respond'

const REPLY = { vendor: '', origin: null }

describe('the vendor’s spelling', () => {
  test.each<[string, unknown, unknown]>([
    ['a name', { svc_version: '1' }, { svc_version: '1', zulip_version: '1' }],
    ['a name within', { realm_svc_plan: 1 }, { realm_svc_plan: 1, realm_zulip_plan: 1 }],
    ['one deep down', { a: [{ svc_x: {} }] }, { a: [{ svc_x: {}, zulip_x: {} }] }],
    ['one in another', { svc_a: { svc_b: 1 } }, { svc_a: { svc_b: 1, zulip_b: 1 }, zulip_a: { svc_b: 1, zulip_b: 1 } }],
    ['no name of ours', { rsvc_x: 1, svc: 2, xsvc_: 3 }, { rsvc_x: 1, svc: 2, xsvc_: 3 }],
    ['a value', { reaction_type: 'svc_extra_emoji' }, { reaction_type: 'svc_extra_emoji' }],
    ['what somebody wrote', { content: '{"svc_version": 1}' }, { content: '{"svc_version": 1}' }],
    [
      'an address beside a name',
      { svc_version: '1', presences: { 'svc_bot@example.com': 1 } },
      { svc_version: '1', zulip_version: '1', presences: { 'svc_bot@example.com': 1 } },
    ],
    ['null and nothing', { svc_x: null, a: [] }, { svc_x: null, zulip_x: null, a: [] }],
  ])('of %s', (_, said, told) => {
    expect(JSON.parse(inBothSpellings(JSON.stringify(said), 'zulip'))).toEqual(told)
  })

  test('leaves a name that every object has as it is', () => {
    expect(inBothSpellings('{"svc_x":{"__proto__":1}}', 'zulip')).toBe(
      '{"svc_x":{"__proto__":1},"zulip_x":{"__proto__":1}}',
    )
  })

  test('is told by nobody who has no vendor', () => {
    expect(inBothSpellings('{"svc_version":"1"}', '')).toBe('{"svc_version":"1"}')
  })

  test('of what has no name of ours is the very same text', () => {
    const json = '{"n":1.0,"content":"svc_x"}'
    expect(inBothSpellings(json, 'zulip')).toBe(json)
  })

  test('is looked for in no more time than the text is long', () => {
    const longNames = JSON.stringify({ content: '"svc_'.repeat(20_000), more: '_'.repeat(500_000) })
    const start = performance.now()
    inBothSpellings(longNames, 'zulip')
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('the envelope', () => {
  test('is put around fields, and around fields that are JSON text already', async () => {
    const plain = { result: 'success', msg: '' }
    expect(await succeed(REPLY, {}).json()).toEqual(plain)
    expect(await succeed(REPLY, { id: 1 }, ['a']).json()).toEqual({
      ...plain,
      id: 1,
      ignored_parameters_unsupported: ['a'],
    })
    expect(await succeedWithJson(REPLY, '{"events":[]}').json()).toEqual({ ...plain, events: [] })
    expect(await succeedWithJson(REPLY, '{"events":[]}', ['"']).json()).toEqual({
      ...plain,
      events: [],
      ignored_parameters_unsupported: ['"'],
    })
  })

  test('tells what a refusal means for HTTP', () => {
    const told = (refusal: Parameters<typeof refuse>[1]) => {
      const { status, headers } = refuse(REPLY, refusal)
      return [status, headers.get('www-authenticate'), headers.get('retry-after'), headers.get('allow')]
    }
    expect(told(rateLimitHit({ 'retry-after': 1.2 }).refusal)).toEqual([429, null, '2', null])
    expect(told(internalError({ request_id: 'x' }).refusal)).toEqual([500, null, null, null])
    expect(told({ code: 'X', msg: '', fields: {}, status: 401 })).toEqual([401, 'Basic realm="svc"', null, null])
    const fields = { allowed_methods: ['GET', 'HEAD'] }
    expect(told({ code: 'X', msg: '', fields, status: 405 })).toEqual([405, null, null, 'GET, HEAD'])
  })
})
