import { describe, expect, test } from 'vitest'
import { Admission, RateLimitExceeded } from '../../src/api/admission'
import { admitsBeforeBody } from '../../src/api/admit-before-body'
import { invalidCredentials, missingCredentials, type Credential } from '../../src/api/callers'
import type { AnyEndpoint } from '../../src/api/endpoint'
import { forbidden } from '../../src/api/errors'
import { SERVER_ITSELF, type CallSession, type RealmCall } from '../../src/api/realm-call'

type Actor = { user_id: number }

const notAllowed = forbidden(() => 'Not allowed')
const ada: Credential = { email: 'ada@example.com', key_hash: 'right' }
const stranger: Credential = { email: 'ada@example.com', key_hash: 'wrong' }

const endpointFor = (needs: AnyEndpoint['caller']['needs'], refusal: () => ReturnType<typeof notAllowed> | undefined) =>
  ({
    kind: 'decision',
    route: 'POST /wishes',
    summary: 'Wish for something.',
    caller: { describes: 'any user', needs, errors: [], refusal },
    params: {},
    returns: {},
    errors: [],
    decide: () => undefined,
  }) satisfies AnyEndpoint

const forUsers = endpointFor('account', () => undefined)
const forVisitors = endpointFor('optional', () => undefined)
const forNoUser = endpointFor('account', () => notAllowed({}))

function admission() {
  const authenticate = (_: unknown, credential: Credential): Actor => {
    if (credential !== ada) throw invalidCredentials({})
    return { user_id: 8 }
  }
  const limits = { by_user: [{ seconds: 60, most: 2 }], by_address: [{ seconds: 60, most: 1 }] }
  const accounts = { authenticate, refusalWithoutFactor: () => undefined }
  const admitting = new Admission<{ session: CallSession }, Actor>(accounts, limits, () => 1000)
  return (endpoint: AnyEndpoint, call: Partial<RealmCall>) =>
    admitting.admit({ session: {} }, endpoint, { endpoint: endpoint.route, params: {}, client: SERVER_ITSELF, ...call })
}

describe('admission', () => {
  test('returns the actor and the state of the rate limit', () => {
    expect(admission()(forUsers, { credential: ada })).toMatchObject({
      actor: { user_id: 8 },
      rateLimit: { remaining: 1 },
    })
  })

  test('admits a request without credentials where they are optional', () => {
    expect(admission()(forVisitors, {}).actor).toBeUndefined()
  })

  test('refuses a request without credentials where they are required', () => {
    expect(() => admission()(forUsers, {})).toThrow(missingCredentials({}).message)
  })

  test('refuses a caller whom the endpoint does not allow', () => {
    expect(() => admission()(forNoUser, { credential: ada })).toThrow(notAllowed({}).message)
  })

  test('limits the requests of a user', () => {
    const admit = admission()
    admit(forUsers, { credential: ada })
    admit(forUsers, { credential: ada })
    expect(() => admit(forUsers, { credential: ada })).toThrow(RateLimitExceeded)
  })

  test('counts wrong keys against the address of the client', () => {
    const admit = admission()
    expect(() => admit(forUsers, { credential: stranger })).toThrow(invalidCredentials({}).message)
    expect(() => admit(forUsers, { credential: stranger })).toThrow(RateLimitExceeded)
    expect(() => admit(forVisitors, {})).toThrow(RateLimitExceeded)
  })

  test('does not count a request twice', () => {
    const admit = admission()
    for (let call = 0; call < 5; call++) admit(forUsers, { credential: ada, is_counted: true })
    expect(admit(forUsers, { credential: ada })).toMatchObject({ rateLimit: { remaining: 1 } })
  })
})

test('does not count the requests of the operator, whose secret the Worker has compared', () => {
  const admit = admission()
  const forOperator = endpointFor('deployment', () => undefined)
  for (let call = 0; call < 5; call++) expect(admit(forOperator, {}).actor).toBeUndefined()
  expect(() => admit(forVisitors, {})).not.toThrow()
})

describe('admitsBeforeBody', () => {
  const request = (body: string | undefined, length?: number) =>
    new Request('https://chat.test/', {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body }),
      headers: length === undefined ? {} : { 'content-length': String(length) },
    })

  test.each<[string, AnyEndpoint, Request, Credential | undefined, boolean]>([
    ['a small body with a credential is read first', forUsers, request('a=1', 3), ada, false],
    ['a large body with a credential is read later', forUsers, request('a=1', 200_000), ada, true],
    ['a body of unknown size is read later', forUsers, request('a=1'), ada, true],
    ['a body without a credential is read later', forUsers, request('a=1', 3), undefined, true],
    ['a request without a body needs no extra call', forUsers, request(undefined), undefined, false],
    [
      'the deployment has no realm to ask',
      endpointFor('deployment', () => undefined),
      request('a=1'),
      undefined,
      false,
    ],
    [
      'an endpoint that streams reads its body itself',
      { ...forUsers, streams: 'bytes of a file' },
      request('a=1'),
      undefined,
      false,
    ],
  ])('%s', (_, endpoint, sent, credential, expected) => {
    expect(admitsBeforeBody(endpoint, sent, credential)).toBe(expected)
  })
})
