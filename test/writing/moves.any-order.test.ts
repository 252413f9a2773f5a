import { describe, expect, test } from 'vitest'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { rowsIn } from '../support/tables'

/** Messages go back and forth between channels of every kind, while people come and go. The seed is in the test's name. */
function chances(seed: number): <Item>(items: readonly Item[]) => Item {
  let state = seed
  return (items) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return items[Math.floor((state / 4_294_967_296) * items.length)]!
  }
}

type Pick = ReturnType<typeof chances>
type Scene = Cast & { people: Person[]; channels: Channel[]; pick: Pick; last: number }

const TOPICS = ['a', 'A', 'b', '', '✔ a', '✔ b']

async function scene(seed: number): Promise<Scene> {
  const cast = await freshRealm()
  const { ada, ben, cleo, dov, ezra, general, vault } = cast
  const channels = [
    general,
    vault,
    await newChannel(ada, 'garden', [ada, dov]),
    await newChannel(ada, 'cellar', [ada, ben, cleo], { invite_only: true, history_public_to_subscribers: true }),
    await newChannel(ada, 'club', [ada, cleo, dov, ezra], { invite_only: true, history_public_to_subscribers: false }),
  ]
  const set = { ...cast, people: [ada, ben, cleo, dov, ezra], channels, pick: chances(seed), last: 0 }
  for (let nth = 0; nth < 8; nth++) await ACTIONS[0]!(set, ada)
  return set
}

const anyMessage = ({ pick, last }: Scene) => pick(Array.from({ length: last + 4 }, (_, nth) => nth + 1))

const ACTIONS: ((scene: Scene, actor: Person) => Promise<Json>)[] = [
  async (scene, actor) => {
    const { pick, channels } = scene
    const content = pick(['Hello', '@**Ada** and @**Ezra**', '@**all**', '@**topic**'])
    const sent = { type: 'channel', to: pick(channels).stream_id, topic: pick(TOPICS), content }
    const answer = await actor.post('/messages', sent)
    scene.last = Math.max(scene.last, answer.id ?? 0)
    return answer
  },
  ...Array.from({ length: 4 }, () => async (scene: Scene, actor: Person) => {
    const { pick, channels } = scene
    return actor.patch(`/messages/${anyMessage(scene)}`, {
      stream_id: pick([pick(channels).stream_id, undefined]),
      topic: pick([undefined, ...TOPICS]),
      propagate_mode: pick(['change_one', 'change_later', 'change_all']),
      send_notification_to_new_thread: false,
    })
  }),
  async (scene, actor) =>
    actor.patch(`/messages/${anyMessage(scene)}`, {
      content: scene.pick(['Bye', '@**Ben**', '@**topic**', '@**all**']),
      topic: scene.pick([undefined, ...TOPICS]),
      propagate_mode: scene.pick(['change_one', 'change_all']),
    }),
  async ({ pick, channels, people }, actor) =>
    actor.post('/users/me/subscriptions', {
      subscriptions: [{ name: pick(channels).name }],
      principals: [pick(people).id],
      send_new_subscription_messages: false,
    }),
  async ({ pick, channels }, actor) =>
    actor.delete('/users/me/subscriptions', { subscriptions: [pick(channels).name] }),
  async (scene, actor) =>
    actor.post('/messages/flags', {
      messages: [anyMessage(scene), anyMessage(scene)],
      op: scene.pick(['add', 'remove']),
      flag: scene.pick(['read', 'starred']),
    }),
  async (scene, actor) =>
    actor.post('/messages/flags', {
      messages: Array.from({ length: 4 }, () => anyMessage(scene)),
      op: 'remove',
      flag: 'read',
    }),
  async ({ pick, channels, ada }) =>
    ada.patch(`/streams/${pick(channels).stream_id}`, {
      is_private: pick([true, false]),
      history_public_to_subscribers: true,
    }),
  async ({ pick, channels, ada }) => ada.patch(`/streams/${pick(channels).stream_id}`, { is_private: true }),
  async (scene, actor) => actor.post(`/messages/${anyMessage(scene)}/reactions`, { emoji_name: 'tada' }),
  async (scene, actor) => (scene.pick([1, 2, 3]) === 1 ? actor.delete(`/messages/${anyMessage(scene)}`) : {}),
  async ({ pick }, actor) =>
    actor.patch('/settings', { resolved_topic_notice_auto_read_policy: pick(['always', 'except_followed', 'never']) }),
  async ({ pick, channels }, actor) =>
    actor.post('/user_topics', {
      stream_id: pick(channels).stream_id,
      topic: pick(TOPICS),
      visibility_policy: pick([0, 2, 3]),
    }),
]

const something = (scene: Scene) => scene.pick(ACTIONS)(scene, scene.pick([...scene.people, scene.ada, scene.ben]))

/** However messages came to where they are, a narrow to a topic has those that say they are in it, and so has the list of topics. */
async function agrees(person: Person, channels: readonly Channel[], last: number) {
  const message_ids = Array.from({ length: last }, (_, nth) => nth + 1)
  const asked = { message_ids, allow_empty_topic_name: true }
  const { messages } = succeeded(await person.get('/messages', asked))
  for (const { stream_id } of channels) {
    const answer = await person.get(`/users/me/${stream_id}/topics`, { allow_empty_topic_name: true })
    if (answer.result !== 'success') continue
    const inChannel = messages.filter((each: Json) => each.stream_id === stream_id)
    const byTopic = Map.groupBy<string, Json>(inChannel, (each) => each.subject)
    const listed = answer.topics.map(({ name, max_id }: Json) => [name, max_id])
    expect(new Map(listed)).toEqual(new Map([...byTopic].map(([name, all]) => [name, all.at(-1).id])))
    for (const [topic, all] of byTopic) {
      const narrow = [
        { operator: 'channel', operand: stream_id },
        { operator: 'topic', operand: topic },
      ]
      const ids = all.map(({ id }) => id)
      for (const where of [
        { anchor: 'newest', num_before: 500 },
        { anchor: 'oldest', num_after: 500 },
      ]) {
        const found = succeeded(await person.get('/messages', { narrow, ...where })).messages
        expect(found.map(({ id }: Json) => id)).toEqual(ids)
      }
    }
  }
  const { streams } = (await person.registers()).state.unread_msgs
  const unread: number[] = streams.flatMap(({ unread_message_ids }: Json) => unread_message_ids)
  const isUnread = ({ flags }: Json) => !flags.includes('read')
  expect(unread.toSorted((a, b) => a - b)).toEqual(messages.filter(isUnread).map(({ id }: Json) => id))
  const own = succeeded(await person.get('/messages', { anchor: 'newest', num_before: 500 })).messages
  const isOwn = ({ flags }: Json) => !flags.includes('historical')
  expect(own.filter(isOwn).map(({ id }: Json) => id)).toEqual(messages.filter(isOwn).map(({ id }: Json) => id))
}

const SEEDS = [1, 2, 3, 4, 5, 6]

describe('whatever is moved, in whatever order', () => {
  test.for(SEEDS)('what everyone heard adds up to what they may know: seed %i', { timeout: 60_000 }, async (seed) => {
    const set = await scene(seed)
    const codes: string[] = []
    const some = async (times: number) => {
      for (let nth = 0; nth < times; nth++) codes.push((await something(set)).code)
    }
    for (let round = 0; round < 4; round++) await replays(set.people, () => some(8))
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR')
    const [{ last }] = await rowsIn(set.realm, 'SELECT max(id) AS last FROM message_index')
    for (const person of set.people) await agrees(person, set.channels, last)
  })

  test.for(SEEDS)(
    'who reads late is told what they would have been told at once: seed %i',
    { timeout: 60_000 },
    async (seed) => {
      const set = await scene(seed)
      const register = () => Promise.all(set.people.map((person) => person.registers()))
      const [late, prompt] = [await register(), await register()]
      const told: Json[][] = set.people.map(() => [])
      for (let nth = 0; nth < 25; nth++) {
        await something(set)
        for (const [which, queue] of prompt.entries()) told[which]!.push(...(await queue.events()))
      }
      for (const [which, queue] of late.entries()) expect(await queue.events()).toEqual(told[which])
    },
  )
})
