import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, refusal, SUCCESS } from '../support/answers'
import { newBotOf } from '../support/bots'
import { succeeded, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { receivedBy } from '../support/received-events'
import { realmWithDirectory } from '../support/scim'

const NOT_FOR_GUESTS = refusal('Not allowed for guest users')

const roleOf = async (person: Person): Promise<number> => succeeded(await person.get('/users/me')).role

describe('a user with a lower role than before', () => {
  test('does not keep the old role through a bot', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const hal = await newBotOf(ben)
    succeeded(await ben.patch(`/bots/${hal.id}`, { role: 200 }))
    expect(await hal.patch(`/users/${ezra.id}`, { full_name: 'Ezra 2' })).toEqual(SUCCESS)
    const [toDov] = await receivedBy([dov, ben, ada], async () => {
      succeeded(await ada.patch(`/users/${ben.id}`, { role: 400 }))
    })
    expect(toDov!.plain).toContainEqual({
      type: 'realm_user',
      op: 'update',
      person: { user_id: hal.id, role: 400 },
    })
    expect(await hal.patch(`/users/${ben.id}`, { role: 200 })).toMatchObject({ msg: 'Insufficient permission' })
    expect([await roleOf(ben), await roleOf(hal)]).toEqual([400, 400])
  })

  test('keeps bots with a still lower role, and so do the bots of others', async () => {
    const { ada, ben } = await freshRealm()
    const low = await newBotOf(ben)
    const other = await newBotOf(ada, { full_name: 'Other', short_name: 'other' })
    succeeded(await ada.patch(`/bots/${other.id}`, { role: 200 }))
    succeeded(await ada.patch(`/users/${ben.id}`, { role: 300 }))
    expect([await roleOf(low), await roleOf(other)]).toEqual([400, 200])
  })

  test('loses it through deactivated bots too', async () => {
    const { ada, ben } = await freshRealm()
    const hal = await newBotOf(ben)
    succeeded(await ada.patch(`/bots/${hal.id}`, { role: 100 }))
    succeeded(await ada.delete(`/bots/${hal.id}`))
    succeeded(await ada.patch(`/users/${ben.id}`, { role: 400 }))
    succeeded(await ben.post(`/users/${hal.id}/reactivate`))
    expect(await roleOf(hal)).toBe(400)
  })

  test('loses it if the directory takes the role', async () => {
    const { ben, directory } = await realmWithDirectory()
    const hal = await newBotOf(ben)
    succeeded(await ben.patch(`/bots/${hal.id}`, { role: 200 }))
    await directory.patch(`/Users/${ben.id}`, { op: 'add', path: 'roles', value: [{ value: 'guest', primary: true }] })
    expect([await roleOf(ben), await roleOf(hal)]).toEqual([600, 600])
  })

  test('reads nothing as a guest through a bot, and has no access to its keys and addresses', async () => {
    const { ada, dov } = await freshRealm()
    const hal = await newBotOf(dov)
    const garden = await newChannel(ada, 'garden', [ada])
    const path = `/parley/bots/${hal.id}`
    const requests: [() => Promise<unknown>, string][] = [
      [() => dov.get(`/bots/${hal.id}/api_key`), 'key'],
      [() => dov.get(`${path}/event_subscriptions`), 'event subscriptions'],
      [() => dov.get(`${path}/addresses`), 'addresses'],
      [() => dov.get(`${path}/deliveries`), 'deliveries'],
    ]
    for (const [send, what] of requests) expect(await send(), what).toMatchObject({ result: 'success' })
    expect(await hal.get(`/streams/${garden.stream_id}`)).toMatchObject({ result: 'success' })
    await receivedBy([ada, dov], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
    })
    expect(await hal.get(`/streams/${garden.stream_id}`)).toMatchObject({ msg: 'Invalid channel ID' })
    for (const [send, what] of requests) expect(await send(), what).toEqual(NOT_FOR_GUESTS)
    expect(await dov.post(`/bots/${hal.id}/api_key/regenerate`)).toEqual(NOT_FOR_GUESTS)
  })
})

describe('a bot that gets another owner', () => {
  test('has at most the role of the new owner', async () => {
    const { ada, ben, cleo } = await freshRealm()
    const hal = await newBotOf(ben)
    succeeded(await ben.patch(`/bots/${hal.id}`, { role: 200 }))
    await receivedBy([ada, ben, cleo], async () => {
      succeeded(await ada.patch(`/bots/${hal.id}`, { bot_owner_id: cleo.id }))
    })
    expect(await roleOf(hal)).toBe(300)
    expect(await hal.patch(`/users/${cleo.id}`, { role: 200 })).toMatchObject({ result: 'error' })
    expect(await cleo.patch(`/bots/${hal.id}`, { role: 200 })).toEqual(ADMINISTRATORS_ONLY)
  })
})
