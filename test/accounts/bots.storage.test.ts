import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { newBotOf } from '../support/bots'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { executeSql } from '../support/tables'

describe('/bot_storage', () => {
  test('refuses to return more than fits in a response, and returns and deletes single keys', async () => {
    const { realm, fig: bot } = await freshRealm()
    const row = 'INSERT INTO bot_storage (user_id, entry_key, value) VALUES (?, ?, ?)'
    for (const key of ['a', 'b', 'c']) await executeSql(realm, row, bot.id, key, key.repeat(1_900_000))
    const tooLarge = refusal('The values are too large for one answer. Ask for fewer keys.')
    expect(await bot.get('/bot_storage')).toEqual(tooLarge)
    expect(await bot.get('/bot_storage', { keys: ['a', 'b', 'c'] })).toEqual(tooLarge)
    const { storage } = succeeded(await bot.get('/bot_storage', { keys: ['a', 'c'] }))
    expect(Object.keys(storage)).toEqual(['a', 'c'])
    expect(await bot.delete('/bot_storage', { keys: ['a', 'b'] })).toEqual(SUCCESS)
    expect(Object.keys(succeeded(await bot.get('/bot_storage')).storage)).toEqual(['c'])
  })

  test('a bot stores texts by key, which no other bot can read', async () => {
    const { dov, fig } = await freshRealm()
    const hal = await newBotOf(dov)
    expect(await hal.request('/bot_storage', put({ storage: { a: '1', b: '2' } })).then(json)).toEqual(SUCCESS)
    expect(await hal.request('/bot_storage', put({ storage: { b: '3', '': 'x' } })).then(json)).toEqual(SUCCESS)
    expect(await hal.get('/bot_storage')).toEqual({ ...SUCCESS, storage: { '': 'x', a: '1', b: '3' } })
    expect(await hal.get('/bot_storage', { keys: ['b'] })).toEqual({ ...SUCCESS, storage: { b: '3' } })
    expect(await fig.get('/bot_storage')).toEqual({ ...SUCCESS, storage: {} })
    const missing = refusal('Key does not exist.')
    expect(await hal.get('/bot_storage', { keys: ['b', 'c'] })).toEqual(missing)
    expect(await hal.delete('/bot_storage', { keys: ['b', 'c'] })).toEqual(missing)
    expect(await fig.get('/bot_storage', { keys: ['b'] })).toEqual(missing)
    expect(await hal.delete('/bot_storage', { keys: ['b'] })).toEqual(SUCCESS)
    expect(await hal.get('/bot_storage')).toEqual({ ...SUCCESS, storage: { '': 'x', a: '1' } })
    expect(await hal.delete('/bot_storage')).toEqual(SUCCESS)
    expect(await hal.get('/bot_storage')).toEqual({ ...SUCCESS, storage: {} })
    expect(await hal.request('/bot_storage', put({ storage: { a: 1 } })).then(json)).toMatchObject({ result: 'error' })
  })

  test('people are refused', async () => {
    const { ada, dov, fig } = await freshRealm()
    succeeded(await fig.get('/bot_storage'))
    const onlyForBots = refusal('This endpoint is only available to bots.')
    for (const person of [ada, dov]) {
      expect(await person.get('/bot_storage')).toEqual(onlyForBots)
      expect(await person.request('/bot_storage', put({ storage: { a: '1' } })).then(json)).toEqual(onlyForBots)
      expect(await person.delete('/bot_storage')).toEqual(onlyForBots)
    }
  })
})

const put = ({ storage }: { storage: object }): RequestInit => ({
  method: 'PUT',
  body: new URLSearchParams({ storage: JSON.stringify(storage) }),
})
const json = (response: Response): Promise<Json> => response.json()
