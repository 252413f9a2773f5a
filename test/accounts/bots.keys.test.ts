import { describe, expect, test } from 'vitest'
import { NO_BOTS, NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { managedBotsOf, newBotOf, OUTGOING_WEBHOOK } from '../support/bots'
import { Person, succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'

const NO_SUCH_BOT = refusal('No such bot')
const BAD_KEY = refusal('Invalid API key', 'INVALID_API_KEY')

describe('the state of bots, and its events', () => {
  test('follow the bot through its creation, a change of owner and a new key, and never have the key', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    let hal: Person | undefined
    const keys: string[] = []
    const received = await replays([ada, ben, cleo, dov], async () => {
      hal = await newBotOf(dov)
      succeeded(await ada.patch(`/bots/${hal.id}`, { bot_owner_id: cleo.id }))
      keys.push(hal.account.api_key, succeeded(await cleo.post(`/bots/${hal.id}/api_key/regenerate`)).api_key)
      succeeded(await ada.patch(`/users/${hal.id}`, { role: 100 }))
    })
    const seen = JSON.stringify([received, await managedBotsOf(ada), await managedBotsOf(cleo)])
    for (const key of keys) expect(seen).not.toContain(key)
    expect(await managedBotsOf(dov)).not.toContainEqual(expect.objectContaining({ user_id: hal!.id }))
  })
})

describe('keys', () => {
  test('GET /bots/:bot_id/api_key returns the key to the users who manage the bot', async () => {
    const { ben, cleo, dov, ezra, fig } = await freshRealm()
    const hal = await newBotOf(dov)
    const path = `/bots/${hal.id}/api_key`
    const { api_key } = hal.account
    for (const actor of [dov, ben]) expect(await actor.get(path)).toEqual({ ...SUCCESS, api_key })
    expect(await cleo.get(path)).toEqual(NO_PERMISSION)
    expect(await ezra.get(path)).toEqual(refusal('Not allowed for guest users'))
    for (const actor of [hal, fig]) expect(await actor.get(path)).toEqual(NO_BOTS)
    for (const id of [dov.id, 9999]) expect(await ben.get(`/bots/${id}/api_key`)).toEqual(NO_SUCH_BOT)
  })

  test('administrators do not manage a bot with the role of an owner, and get no key', async () => {
    const { ada, ben, dov } = await freshRealm()
    const hal = await newBotOf(dov)
    succeeded(await ada.patch(`/users/${hal.id}`, { role: 100 }))
    const notOwner = refusal('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL')
    await changesNothing([ada, ben, dov], async () => {
      expect(await ben.get(`/bots/${hal.id}/api_key`)).toEqual(notOwner)
      expect(await ben.post(`/bots/${hal.id}/api_key/regenerate`)).toEqual(notOwner)
      expect(await ben.patch(`/bots/${hal.id}`, { bot_owner_id: ben.id })).toEqual(notOwner)
      expect(await ben.delete(`/bots/${hal.id}`)).toEqual(notOwner)
    })
    for (const actor of [ada, dov]) succeeded(await actor.get(`/bots/${hal.id}/api_key`))
  })

  test('POST /bots/:bot_id/api_key/regenerate replaces the key, and the old one stops working', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const hal = await newBotOf(dov, OUTGOING_WEBHOOK)
    const path = `/bots/${hal.id}/api_key/regenerate`
    expect(await cleo.post(path)).toEqual(NO_PERMISSION)
    let api_key = ''
    await receivedBy([dov, ada], async () => {
      ;({ api_key } = succeeded(await dov.post(path)))
    })
    expect(await hal.get('/users/me')).toEqual(BAD_KEY)
    hal.account.api_key = api_key
    succeeded(await hal.get('/users/me'))
    expect(succeeded(await ben.get(`/bots/${hal.id}/api_key`)).api_key).toBe(api_key)
    expect(succeeded(await ben.post(path)).api_key).not.toBe(api_key)
  })

  test('POST /users/me/api_key/regenerate creates a key, and all old ones stop working', async () => {
    const { realm, dov, fig } = await freshRealm()
    const { email, password } = dov.account
    const second = succeeded(await realm.post('/fetch_api_key', { username: email, password })).api_key
    for (const user of [dov, fig]) {
      const { api_key } = succeeded(await user.post('/users/me/api_key/regenerate'))
      expect(await user.get('/users/me')).toEqual(BAD_KEY)
      user.account.api_key = api_key
      succeeded(await user.get('/users/me'))
    }
    const elsewhere = new Person(realm.url, { ...dov.account, api_key: second })
    expect(await elsewhere.get('/users/me')).toEqual(BAD_KEY)
    const { bots } = succeeded(await dov.get('/bots'))
    expect(bots[0].api_key).toBe(fig.account.api_key)
  })
})
