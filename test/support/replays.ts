import { expect } from 'vitest'
import { applyEvent } from '../../client-state/apply-event'
import { answerOf, stateOf } from '../../client-state/model'
import type { FieldValue, Json, Person, Queue } from './person'

export const EVERY_CAPABILITY = {
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
  // Events do not carry these fields.
  for (const field of ['max_message_id', 'recent_private_conversations'])
    if (state[field] === undefined) delete now[field]
  await updatePresence({ person, client, state }, now)
  forgetLeftChannels(state, now)
  expect(
    comparable(state),
    `${person.account.full_name} as ${JSON.stringify(client)} after ${JSON.stringify(events)}`,
  ).toEqual(comparable(now))
  return { events, later }
}

/**
 * Clients request presence every minute, and events carry most of it sooner. A client that supports `last_update_id` requests
 * the changes since then. Other clients request all of it.
 */
async function updatePresence({ person, client, state }: { person: Person; client: Client; state: Json }, later: Json) {
  if (state.presence_last_update_id === later.presence_last_update_id) return
  const { presences, presence_last_update_id } = later
  if (!client.slim_presence || later.realm_presence_disabled || state.presence_last_update_id < 0) {
    Object.assign(state, { presences, presence_last_update_id })
    return
  }
  const since = { presence_last_update_id: state.presence_last_update_id }
  const { state: changes } = await person.registers({ ...client, fetch_event_types: ['presence'], ...since })
  Object.assign(state.presences, changes.presences)
  state.presence_last_update_id = changes.presence_last_update_id
}

/**
 * An event that shows a channel again to a former subscriber has no subscription settings. So the client lists it in
 * `never_subscribed`, until the user subscribes or the client registers again.
 */
function forgetLeftChannels(state: Json, later: Json) {
  for (const channel of state.never_subscribed ?? []) {
    const left = later.unsubscribed.find(({ stream_id }: Json) => stream_id === channel.stream_id)
    if (left === undefined) continue
    later.unsubscribed = later.unsubscribed.filter((candidate: Json) => candidate !== left)
    later.never_subscribed.push(Object.fromEntries(Object.keys(channel).map((key) => [key, left[key]])))
  }
}

/** Returns the state without the fields of the registration itself, and with sorted lists. */
function comparable(state: Json): Json {
  const sorted = structuredClone(state)
  for (const field of ['queue_id', 'last_event_id', 'server_timestamp', 'presence_last_update_id']) delete sorted[field]
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed', 'streams'])
    sorted[list]?.sort((a: Json, b: Json) => a.stream_id - b.stream_id)
  for (const channel of [
    ...(sorted.subscriptions ?? []),
    ...(sorted.unsubscribed ?? []),
    ...(sorted.never_subscribed ?? []),
  ])
    channel.subscribers?.sort((a: number, b: number) => a - b)
  sorted.user_topics?.sort((a: Json, b: Json) => a.stream_id - b.stream_id || a.topic_name.localeCompare(b.topic_name))
  for (const list of ['realm_users', 'realm_non_active_users', 'realm_bots'])
    sorted[list]?.sort((a: Json, b: Json) => a.user_id - b.user_id)
  for (const group of sorted.realm_user_groups ?? []) group.members.sort((a: number, b: number) => a - b)
  return sorted
}
