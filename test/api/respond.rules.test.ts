import { describe, expect, test } from 'vitest'
import { internalError, rateLimitHit } from '../../src/api/errors'
import { refuse, succeed, succeedWithText, successText } from '../../src/api/respond'

const REPLY = { vendor: '', origin: null }

describe('a response', () => {
  test('has result and msg beside its fields, also if these are JSON text', async () => {
    const plain = { result: 'success', msg: '' }
    expect(await succeed(REPLY, {}).json()).toEqual(plain)
    expect(await succeed(REPLY, { id: 1 }, ['a']).json()).toEqual({
      ...plain,
      id: 1,
      ignored_parameters_unsupported: ['a'],
    })
    const text = successText('{"events":[]}', '')
    const stream = () => new Response(text).body!
    for (const answer of [text, stream()])
      expect(await (await succeedWithText(REPLY, answer)).json()).toEqual({ ...plain, events: [] })
    for (const answer of [text, stream()])
      expect(await (await succeedWithText(REPLY, answer, ['"'])).json()).toEqual({
        ...plain,
        events: [],
        ignored_parameters_unsupported: ['"'],
      })
  })

  test('that is text has the spelling of its client', () => {
    expect(successText('{"reaction_type":"svc_extra_emoji"}', 'zulip')).toContain('"zulip_extra_emoji"')
    expect(successText('{"reaction_type":"svc_extra_emoji"}', '')).toContain('"svc_extra_emoji"')
  })

  test('has the status and the headers of its error', () => {
    const outcomeOf = (refusal: Parameters<typeof refuse>[1]) => {
      const { status, headers } = refuse(REPLY, refusal)
      return [status, headers.get('www-authenticate'), headers.get('retry-after'), headers.get('allow')]
    }
    expect(outcomeOf(rateLimitHit({ 'retry-after': 1.2 }).refusal)).toEqual([429, null, '2', null])
    expect(outcomeOf(internalError({ request_id: 'x' }).refusal)).toEqual([500, null, null, null])
    expect(outcomeOf({ code: 'X', msg: '', fields: {}, status: 401 })).toEqual([401, 'Basic realm="svc"', null, null])
    const fields = { allowed_methods: ['GET', 'HEAD'] }
    expect(outcomeOf({ code: 'X', msg: '', fields, status: 405 })).toEqual([405, null, null, 'GET, HEAD'])
  })
})
