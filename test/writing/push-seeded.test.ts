import { expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { officialBouncer } from '../support/bouncer/realm-with-phones'
import { SealedPhone } from '../support/bouncer/sealed-phone'
import { livelyRealm } from '../support/lively-realm'
import { succeeded, type Person } from '../support/person'

const [APNS, FCM] = ['/users/me/apns_device_token', '/users/me/android_gcm_reg_id']

/** Each user has a phone of each kind: sealed ones, and ones of older apps. */
async function addPhones(people: readonly Person[]): Promise<SealedPhone[]> {
  const phones: SealedPhone[] = []
  for (const [index, person] of people.entries()) {
    phones.push(await new SealedPhone(person, `android ${index}`, 'fcm').registers())
    phones.push(await new SealedPhone(person, `c0ffee0${index}`, 'apns').registers())
    succeeded(await person.post(FCM, { token: `older android ${index}` }))
    succeeded(await person.post(APNS, { token: `decade0${index}`, appid: 'org.example.app' }))
  }
  return phones
}

test('the official bouncer accepts all that a lively realm sends, and each phone decodes what is for it', async () => {
  const { realm, ada, ben, cleo, dov, ezra, general, vault } = await livelyRealm()
  await preventAlarms(realm)
  const bouncer = officialBouncer()
  const people = [ada, ben, cleo, dov, ezra]
  const phones = await addPhones(people)
  const received: string[] = []
  const work = async () => {
    // The bouncer is given ten tokens at a time, and three sealed ones.
    for (let round = 0; round < 5; round++) await doDueWork(realm)
    for (const notification of bouncer.takeNotifications()) {
      const phone = phones.find(({ token_id }) => token_id === notification.token_id)
      const { type } = phone ? phone.open(notification) : { type: 'older' }
      received.push(`${type} ${notification.priority}`)
    }
  }
  await work()
  expect(bouncer.devices.values().next().value).toHaveLength(10)
  expect([...bouncer.tokens.values()].map(({ size }) => size)).toEqual([2, 2, 2, 2, 2])
  // Messages of each form, and what becomes of them.
  const cooks = '@*cooks* who comes?'
  const sent = [
    await ada.sends(general, 'lunch', '@**all** Soup :parley: and $$x^2$$?'),
    await dov.sends(general, '', `${cooks} [a page](https://example.com)`),
    await ada.sends(vault, 'plans', '> Hidden\n\n@**topic** ```spoiler End\nno\n```'),
    await cleo.sendsDirectly([dov], '```quote\nOne\n```\nTwo'),
    await ada.sendsDirectly([ben, cleo, dov], '🍕'.repeat(400)),
    await ben.sendsDirectly([ezra], '/poll Which?\nSoup\nSalad'),
  ]
  await work()
  for (const person of people) succeeded(await person.post('/mark_all_as_read'))
  succeeded(await ada.delete(`/messages/${sent[0]!.id}`))
  await work()
  for (const path of ['/mobile_push/test_notification', '/mobile_push/e2ee/test_notification'])
    succeeded(await dov.post(path))
  // People and phones change.
  succeeded(await ada.patch(`/users/${cleo.id}`, { role: 400 }))
  succeeded(await dov.delete(FCM, { token: 'older android 3' }))
  succeeded(await ben.post('/users/me/api_key/regenerate'))
  succeeded(await ada.delete(`/users/${ezra.id}`))
  succeeded(await dov.post('/remove_client_device', { device_id: phones[6]!.device_id }))
  await work()
  expect(bouncer.refusals).toEqual([])
  expect(new Set(received)).toEqual(
    new Set([
      'message high',
      'message 10',
      'remove normal',
      'remove 5',
      'test high',
      'test 10',
      'older high',
      'older normal',
    ]),
  )
  const paths = new Set(bouncer.requests.map(({ path }) => path))
  expect([...paths].sort()).toEqual([
    'push/e2ee/notify',
    'push/e2ee/register',
    'push/notify',
    'push/register',
    'push/test_notification',
    'push/unregister',
    'push/unregister/all',
    'server/analytics',
  ])
})
