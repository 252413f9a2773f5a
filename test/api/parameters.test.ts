import { describe, expect, test } from 'vitest'
import { formOf, succeeded, type Json, type Person } from '../support/person'
import { emptyRealm, newChannel } from '../support/realm'
import { jsonOf } from '../support/worker'

describe('the parameters of a request', () => {
  const ignoredBy = async (person: Person, path: string) => {
    const answer = succeeded(await (await person.request(path)).json())
    return 'ignored_parameters_unsupported' in answer ? answer.ignored_parameters_unsupported : 'no field'
  }

  test('unknown ones are listed in the response', async () => {
    const { ada } = await emptyRealm()
    expect(await ignoredBy(ada, '/users/me')).toBe('no field')
    expect(await ignoredBy(ada, '/users/me?client=website')).toBe('no field')
    expect(await ignoredBy(ada, '/users?client_gravatar=false&colour=red')).toEqual(['colour'])
    expect(await ignoredBy(ada, '/users/me?client_gravatar=false&a=1&a=2&%F0%9F%98%80=')).toEqual([
      'client_gravatar',
      'a',
      '😀',
    ])
    const { queue_id, last_event_id } = succeeded(await ada.post('/register'))
    const poll = `/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`
    expect(await ignoredBy(ada, poll)).toBe('no field')
    expect(await ignoredBy(ada, `${poll}&colour=red`)).toEqual(['colour'])
    const answer = await ada.get('/users/0', { colour: 'red' })
    expect(answer).toEqual({ result: 'error', msg: 'No such user', code: 'BAD_REQUEST' })
  })

  test.each<[string, Record<string, string>, string, string, object]>([
    ['no parameter', {}, 'REQUEST_VARIABLE_MISSING', "Missing 'type' argument", { var_name: 'type' }],
    [
      'a required parameter is missing',
      { type: 'direct', to: '[1]' },
      'REQUEST_VARIABLE_MISSING',
      "Missing 'content' argument",
      { var_name: 'content' },
    ],
    [
      'a parameter has two names',
      { type: 'channel', to: 'a', content: 'x', topic: 'a', subject: 'b' },
      'REQUEST_CONFUSING_VAR',
      "Can't decide between 'topic' and 'subject' arguments",
      { var_name1: 'topic', var_name2: 'subject' },
    ],
    ['an unknown option', { type: 'smoke', to: 'a', content: 'x' }, 'BAD_REQUEST', 'Invalid type', {}],
    [
      'invalid JSON',
      { type: 'channel', to: 'a', content: 'x', read_by_sender: 'yes' },
      'BAD_REQUEST',
      'read_by_sender is not valid JSON',
      {},
    ],
    [
      'a value of the wrong type',
      { type: 'channel', to: 'a', content: 'x', read_by_sender: '1' },
      'BAD_REQUEST',
      'read_by_sender is not a boolean',
      {},
    ],
  ])('are refused: %s', async (_, fields, code, msg, more) => {
    const { ada } = await emptyRealm()
    const response = await ada.request('/messages', { method: 'POST', body: new URLSearchParams(fields) })
    expect(await jsonOf(response)).toEqual({ status: 400, result: 'error', msg, code, ...more })
  })

  test('an error in a nested value names its place', async () => {
    const { ada } = await emptyRealm()
    const messageFor = async (subscriptions: object) =>
      (await ada.post('/users/me/subscriptions', { subscriptions })).msg
    expect(await messageFor([{ name: 'a' }, { name: 5 }])).toBe('subscriptions[1]["name"] is not a string')
    expect(await messageFor([{}])).toBe('name key is missing from subscriptions[0]')
    expect(await messageFor({})).toBe('subscriptions is not a list')
  })

  test('of a DELETE are in the query or in the form; the form takes precedence', async () => {
    const { ada } = await emptyRealm()
    for (const name of ['one', 'two', 'three']) await newChannel(ada, name, [ada])
    const remove = async (query: object, form?: object): Promise<Json> => {
      const path = `/users/me/subscriptions?${formOf({ ...query }).toString()}`
      return (await ada.request(path, { method: 'DELETE', ...(form ? { body: formOf({ ...form }) } : {}) })).json()
    }
    expect(await remove({ subscriptions: ['one'] })).toMatchObject({ removed: ['one'] })
    expect(await remove({}, { subscriptions: ['two'] })).toMatchObject({ removed: ['two'] })
    expect(await remove({ subscriptions: ['one'] }, { subscriptions: ['three'] })).toMatchObject({ removed: ['three'] })
  })
})
