import { expect } from 'vitest'
import type { Json, Person } from './person'
import { replays } from './replays'

/** What everyone heard under the law, as the plainest client and as one that can do everything: one pair for each person. */
export async function heardBy(
  people: readonly Person[],
  act: () => Promise<unknown>,
): Promise<{ plain: Json[]; able: Json[] }[]> {
  const heard = await replays(people, act)
  return people.map((_, i) => ({ plain: withoutIds(heard[2 * i]!), able: withoutIds(heard[2 * i + 1]!) }))
}

/** Refused, or nothing new: nobody hears anything, and everyone's state is what it was. */
export async function changesNothing(people: readonly Person[], act: () => Promise<unknown>): Promise<void> {
  expect((await replays(people, act)).flat()).toEqual([])
}

export const refusal = (msg: string, code = 'BAD_REQUEST', fields: object = {}) => ({
  result: 'error',
  msg,
  code,
  ...fields,
})

export const SUCCESS = { result: 'success', msg: '' }

const withoutIds = (events: Json[]): Json[] => events.map(({ id: _, ...event }) => event)
