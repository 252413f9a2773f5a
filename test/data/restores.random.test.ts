import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { doDueWork } from '../support/alarms'
import { DATABASES, severalDatabases } from '../support/databases'
import { differences } from '../support/differences'
import { succeeded, type Json } from '../support/person'
import { realmWithHistory, restore, seenBy, textsInD1, type World } from '../support/point-in-time'
import { copyOf } from '../support/realm-copies'
import { randomBelow } from '../support/random-numbers'
import { countRows } from '../support/tables'

const ACTIONS_IN_A_DATABASE = 4
const MOMENT_SECONDS = 61
const WORD = 'walrus'

type Moment = { seconds: number; seen: Json; texts: Json }

/** Does one thing that changes texts, profiles or the state around them. */
async function actOnce(
  { ada, dov, cleo, ezra, general, realm }: World,
  random: (most: number) => number,
  step: number,
) {
  const { messages } = succeeded(
    await ada.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow: '[]' }),
  )
  const message = messages[random(messages.length)]
  const text = `${WORD} ${step}`
  const acts: (() => Promise<unknown>)[] = [
    () => dov.sends(general, `topic ${random(3)}`, text),
    () => cleo.sendsDirectly([dov, ezra], text),
    () => dov.patch(`/messages/${message?.id}`, { content: `edited ${text}` }),
    () => dov.patch(`/messages/${message?.id}`, { content: `again ${text}` }),
    () => ada.delete(`/messages/${message?.id}`),
    () => ada.patch(`/messages/${message?.id}`, { topic: `moved ${step}`, propagate_mode: 'change_all' }),
    () => ezra.post(`/messages/${message?.id}/reactions`, { emoji_name: 'tada' }),
    () => dov.patch('/settings', { full_name: `Dov ${step}` }),
    () => realm.newPerson(`person${step}`),
    () => doDueWork(realm),
  ]
  await acts[random(acts.length)]!()
}

/** Returns all texts, also those that wait for D1. */
async function textsOf({ realm }: World): Promise<Json> {
  const { messages, versions } = await copyOf(realm)
  return { messages, versions }
}

const idsOf = (rows: Json[]) => rows.map(({ id }) => id)

const CASES = [
  { seed: 1, count: 1, actions: 24 },
  { seed: 2, count: 1, actions: 24 },
  { seed: 3, count: 1, actions: 24 },
  { seed: 4, count: 3, actions: 16 },
]

test.each(CASES)(
  'random actions, seed $seed, in $count databases: each restore brings back what users saw at its moment',
  async ({ seed, count, actions }) => {
    const databases = await severalDatabases(count)
    const world = await realmWithHistory()
    const { ada, dov, ezra, history, pass, realm } = world
    const random = randomBelow(seed)
    const moments: Moment[] = []
    let restores = 0
    for (let step = 0; step < actions; step++) {
      await actOnce(world, random, step)
      if (step % ACTIONS_IN_A_DATABASE === 0) {
        databases.continueIn(DATABASES[(step / ACTIONS_IN_A_DATABASE + 1) % count]!)
        await doDueWork(realm)
      }
      pass(MOMENT_SECONDS)
      // What three users see costs more than the action.
      if (step % 2 === 0) continue
      const seen = await seenBy([ada, dov, ezra], WORD)
      const seconds = await history.remember()
      const texts = await textsOf(world)
      moments.push({ seconds, seen, texts })
      if (step % 8 !== 7) continue
      const moment = moments[random(moments.length)]!
      pass(11 * 60)
      const { restore_id } = await restore(history, { moment: moment.seconds })
      restores++
      const after = await seenBy([ada, dov, ezra], WORD)
      const changes = differences(moment.seen, after).join('; ')
      expect(after, `seed ${seed}, step ${step}: ${changes}`).toEqual(moment.seen)
      expect(await textsOf(world)).toEqual(moment.texts)
      const { messages, versions } = await textsInD1(realm)
      expect(idsOf(messages)).toEqual(idsOf(moment.texts.messages))
      expect(idsOf(versions)).toEqual(idsOf(moment.texts.versions))
      pass(11 * 60)
      // Half of the restores are undone, and the realm continues in the other half.
      const before = moments.at(-1)!.seen
      const isUndone = random(2) === 0
      if (isUndone) await restore(history, { undoes: restore_id })
      const undone = isUndone ? await seenBy([ada, dov, ezra], WORD) : before
      const left = differences(before, undone).join('; ')
      expect(undone, `undo, seed ${seed}, step ${step}: ${left}`).toEqual(before)
      pass(11 * 60)
    }
    expect(restores).toBe(actions / 8)
    const query = 'SELECT id FROM replaced_bodies WHERE realm_id = ? LIMIT 1'
    const replaced = DATABASES.slice(0, count).map((name) => env[name]!.prepare(query).bind(realm.name).all())
    expect((await Promise.all(replaced)).flatMap(({ results }) => results)).not.toEqual([])
    expect((await countRows(realm, 'generations')) > 0).toBe(count > 1)
  },
)
