import { expect } from 'vitest'
import type { Json, Person } from './person'
import { replays } from './replays'

/**
 * Returns the events that each user received: `plain` as a client without capabilities, `able` as one with all of them. The
 * states of all clients are checked as in `replays`.
 */
export async function receivedBy(
  people: readonly Person[],
  act: () => Promise<unknown>,
): Promise<{ plain: Json[]; able: Json[] }[]> {
  const received = await replays(people, act)
  return people.map((_, i) => ({ plain: withoutIds(received[2 * i]!), able: withoutIds(received[2 * i + 1]!) }))
}

/** Checks that no user receives an event, and that the states of their clients stay the same. */
export async function changesNothing(people: readonly Person[], act: () => Promise<unknown>): Promise<void> {
  expect((await replays(people, act)).flat()).toEqual([])
}

const withoutIds = (events: Json[]): Json[] => events.map(({ id: _, ...event }) => event)

/** Returns `type/op` of each event, or `type` of an event without an op. */
export const eventNames = (events: readonly Json[]): string[] =>
  events.map(({ type, op }) => (op ? `${type}/${op}` : type))

/** Returns `type/op/property` of each event, without the parts that the event does not have. */
export const eventProperties = (events: readonly Json[]): string[] =>
  events.map(({ type, op, property }) => [type, op, property].filter(Boolean).join('/'))

/** Returns the events of one type. */
export const eventsOfType = (events: readonly Json[], type: string): Json[] =>
  events.filter((event) => event.type === type)

/** Returns the events that are about new messages. */
export const newMessageEvents = (events: readonly Json[]): Json[] => eventsOfType(events, 'message')

/** Returns the new messages of these events. */
export const messagesIn = (events: readonly Json[]): Json[] => newMessageEvents(events).map(({ message }) => message)

export const contentsIn = (events: readonly Json[]): string[] => messagesIn(events).map(({ content }) => content)

/** Returns the contents of the messages that each user received, as a client without capabilities. */
export const contentsReceivedBy = async (people: readonly Person[], act: () => Promise<unknown>): Promise<string[][]> =>
  (await receivedBy(people, act)).map(({ plain }) => contentsIn(plain))

/** Returns the flags of the messages that each user received, as a client without capabilities. */
export const flagsReceivedBy = async (people: readonly Person[], act: () => Promise<unknown>): Promise<string[][][]> =>
  (await receivedBy(people, act)).map(({ plain }) => newMessageEvents(plain).map(({ flags }) => flags))
