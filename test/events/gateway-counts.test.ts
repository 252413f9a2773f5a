import { expect, test } from 'vitest'
import { countTests } from '../support/counted-tests'
import { realmWithUncheckedGateways } from '../support/gateways'
import { copyQueue, copyUser, subscribeCopies } from '../support/many-users'
import { succeeded, type Json, type Person } from '../support/person'
import { newChannel, type Channel } from '../support/realm'

/** One event of each kind to a channel or to all users. Each is done four times, with other values. */
const actions: Record<string, (world: World, nth: number) => Promise<Json>> = {
  message: ({ dov, general }) => dov.sends(general, 'lunch', 'Pizza?'),
  'message with a mention': ({ dov, ada, general }) => dov.sends(general, 'lunch', `@**|${ada.id}**`),
  reaction: ({ dov, ids }, nth) => dov.post(`/messages/${ids[0]}/reactions`, { emoji_name: EMOJI[nth] }),
  'reaction removed': ({ dov, ids }, nth) => dov.delete(`/messages/${ids[0]}/reactions`, { emoji_name: EMOJI[nth] }),
  'vote in a poll': ({ dov, ids }, nth) =>
    dov.post('/submessage', {
      message_id: ids[0],
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: nth % 2 === 0 ? 1 : -1 }),
    }),
  edit: ({ dov, ids }, nth) => dov.patch(`/messages/${ids[5]}`, { content: `Edited ${nth}` }),
  'move to another topic': ({ ada, ids }, nth) =>
    ada.patch(`/messages/${ids[5]}`, { topic: `dinner ${nth}`, ...ALONE }),
  'move to another channel': ({ ada, kitchen, ids }, nth) =>
    ada.patch(`/messages/${ids[6 + nth]}`, { stream_id: kitchen.stream_id, ...ALONE }),
  'edit of a moved message': ({ dov, ids }, nth) =>
    dov.patch(`/messages/${ids[6 + nth]}`, { content: `Edited ${nth}` }),
  deletion: ({ ada, ids }, nth) => ada.delete(`/messages/${ids[1 + nth]}`),
  status: ({ dov }, nth) => dov.post('/users/me/status', { status_text: `busy ${nth}` }),
  presence: ({ people }, nth) => people[nth]!.post('/users/me/presence', { status: 'active' }),
  name: ({ dov }, nth) => dov.patch('/settings', { full_name: `Dov ${nth}` }),
  'email address': ({ dov }, nth) => dov.patch('/settings', { email_address_visibility: nth % 2 === 0 ? 5 : 3 }),
  bot: ({ dov, fig }, nth) => dov.patch(`/bots/${fig.id}`, { full_name: `Fig ${nth}` }),
  channel: ({ ada, general }, nth) => ada.patch(`/streams/${general.stream_id}`, { description: `About ${nth}` }),
  subscription: ({ ada, cleo, general }, nth) => {
    const principals = [cleo.id]
    return nth % 2 === 0
      ? ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals })
      : ada.subscribes(general, { principals })
  },
  group: ({ ada, group_id }, nth) => ada.patch(`/user_groups/${group_id}`, { description: `They ${nth}` }),
  'group membership': ({ ada, group_id, people }, nth) =>
    ada.post(`/user_groups/${group_id}/members`, { add: [people[nth]!.id] }),
  folder: ({ ada }, nth) => ada.post('/channel_folders/create', { name: `folder ${nth}`, description: '' }),
  'custom profile field': ({ ada }, nth) => ada.post('/realm/profile_fields', { name: `field ${nth}`, field_type: 1 }),
  'code playground': ({ ada }, nth) =>
    ada.post('/realm/playgrounds', {
      name: `play ${nth}`,
      pygments_language: 'Python',
      url_template: 'https://play.example/{code}',
    }),
  'realm setting': ({ ada }, nth) => ada.patch('/realm', { description: `Us ${nth}` }),
  'default of a personal setting': ({ ada }, nth) =>
    ada.patch('/realm/user_settings_defaults', { left_side_userlist: nth === 0 }),
  linkifier: ({ ada }, nth) =>
    ada.post('/realm/filters', { pattern: `#${nth}(?P<id>[0-9]+)`, url_template: 'https://tracker.example/{id}' }),
}

const ALONE = {
  propagate_mode: 'change_one',
  send_notification_to_new_thread: false,
  send_notification_to_old_thread: false,
}
const EMOJI = ['tada', 'heart', 'smile', 'eyes']

type World = {
  ada: Person
  cleo: Person
  dov: Person
  fig: Person
  people: Person[]
  general: Channel
  kitchen: Channel
  ids: number[]
  group_id: number
}

/** Returns the tests of queues for the last event of each kind, in a realm with so many subscribers with a queue each. */
async function testsWith(subscribers: number, count: () => number): Promise<Record<string, number>> {
  const { realm, general, ...cast } = await realmWithUncheckedGateways(1000)
  const { ada, ben, cleo, dov, ezra } = cast
  const queue = await ezra.registers({ fetch_event_types: [], client_capabilities: { linkifier_url_template: true } })
  await copyUser(realm, dov, subscribers)
  await subscribeCopies(realm, general.stream_id)
  await copyQueue(realm, queue)
  const ids: number[] = []
  for (const content of ['/poll Lunch?\nPizza\nSalad', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
    ids.push((await dov.sends(general, 'lunch', content)).id)
  const { group_id } = succeeded(await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [] }))
  const kitchen = await newChannel(ada, 'kitchen', [ada])
  const world = { ...cast, general, kitchen, ids, group_id, people: [ben, ezra, cleo, ada] }
  const own = await ada.registers({ fetch_event_types: [] })
  const tests: Record<string, number> = {}
  for (const [name, act] of Object.entries(actions))
    for (const nth of [0, 1, 2, 3]) {
      // A poll that does not wait makes the realm assign each event first.
      await own.events()
      const before = count()
      succeeded({ result: 'success', ...(await act(world, nth)) })
      await own.events()
      tests[name] = count() - before
    }
  return tests
}

test('the realm tests as many queues for an event in a small channel as in a large one, after the first event of its kind', async () => {
  const count = countTests()
  const [few, many] = [await testsWith(150, count), await testsWith(600, count)]
  expect(many).toEqual(few)
})
