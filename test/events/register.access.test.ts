import { expect, test } from 'vitest'
import type { Json, Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { executeSql } from '../support/tables'

test('registering lists direct messages as unread for their participants only', async () => {
  const { ada, ben, cleo, dov } = await freshRealm()
  const { id } = await ada.sendsDirectly([ben], 'Soup?')
  const group = await ada.sendsDirectly([ben, dov], 'Soup for three?')
  const unread = async (person: Person) => (await person.registers()).state.unread_msgs
  expect(await unread(ben)).toMatchObject({
    count: 2,
    pms: [{ unread_message_ids: [id] }],
    huddles: [{ unread_message_ids: [group.id] }],
  })
  expect(await unread(cleo)).toMatchObject({ count: 0, pms: [], huddles: [] })
})

test('registering lists the subscribers of a web-public channel, but not for a guest outside', async () => {
  const { realm, ada, cleo, dov, ezra } = await freshRealm()
  await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_spectator_access', 'true')")
  const { stream_id } = await newChannel(ada, 'plaza', [ada, dov], { is_web_public: true })
  const subscribersFor = async (person: Person) =>
    (await person.registers({ include_subscribers: 'true' })).state.never_subscribed.find(
      (channel: Json) => channel.stream_id === stream_id,
    ).subscribers
  expect(await subscribersFor(cleo)).toEqual([ada.id, dov.id].sort((a, b) => a - b))
  expect(await subscribersFor(ezra)).toEqual([])
})
