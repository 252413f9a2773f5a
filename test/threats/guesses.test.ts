import { describe, expect, test } from 'vitest'
import { realmWithVariables } from '../support/realm-with-variables'
import { Person, succeeded } from '../support/person'

const LIMITED = { code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) }
const WRONG_KEY = { code: 'INVALID_API_KEY' }
const HERE = '192.0.2.1'
const ELSEWHERE = '192.0.2.2'

const answerTo = async (person: Person, path: string, address: string) =>
  (await person.request(path, { headers: { 'cf-connecting-ip': address } })).json()

const withKey = (person: Person, api_key: string) => new Person(person.realm_url, { ...person.account, api_key })
const wrongKey = (digit: number) => String(digit).repeat(32).slice(0, 32)

describe('guesses of an API key', () => {
  test('count for the network address of the client', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:3' })
    for (const digit of [1, 2, 3])
      expect(await answerTo(withKey(ada, wrongKey(digit)), '/users/me', HERE)).toMatchObject(WRONG_KEY)
    expect(await answerTo(withKey(ada, wrongKey(4)), '/users/me', HERE)).toMatchObject(LIMITED)
    expect(await answerTo(withKey(ada, wrongKey(4)), '/users/me', ELSEWHERE)).toMatchObject(WRONG_KEY)
    succeeded(await answerTo(ada, '/users/me', HERE)) // a request with the right key still succeeds
  })

  test('count also with an unknown email address, and together with requests without credentials', async () => {
    const { realm, ada } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const unknown = new Person(ada.realm_url, { ...ada.account, email: 'unknown@example.com' })
    expect(await answerTo(unknown, '/users/me', HERE)).toMatchObject(WRONG_KEY)
    const bare = await realm.request('/users/me', { headers: { 'cf-connecting-ip': HERE } })
    expect(await bare.json()).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await answerTo(unknown, '/users/me', HERE)).toMatchObject(LIMITED)
  })

  test('count also if the request is invalid, and if it polls for events', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const guess = withKey(ada, wrongKey(1))
    const paths = ['/messages?num_before=many', '/events?queue_id=x&last_event_id=-1&dont_block=true', '/users/me']
    const answers = []
    for (const path of paths) answers.push(await answerTo(guess, path, HERE))
    expect(answers).toMatchObject([WRONG_KEY, WRONG_KEY, LIMITED])
  })

  test('count also with the old key of a deactivated account', async () => {
    const { realm, ada } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const ben = await realm.newPerson('ben')
    succeeded(await ada.delete(`/users/${ben.id}`))
    for (let count = 0; count < 2; count++)
      expect(await answerTo(ben, '/users/me', HERE)).toMatchObject({ code: 'USER_DEACTIVATED' })
    expect(await answerTo(ben, '/users/me', HERE)).toMatchObject(LIMITED)
  })
})

describe('guesses of a ticket', () => {
  test('count for the network address of the client', async () => {
    const { realm, ada } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const { queue_id, last_event_id } = succeeded(await ada.post('/register'))
    const guess = async (address: string) => {
      const query = `queue_id=${queue_id}&last_event_id=${last_event_id}&ticket=${'x'.repeat(32)}&dont_block=true`
      const headers = { 'cf-connecting-ip': address }
      return (await realm.request(`/events?${query}`, { headers })).json()
    }
    const wrongGuesses = [await guess(HERE), await guess(HERE)]
    for (const answer of wrongGuesses) expect(answer).not.toMatchObject({ code: 'RATE_LIMIT_HIT' })
    for (const answer of wrongGuesses) expect(answer).toMatchObject({ result: 'error' })
    expect(await guess(HERE)).toMatchObject(LIMITED)
    expect(await guess(ELSEWHERE)).not.toMatchObject({ code: 'RATE_LIMIT_HIT' })
  })
})
