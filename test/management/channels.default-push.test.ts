import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { succeeded, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'

const ADMINISTRATORS = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')

describe('default_push_notifications of a channel', () => {
  const pushOf = async (person: Person, stream_id: number) => {
    const { subscriptions } = succeeded(await person.get('/users/me/subscriptions'))
    return subscriptions.find((subscription: { stream_id: number }) => subscription.stream_id === stream_id)
      ?.push_notifications
  }

  test('applies to the first subscription of a user, over the user’s own setting, and not to a later one', async () => {
    const { ada, cleo, dov, ezra } = await freshRealm()
    const alarms = await newChannel(ada, 'alarms', [ada, cleo])
    const { stream_id } = alarms
    const [toDov] = await replays([dov, ada], async () => {
      expect(await ada.patch(`/streams/${stream_id}`, { default_push_notifications: true })).toEqual(SUCCESS)
      await ada.subscribes({ name: 'alarms' }, { principals: [dov.id, ezra.id] })
    })
    expect(toDov).toContainEqual(
      expect.objectContaining({ op: 'update', property: 'default_push_notifications', value: true, stream_id }),
    )
    const ofAda = (await ada.get('/users/me/subscriptions')).subscriptions
    expect(ofAda.find((channel: { name: string }) => channel.name === 'alarms').push_notifications).toBe(false)
    expect([await pushOf(dov, stream_id), await pushOf(ezra, stream_id)]).toEqual([true, true])
    const turnOff = [{ stream_id, property: 'push_notifications', value: false }]
    succeeded(await dov.post('/users/me/subscriptions/properties', { subscription_data: turnOff }))
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['alarms'] }))
    await dov.subscribes({ name: 'alarms' })
    expect(await pushOf(dov, stream_id)).toBe(false)
    expect(succeeded(await dov.get(`/streams/${stream_id}`)).stream.default_push_notifications).toBe(true)
  })

  test('is for administrators of the organization, also in a new channel', async () => {
    const { ben, dov } = await freshRealm()
    const own = await newChannel(dov, 'own', [dov])
    const fields = { name: 'alarms', subscribers: [dov.id], default_push_notifications: true }
    expect(await dov.patch(`/streams/${own.stream_id}`, { default_push_notifications: true })).toEqual(ADMINISTRATORS)
    expect(await dov.post('/channels/create', fields)).toEqual(ADMINISTRATORS)
    const { id } = succeeded(await ben.post('/channels/create', fields))
    expect(await pushOf(dov, id)).toBe(true)
    await ben.subscribes({ name: 'by the older way' }, { default_push_notifications: true })
    expect((await ben.get('/streams')).streams.at(-1)).toMatchObject({ default_push_notifications: true })
  })
})
