import { expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { bodiesIn, DATABASES, severalDatabases, type SeveralDatabases } from '../support/databases'
import { evict } from '../support/faults'
import { narrowOf } from '../support/narrows'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { randomBelow } from '../support/random-numbers'

type Random = ReturnType<typeof randomBelow>

const WORDS = ['soup', 'salad', 'cheese']
const ACTIONS = 28
const ACTIONS_IN_A_DATABASE = 7
const PAUSE_SECONDS = 601

/** Does one thing that changes texts. Realms that do the same things have the same ids. */
async function actOnce({ ada, dov, cleo, general, realm }: Cast, random: Random, ids: number[]) {
  const word = () => WORDS[random(WORDS.length)]!
  const chosen = ids[random(ids.length)]
  const acts = [
    async () => ids.push((await dov.sends(general, word(), `${word()} and ${word()}`)).id),
    async () => ids.push((await cleo.sends(general, word(), `${word()} ${word()}`)).id),
    async () => ids.push((await cleo.sendsDirectly([ada], word())).id),
    () => ada.patch(`/messages/${chosen}`, { content: `${word()} instead` }),
    () => dov.patch(`/messages/${chosen}`, { content: `${word()} after all` }),
    () => ada.delete(`/messages/${chosen}`),
    () => doDueWork(realm),
  ]
  await acts[random(acts.length)]!()
}

/** Returns what users read: pages of searches from many anchors, all texts, and histories. */
async function answersOf({ ada, dov }: Cast, ids: readonly number[]): Promise<Json[]> {
  const answers: Json[] = []
  const ask = async (terms: [string, FieldValue][], range: Record<string, FieldValue>) => {
    for (const person of [ada, dov]) {
      const fields = { narrow: narrowOf(terms), apply_markdown: false, ...range }
      const { messages, found_oldest, found_newest } = succeeded(await person.get('/messages', fields))
      const texts = messages.map(({ id, subject, content, match_content }: Json) => [
        id,
        subject,
        content,
        match_content,
      ])
      answers.push({ terms, range, texts, found_oldest, found_newest })
    }
  }
  await ask([], { anchor: 'oldest', num_after: 500 })
  for (const word of WORDS) {
    await ask([['search', word]], { anchor: 'oldest', num_after: 500 })
    for (const anchor of ['newest', ids[Math.floor(ids.length / 2)]!])
      await ask(
        [
          ['search', word],
          ['channel', 'general'],
        ],
        { anchor, num_before: 2, num_after: 3 },
      )
  }
  for (const id of ids) {
    const { message_history = [] } = await ada.get(`/messages/${id}/history`, { allow_empty_topic_name: true })
    answers.push(message_history.map(({ content, prev_content }: Json) => [content, prev_content]))
  }
  return answers
}

/** Returns the answers of a realm whose texts are in so many databases, and these databases. */
async function answersWith(databases: SeveralDatabases, count: number, seed: number) {
  const cast = await freshRealm()
  const { realm, ada } = cast
  await preventAlarms(realm)
  succeeded(await ada.patch('/realm', { message_content_edit_limit_seconds: JSON.stringify('unlimited') }))
  const random = randomBelow(seed)
  const ids: number[] = [(await cast.dov.sends(cast.general, 'lunch', 'soup')).id]
  databases.continueIn('DB')
  for (let action = 0; action < ACTIONS; action++) {
    await actOnce(cast, random, ids)
    await advanceClock(realm, PAUSE_SECONDS)
    if (action % ACTIONS_IN_A_DATABASE > 0) continue
    ids.push((await cast.dov.sends(cast.general, 'lunch', WORDS.join(' '))).id)
    databases.continueIn(DATABASES[(action / ACTIONS_IN_A_DATABASE) % count]!)
    await doDueWork(realm)
  }
  await doDueWork(realm)
  await evict(realm)
  return { cast, answers: await answersOf(cast, ids) }
}

test.each([1, 2])('users read and find the same in one, two and three databases, seed %i', async (seed) => {
  const databases = await severalDatabases(3)
  const one = await answersWith(databases, 1, seed)
  for (const count of [2, 3]) {
    const { cast, answers } = await answersWith(databases, count, seed)
    expect(answers).toEqual(one.answers)
    const bodies = await Promise.all(DATABASES.map((name) => bodiesIn(name, cast.realm)))
    expect(bodies.filter((ids) => ids.length > 0)).toHaveLength(count)
  }
})
