import { describe, expect, test } from 'vitest'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { randomPick, type Pick } from '../support/random-numbers'
import { replays } from '../support/replays'
import { selectRows } from '../support/tables'

// Random actions in channels of every kind: messages are moved, edited and deleted, users subscribe and unsubscribe. The
// seed is in the name of the test.

type Scene = Cast & { people: Person[]; channels: Channel[]; pick: Pick; newestId: number }

const TOPICS = ['a', 'A', 'b', '', '✔ a', '✔ b']

async function newScene(seed: number): Promise<Scene> {
  const cast = await freshRealm()
  const { ada, ben, cleo, dov, ezra, general, vault } = cast
  const channels = [
    general,
    vault,
    await newChannel(ada, 'garden', [ada, dov]),
    await newChannel(ada, 'cellar', [ada, ben, cleo], { invite_only: true, history_public_to_subscribers: true }),
    await newChannel(ada, 'club', [ada, cleo, dov, ezra], { invite_only: true, history_public_to_subscribers: false }),
  ]
  const scene = { ...cast, people: [ada, ben, cleo, dov, ezra], channels, pick: randomPick(seed), newestId: 0 }
  for (let count = 0; count < 8; count++) await ACTIONS[0]!(scene, ada)
  return scene
}

/** Returns the id of a message, or sometimes of none. */
const pickMessageId = ({ pick, newestId }: Scene) => pick(Array.from({ length: newestId + 4 }, (_, index) => index + 1))

const ACTIONS: ((scene: Scene, actor: Person) => Promise<Json>)[] = [
  async (scene, actor) => {
    const { pick, channels } = scene
    const content = pick(['Hello', '@**Ada** and @**Ezra**', '@**all**', '@**topic**'])
    const fields = { type: 'channel', to: pick(channels).stream_id, topic: pick(TOPICS), content }
    const answer = await actor.post('/messages', fields)
    scene.newestId = Math.max(scene.newestId, answer.id ?? 0)
    return answer
  },
  ...Array.from({ length: 4 }, () => async (scene: Scene, actor: Person) => {
    const { pick, channels } = scene
    return actor.patch(`/messages/${pickMessageId(scene)}`, {
      stream_id: pick([pick(channels).stream_id, undefined]),
      topic: pick([undefined, ...TOPICS]),
      propagate_mode: pick(['change_one', 'change_later', 'change_all']),
      send_notification_to_new_thread: false,
    })
  }),
  async (scene, actor) =>
    actor.patch(`/messages/${pickMessageId(scene)}`, {
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
      messages: [pickMessageId(scene), pickMessageId(scene)],
      op: scene.pick(['add', 'remove']),
      flag: scene.pick(['read', 'starred']),
    }),
  async (scene, actor) =>
    actor.post('/messages/flags', {
      messages: Array.from({ length: 4 }, () => pickMessageId(scene)),
      op: 'remove',
      flag: 'read',
    }),
  async ({ pick, channels, ada }) =>
    ada.patch(`/streams/${pick(channels).stream_id}`, {
      is_private: pick([true, false]),
      history_public_to_subscribers: true,
    }),
  async ({ pick, channels, ada }) => ada.patch(`/streams/${pick(channels).stream_id}`, { is_private: true }),
  async (scene, actor) => actor.post(`/messages/${pickMessageId(scene)}/reactions`, { emoji_name: 'tada' }),
  async (scene, actor) => (scene.pick([1, 2, 3]) === 1 ? actor.delete(`/messages/${pickMessageId(scene)}`) : {}),
  async ({ pick }, actor) =>
    actor.patch('/settings', { resolved_topic_notice_auto_read_policy: pick(['always', 'except_followed', 'never']) }),
  async ({ pick, channels }, actor) =>
    actor.post('/user_topics', {
      stream_id: pick(channels).stream_id,
      topic: pick(TOPICS),
      visibility_policy: pick([0, 2, 3]),
    }),
]

const act = (scene: Scene) => scene.pick(ACTIONS)(scene, scene.pick([...scene.people, scene.ada, scene.ben]))

/** Checks that messages, topics, narrows and unread counts of a user agree with each other. */
async function checkConsistency(person: Person, channels: readonly Channel[], newestId: number) {
  const message_ids = Array.from({ length: newestId }, (_, index) => index + 1)
  const { messages } = succeeded(await person.get('/messages', { message_ids, allow_empty_topic_name: true }))
  for (const { stream_id } of channels) {
    const answer = await person.get(`/users/me/${stream_id}/topics`, { allow_empty_topic_name: true })
    if (answer.result !== 'success') continue
    const inChannel = messages.filter((message: Json) => message.stream_id === stream_id)
    const byTopic = Map.groupBy<string, Json>(inChannel, ({ subject }) => subject)
    const listed = answer.topics.map(({ name, max_id }: Json) => [name, max_id])
    expect(new Map(listed)).toEqual(
      new Map([...byTopic].map(([name, topicMessages]) => [name, topicMessages.at(-1).id])),
    )
    for (const [topic, topicMessages] of byTopic) {
      const narrow = [
        { operator: 'channel', operand: stream_id },
        { operator: 'topic', operand: topic },
      ]
      const ids = topicMessages.map(({ id }) => id)
      for (const range of [
        { anchor: 'newest', num_before: 500 },
        { anchor: 'oldest', num_after: 500 },
      ]) {
        const page = succeeded(await person.get('/messages', { narrow, ...range })).messages
        expect(page.map(({ id }: Json) => id)).toEqual(ids)
      }
    }
  }
  const { streams } = (await person.registers()).state.unread_msgs
  const unread: number[] = streams.flatMap(({ unread_message_ids }: Json) => unread_message_ids)
  const isUnread = ({ flags }: Json) => !flags.includes('read')
  expect(unread.toSorted((a, b) => a - b)).toEqual(messages.filter(isUnread).map(({ id }: Json) => id))
  const history = succeeded(await person.get('/messages', { anchor: 'newest', num_before: 500 })).messages
  const isReceived = ({ flags }: Json) => !flags.includes('historical')
  expect(history.filter(isReceived).map(({ id }: Json) => id)).toEqual(
    messages.filter(isReceived).map(({ id }: Json) => id),
  )
}

const SEEDS = [1, 2, 3, 4, 5, 6]

describe('moves, edits, deletions and subscriptions in any order', () => {
  test.for(SEEDS)('the state of each client and the messages of each user agree: seed %i', async (seed) => {
    const scene = await newScene(seed)
    const codes: string[] = []
    const actSeveralTimes = async (count: number) => {
      for (let index = 0; index < count; index++) codes.push((await act(scene)).code)
    }
    for (let round = 0; round < 4; round++) await replays(scene.people, () => actSeveralTimes(8))
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR')
    const [{ newestId }] = await selectRows(scene.realm, 'SELECT max(id) AS newestId FROM message_index')
    for (const person of scene.people) await checkConsistency(person, scene.channels, newestId)
  })

  test.for(SEEDS)('a late poll returns the same events as polls at once: seed %i', async (seed) => {
    const scene = await newScene(seed)
    const register = () => Promise.all(scene.people.map((person) => person.registers()))
    const [lateQueues, promptQueues] = [await register(), await register()]
    const events: Json[][] = scene.people.map(() => [])
    for (let count = 0; count < 25; count++) {
      await act(scene)
      for (const [index, queue] of promptQueues.entries()) events[index]!.push(...(await queue.events()))
    }
    for (const [index, queue] of lateQueues.entries()) expect(await queue.events()).toEqual(events[index])
  })
})
