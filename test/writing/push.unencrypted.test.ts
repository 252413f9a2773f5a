import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { Bouncer } from '../support/bouncer'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'

describe('phones without encryption', () => {
  test('receive the content in plain text, unless the realm requires encryption', async () => {
    const { realm, ada, dov } = await freshRealm()
    await preventAlarms(realm)
    const bouncer = new Bouncer()
    succeeded(await dov.post('/users/me/android_gcm_reg_id', { token: 'a phone' }))
    const takeRequests = async () => {
      await doDueWork(realm)
      return bouncer.takeRequests()
    }
    await ada.sendsDirectly([dov], 'Pizza?')
    const [request] = await takeRequests()
    expect(request!.path).toBe('notify')
    expect(request!.body.push_requests).toMatchObject([
      {
        devices: [{ token_kind: 'fcm', token: 'a phone', ios_app_id: null }],
        payload: { type: 'message', content: 'Pizza?', sender_full_name: 'Ada' },
      },
    ])
    succeeded(await ada.patch('/realm', { require_e2ee_push_notifications: true }))
    await ada.sendsDirectly([dov], 'Soup?')
    const [nextRequest] = await takeRequests()
    expect(nextRequest!.body.push_requests[0].payload.content).toBe('New message')
    expect(JSON.stringify(nextRequest)).not.toMatch(/Soup|Ada"/)
  })
})

describe('POST /mobile_push/test_notification', () => {
  test('notifies the phone with the token, or all phones of the user', async () => {
    const { ada, dov } = await freshRealm()
    const bouncer = new Bouncer()
    for (const token of ['one', 'other']) succeeded(await dov.post('/users/me/android_gcm_reg_id', { token }))
    expect(await dov.post('/mobile_push/test_notification', { token: 'one' })).toEqual(SUCCESS)
    expect(await dov.post('/mobile_push/test_notification')).toEqual(SUCCESS)
    const requests = bouncer.takeRequests()
    const devices = requests.map(({ path, body }) => [path, body.devices.map(({ token }: Json) => token)])
    expect(devices).toEqual([
      ['test_notification', ['one']],
      ['test_notification', ['one', 'other']],
    ])
    const notRecognized = refusal('Device not recognized', 'INVALID_PUSH_DEVICE_TOKEN')
    for (const [person, token] of [
      [dov, 'a third'],
      [ada, 'one'],
    ] as const)
      // prettier-ignore
      expect(await person.post('/mobile_push/test_notification', { token })).toEqual(notRecognized)
    bouncer.answer = () => Response.json({ code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN' }, { status: 400 })
    expect(await dov.post('/mobile_push/test_notification')).toMatchObject({ code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN' })
  })
})
