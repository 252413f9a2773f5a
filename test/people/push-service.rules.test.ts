import { describe, expect, test } from 'vitest'
import {
  bouncerRefusal,
  eventType,
  extraData,
  failureOf,
  type People,
} from '../../src/domain/people/push-service/rules'

const error = (code: string | undefined, msg = '') => JSON.stringify({ result: 'error', msg, code })

describe('failureOf', () => {
  test.for<[status: number, text: string, retry: string, code: string, client: string]>([
    [500, '<html>', 'later', 'INTERNAL_SERVER_ERROR_ON_BOUNCER', 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    // The body of a server error is not read.
    [502, error('REQUEST_EXPIRED'), 'later', 'INTERNAL_SERVER_ERROR_ON_BOUNCER', 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    [429, error('RATE_LIMIT_HIT'), 'later', 'INTERNAL_SERVER_ERROR_ON_BOUNCER', 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    [401, '', 'operator', 'INVALID_ZULIP_SERVER', 'ADMIN_ACTION_REQUIRED'],
    [400, error('INVALID_ZULIP_SERVER'), 'operator', 'INVALID_ZULIP_SERVER', 'ADMIN_ACTION_REQUIRED'],
    [403, error('MISSING_REMOTE_REALM'), 'operator', 'MISSING_REMOTE_REALM', 'ADMIN_ACTION_REQUIRED'],
    [
      403,
      error('REMOTE_REALM_SERVER_MISMATCH_ERROR'),
      'operator',
      'REMOTE_REALM_SERVER_MISMATCH_ERROR',
      'ADMIN_ACTION_REQUIRED',
    ],
    [400, error('PUSH_NOTIFICATIONS_DISALLOWED'), 'operator', 'PUSH_NOTIFICATIONS_DISALLOWED', 'ADMIN_ACTION_REQUIRED'],
    [302, '', 'operator', 'ADMIN_ACTION_REQUIRED', 'ADMIN_ACTION_REQUIRED'],
    [404, '<html>', 'operator', 'ADMIN_ACTION_REQUIRED', 'ADMIN_ACTION_REQUIRED'],
    [400, error('REQUEST_EXPIRED'), 'never', 'REQUEST_EXPIRED', 'BAD_REQUEST'],
    [400, error('INVALID_BOUNCER_PUBLIC_KEY'), 'never', 'INVALID_BOUNCER_PUBLIC_KEY', 'BAD_REQUEST'],
    [
      400,
      error('INVALID_REMOTE_PUSH_DEVICE_TOKEN'),
      'never',
      'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
      'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
    ],
    [400, error(undefined, 'Token does not exist'), 'never', 'BAD_REQUEST', 'BAD_REQUEST'],
  ])('%i %s: %s, %s; a client gets %s', ([status, text, retry, code, client]) => {
    const failure = failureOf(status, text)
    expect(failure).toMatchObject({ ok: false, retry, code })
    expect(bouncerRefusal(failure).refusal.code).toBe(client)
  })

  test('the text of a refusal is passed on', () => {
    expect(bouncerRefusal(failureOf(400, error(undefined, 'Invalid token type'))).refusal.msg).toBe(
      'Invalid token type',
    )
  })
})

describe('the people of a realm', () => {
  const people = (members: number, bots = 0): People => ({ 100: 1, 200: 0, 300: 0, 400: members, 600: 2, bots })

  test.for<[before: People | undefined, after: People, type: number]>([
    [undefined, people(0), 101],
    [people(3), people(4), 101],
    [people(3, 1), people(3, 2), 101],
    [people(4), people(3), 103],
    [people(4), { ...people(3), 200: 1 }, 105],
  ])('%j and then %j is an event of type %i', ([before, after, type]) => {
    expect(eventType(before, after)).toBe(type)
  })

  test('are given by role, and bots apart', () => {
    expect(JSON.parse(extraData(people(4, 5)))).toEqual({
      10: { 11: { 100: 1, 200: 0, 300: 0, 400: 4, 600: 2 }, 12: 5 },
    })
  })
})
