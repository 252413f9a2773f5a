import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { advanceClock } from '../support/clock'
import { DistributedApp, Distributor } from '../support/distributor'
import { succeeded } from '../support/person'
import { PUSH_SERVICE } from '../support/push-service'
import { freshRealm } from '../support/realm'
import { countRows } from '../support/tables'

/** A realm in which dov has an app with UnifiedPush. */
async function realmWithApp() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const distributor = new Distributor()
  const app = await (await DistributedApp.of(cast.dov, distributor)).registers()
  const work = async () => {
    await doDueWork(cast.realm)
    await doDueWork(cast.realm)
  }
  const received = async () => {
    await work()
    return app.receives()
  }
  return { ...cast, distributor, app, work, received }
}

describe('POST /parley/push_app', () => {
  test('an app with an API key receives what a phone does: messages, and which are read', async () => {
    const { realm, ada, dov, general, app, distributor, received } = await realmWithApp()
    expect(await dov.post('/parley/push_app', app.fields)).toEqual(SUCCESS) // again, as after each start of the app
    const { id } = await ada.sendsDirectly([dov], 'Pizza at **eight**?')
    expect(await received()).toEqual([
      {
        type: 'message',
        realm_url: `https://${realm.name}.parley.test`,
        realm_name: realm.name,
        user_id: dov.id,
        message_id: id,
        time: expect.any(Number),
        sender_id: ada.id,
        sender_full_name: 'Ada',
        sender_avatar_url: expect.stringMatching(/^https:/),
        recipient_type: 'direct',
        recipient_user_ids: [ada.id, dov.id],
        content: 'Pizza at eight?',
      },
    ])
    await ada.sends(general, 'lunch', '@**Dov** Soup?')
    expect(await received()).toMatchObject([{ channel_name: 'general', topic: 'lunch', content: '@Dov Soup?' }])
    succeeded(await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    expect(await received()).toMatchObject([{ type: 'remove', message_ids: [id] }])
    expect(await received()).toEqual([])
    expect(distributor.refusals).toEqual([])
  })

  test('a notification has at most 4096 bytes, whatever the names', async () => {
    const { ada, general, received, distributor } = await realmWithApp()
    await ada.sends(general, '🍲'.repeat(60), `@**Dov** ${'🍕'.repeat(300)}`)
    expect(await received()).toMatchObject([{ topic: '🍲'.repeat(60) }])
    expect(distributor.refusals).toEqual([])
  })

  test('takes only addresses of distributors that the operator allows, and devices of the user', async () => {
    const { ben, dov, app } = await realmWithApp()
    const register = (changed: object) => dov.post('/parley/push_app', { ...app.fields, ...changed })
    expect(await register({})).toEqual(SUCCESS)
    for (const endpoint of ['https://example.com/up', 'http://push.example.net/up', `${PUSH_SERVICE}.example.com/up`])
      expect(await register({ endpoint })).toEqual(refusal('The server does not know this push service.'))
    expect(await register({ public_key: 'x' })).toEqual(refusal('The keys of the browser are invalid.'))
    expect(await register({ device_id: app.device_id + 1 })).toEqual(refusal('Invalid `device_id`'))
    expect(await ben.post('/parley/push_app', app.fields)).toEqual(refusal('Invalid `device_id`'))
    const { device_id } = succeeded(await ben.post('/register_client_device'))
    const theft = { ...app.fields, device_id, auth_secret: btoa('another secret!!').slice(0, 22) }
    expect(await ben.post('/parley/push_app', theft)).toEqual(refusal('Another browser has this address.'))
  })
})

describe('the end of notifications for apps', () => {
  test.for(['the app logs out', 'the key changes', 'the account is deactivated'])('%s', async (reason) => {
    const { realm, ada, dov, app, distributor, work } = await realmWithApp()
    await ada.sendsDirectly([dov], 'Waiting')
    if (reason === 'the app logs out') succeeded(await dov.post('/remove_client_device', { device_id: app.device_id }))
    else if (reason === 'the key changes') succeeded(await dov.post('/users/me/api_key/regenerate'))
    else succeeded(await ada.delete(`/users/${dov.id}`))
    await work()
    expect(distributor.requests).toBe(0)
    // An account that is activated again has its devices.
    expect(await countRows(realm, 'push_browsers')).toBe(reason === 'the account is deactivated' ? 1 : 0)
  })

  test('an address that the distributor does not know any more receives nothing more', async () => {
    const { realm, ada, dov, app, distributor, work } = await realmWithApp()
    distributor.endpoints.get(app.registration.endpoint)!.isGone = true
    await ada.sendsDirectly([dov], 'One')
    await work()
    expect(distributor.refusals).toEqual(['No such endpoint'])
    expect(await countRows(realm, 'push_browsers')).toBe(0)
    await ada.sendsDirectly([dov], 'Two')
    await work()
    expect(distributor.requests).toBe(1)
  })
})

describe('DELETE /parley/push_app', () => {
  test('ends the notifications of one app', async () => {
    const { ada, ben, dov, app, distributor, received } = await realmWithApp()
    const other = await (await DistributedApp.of(dov, distributor)).registers()
    expect(await ben.delete('/parley/push_app', { device_id: app.device_id })).toEqual(refusal('Invalid `device_id`'))
    expect(await dov.delete('/parley/push_app', { device_id: app.device_id })).toEqual(SUCCESS)
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await received()).toEqual([])
    expect(await other.receives()).toMatchObject([{ content: 'Tea?' }])
  })
})

describe('a distributor that asks for a pause', () => {
  test('for one address does not delay the others; without a reason, it delays all', async () => {
    const { realm, ada, ben, dov, app, distributor, work } = await realmWithApp()
    const other = await (await DistributedApp.of(ben, distributor)).registers()
    const contents = async () => {
      await work()
      return [await app.receives(), await other.receives()].map((all) => all.map(({ content }) => content))
    }
    const pause = { 'retry-after': '1000' }
    distributor.instead = (url) =>
      url === app.registration.endpoint ? new Response(null, { status: 429, headers: pause }) : undefined
    await ada.sendsDirectly([dov], 'One')
    await ada.sendsDirectly([ben], 'Two')
    expect(await contents()).toEqual([[], ['Two']])
    distributor.instead = () => undefined
    await ada.sendsDirectly([dov], 'Three')
    await ada.sendsDirectly([ben], 'Four')
    expect(await contents()).toEqual([[], ['Four']])
    await advanceClock(realm, 1100)
    const [late] = await contents()
    expect(new Set(late)).toEqual(new Set(['One', 'Three']))
    distributor.instead = () => new Response(null, { status: 503, headers: pause })
    await ada.sendsDirectly([dov], 'Five')
    await contents()
    distributor.instead = () => undefined
    await ada.sendsDirectly([ben], 'Six')
    expect(await contents()).toEqual([[], []])
  })

  test('receives the removal of a notification later', async () => {
    const { realm, ada, dov, distributor, received } = await realmWithApp()
    const { id } = await ada.sendsDirectly([dov], 'One')
    expect(await received()).toHaveLength(1)
    distributor.instead = () => new Response(null, { status: 503 })
    succeeded(await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    expect(await received()).toEqual([])
    distributor.instead = () => undefined
    await advanceClock(realm, 60)
    expect(await received()).toMatchObject([{ type: 'remove', message_ids: [id] }])
  })
})

describe('POST /parley/push_app/test', () => {
  test('sends a test notification, and says if the distributor did not accept it', async () => {
    const { ben, dov, app, distributor } = await realmWithApp()
    const { device_id } = app
    expect(await dov.post('/parley/push_app/test', { device_id })).toEqual(SUCCESS)
    expect(await app.receives()).toMatchObject([{ type: 'test', user_id: dov.id }])
    expect(await ben.post('/parley/push_app/test', { device_id })).toEqual(refusal('Invalid `device_id`'))
    distributor.instead = () => new Response(null, { status: 413 })
    expect(await dov.post('/parley/push_app/test', { device_id })).toEqual(
      refusal('The push service did not accept the notification.'),
    )
    succeeded(await dov.delete('/parley/push_app', { device_id }))
    expect(await dov.post('/parley/push_app/test', { device_id })).toEqual(
      refusal('Notifications are off in this browser.'),
    )
  })
})
