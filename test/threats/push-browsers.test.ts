import { expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal } from '../support/answers'
import { browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { succeeded } from '../support/person'
import { PushRegistration, PushService } from '../support/push-service'
import { freshRealm, newChannel } from '../support/realm'
import { selectRows } from '../support/tables'

async function realmWithBrowserOfDov() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const service = new PushService()
  const browser = await browserOf(cast.dov)
  const registration = await (await PushRegistration.new()).turnOnIn(browser)
  const pushes = async () => {
    await doDueWork(cast.realm)
    await doDueWork(cast.realm)
    return service.take()
  }
  return { ...cast, service, browser, registration, pushes }
}

test('who learns the address of a browser at its push service cannot take its notifications away', async () => {
  const { ada, cleo, dov, registration, pushes } = await realmWithBrowserOfDov()
  const { fields } = await PushRegistration.new()
  const thief = await browserOf(cleo)
  expect(await thief.post('/parley/push_browser', { ...fields, endpoint: registration.endpoint })).toEqual(
    refusal('Another browser has this address.'),
  )
  await ada.sendsDirectly([dov], 'For dov')
  const [received] = await pushes()
  expect((await registration.decrypt(received!.body)).notification.body).toBe('For dov')
})

test('the address of a browser is stored encrypted, and no answer has it', async () => {
  const { realm, browser, registration } = await realmWithBrowserOfDov()
  const rows = JSON.stringify([
    await selectRows(realm, 'SELECT * FROM push_browsers'),
    await selectRows(realm, 'SELECT name, key_name, hex(value) AS value FROM secrets'),
  ])
  for (const secret of [registration.endpoint, registration.fields.auth_secret, registration.fields.public_key])
    expect(rows).not.toContain(secret)
  expect(JSON.stringify(await browser.get('/parley/push_browser'))).not.toContain(registration.endpoint)
})

test('after the session ends, and before the push is sent, nothing is sent', async () => {
  const { ada, dov, browser, pushes } = await realmWithBrowserOfDov()
  await ada.sendsDirectly([dov], 'Secret')
  succeeded(await browser.post('/logout'))
  expect(await pushes()).toEqual([])
  await ada.sendsDirectly([dov], 'Another secret')
  expect(await pushes()).toEqual([])
})

test.for(['leaves the channel', 'is deactivated', 'reads the message'])(
  'a user who %s before a repeated push receives nothing',
  async (reason) => {
    const { realm, ada, dov, service, pushes } = await realmWithBrowserOfDov()
    const club = await newChannel(ada, 'club', [ada, dov], { invite_only: true, history_public_to_subscribers: false })
    service.status = () => 503
    const { id } = await ada.sends(club, 'tea', '@**Dov** Secret')
    expect(await pushes()).toHaveLength(1)
    if (reason === 'is deactivated') succeeded(await ada.delete(`/users/${dov.id}`))
    else if (reason === 'reads the message')
      succeeded(await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    else {
      succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [dov.id] }))
      succeeded(await ada.patch(`/messages/${id}`, { content: 'Not for dov' }))
    }
    await advanceClock(realm, 60)
    expect(await pushes()).toEqual([])
  },
)
