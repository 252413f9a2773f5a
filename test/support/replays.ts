import { expect } from 'vitest'
import { applyEvent } from '../../client-state/apply-event'
import { answerOf, stateOf } from '../../client-state/model'
import { comparable, forgetWhatEventsLack, updatePresence } from '../prove/settled-state'
import type { FieldValue, Json, Person, Queue } from './person'

export const EVERY_CAPABILITY = {
  individual_emoji_changes: true,
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
}

type Client = Record<string, FieldValue>

const CLIENTS: Client[] = [
  {},
  {
    client_capabilities: EVERY_CAPABILITY,
    apply_markdown: true,
    client_gravatar: false,
    include_subscribers: 'true',
    slim_presence: true,
  },
]

/**
 * Checks that the state of `POST /register`, and the events since then, add up to the state of a later `POST /register`.
 * Each person registers as two kinds of client before the action. Afterwards each client applies its events, registers again
 * and compares. Returns the events of each client.
 */
export async function replays(people: readonly Person[], act: () => Promise<unknown>): Promise<Json[][]> {
  const clients = await Promise.all(
    people.flatMap((person) =>
      CLIENTS.map(async (client) => ({ person, client, queue: await person.registers(client) })),
    ),
  )
  await act()
  const received: Json[][] = []
  for (const { person, client, queue } of clients) received.push((await checkReplay(person, client, queue)).events)
  return received
}

/** Compares the state of one client with that of a new registration. Returns its events and the new queue. */
export async function checkReplay(
  person: Person,
  client: Client,
  queue: Queue,
): Promise<{ events: Json[]; later: Queue }> {
  const model = stateOf(structuredClone(queue.state))
  const events = await queue.events()
  for (const event of events) applyEvent(model, structuredClone(event), client)
  const state: Json = answerOf(model)
  const later = await person.registers(client)
  const now = structuredClone(later.state)
  const changesSince = async (presence_last_update_id: number) =>
    (await person.registers({ ...client, fetch_event_types: ['presence'], presence_last_update_id })).state
  await updatePresence(state, now, { slim_presence: client.slim_presence === true, changesSince })
  forgetWhatEventsLack(state, now)
  expect(
    comparable(state),
    `${person.account.full_name} as ${JSON.stringify(client)} after ${JSON.stringify(events)}`,
  ).toEqual(comparable(now))
  return { events, later }
}
