import { describe, expect, test } from 'vitest'
import { limitedRealm } from '../support/limited'
import { Person, succeeded } from '../support/person'

const LIMITED = { code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) }
const WRONG_KEY = { code: 'INVALID_API_KEY' }
const HERE = '192.0.2.1'
const ELSEWHERE = '192.0.2.2'

const answerTo = async (person: Person, path: string, address: string) =>
  (await person.request(path, { headers: { 'cf-connecting-ip': address } })).json()

const guessing = (person: Person, api_key: string) => new Person(person.realm_url, { ...person.account, api_key })
const wrongKey = (nth: number) => String(nth).repeat(32).slice(0, 32)

describe('guesses of an API key', () => {
  test('count against the network address that they come from', async () => {
    const { ada } = await limitedRealm({ RATE_LIMIT_BY_ADDRESS: '60:3' })
    for (const nth of [1, 2, 3])
      expect(await answerTo(guessing(ada, wrongKey(nth)), '/users/me', HERE)).toMatchObject(WRONG_KEY)
    expect(await answerTo(guessing(ada, wrongKey(4)), '/users/me', HERE)).toMatchObject(LIMITED)
    expect(await answerTo(guessing(ada, wrongKey(4)), '/users/me', ELSEWHERE)).toMatchObject(WRONG_KEY)
    succeeded(await answerTo(ada, '/users/me', HERE)) // the person with the right key is not locked out
  })

  test('count for addresses without an account, and together with requests without credentials', async () => {
    const { realm, ada } = await limitedRealm({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const unknown = new Person(ada.realm_url, { ...ada.account, email: 'nobody@example.com' })
    expect(await answerTo(unknown, '/users/me', HERE)).toMatchObject(WRONG_KEY)
    const bare = await realm.request('/users/me', { headers: { 'cf-connecting-ip': HERE } })
    expect(await bare.json()).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await answerTo(unknown, '/users/me', HERE)).toMatchObject(LIMITED)
  })

  test('count where the request itself makes no sense, and where events are awaited', async () => {
    const { ada } = await limitedRealm({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const guess = guessing(ada, wrongKey(1))
    const paths = ['/messages?num_before=many', '/events?queue_id=x&last_event_id=-1&dont_block=true', '/users/me']
    const answers = []
    for (const path of paths) answers.push(await answerTo(guess, path, HERE))
    expect(answers).toMatchObject([WRONG_KEY, WRONG_KEY, LIMITED])
  })

  test('count for a key that was right once, and for a deactivated account', async () => {
    const { realm, ada } = await limitedRealm({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const ben = await realm.newPerson('ben')
    succeeded(await ada.delete(`/users/${ben.id}`))
    for (let nth = 0; nth < 2; nth++)
      expect(await answerTo(ben, '/users/me', HERE)).toMatchObject({ code: 'USER_DEACTIVATED' })
    expect(await answerTo(ben, '/users/me', HERE)).toMatchObject(LIMITED)
  })
})

describe('guesses of a ticket', () => {
  test('count against the network address that they come from', async () => {
    const { realm, ada } = await limitedRealm({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const { queue_id, last_event_id } = succeeded(await ada.post('/register'))
    const guess = async (address: string) => {
      const query = `queue_id=${queue_id}&last_event_id=${last_event_id}&ticket=${'x'.repeat(32)}&dont_block=true`
      const headers = { 'cf-connecting-ip': address }
      return (await realm.request(`/events?${query}`, { headers })).json()
    }
    const refused = [await guess(HERE), await guess(HERE)]
    for (const answer of refused) expect(answer).not.toMatchObject({ code: 'RATE_LIMIT_HIT' })
    for (const answer of refused) expect(answer).toMatchObject({ result: 'error' })
    expect(await guess(HERE)).toMatchObject(LIMITED)
    expect(await guess(ELSEWHERE)).not.toMatchObject({ code: 'RATE_LIMIT_HIT' })
  })
})
