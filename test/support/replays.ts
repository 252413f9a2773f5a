import { expect } from 'vitest'
import { applyEvent } from '../../client-state/apply-event'
import type { FieldValue, Json, Person, Queue } from './person'

/**
 * The law: the state at registration, and the events since, add up to the state at a later registration. Everyone given
 * registers as several kinds of client before the action; afterwards each applies what it heard, and registers anew.
 */
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

export async function replays(people: readonly Person[], act: () => Promise<unknown>): Promise<Json[][]> {
  const listeners = await Promise.all(
    people.flatMap((person) =>
      CLIENTS.map(async (client) => ({ person, client, queue: await person.registers(client) })),
    ),
  )
  await act()
  const heard: Json[][] = []
  for (const { person, client, queue } of listeners) heard.push((await obeysTheLaw(person, client, queue)).events)
  return heard
}

/** What somebody heard, and the registration that it was held against. */
export async function obeysTheLaw(
  person: Person,
  client: Client,
  queue: Queue,
): Promise<{ events: Json[]; later: Queue }> {
  const state = structuredClone(queue.state)
  const events = await queue.events()
  for (const event of events) applyEvent(state, event, client)
  const later = await person.registers(client)
  const now = structuredClone(later.state)
  // What nobody can know by events alone, a client asks for.
  for (const known of ['max_message_id', 'recent_private_conversations'])
    if (state[known] === undefined) delete now[known]
  await askWhoIsThere({ person, client, state }, now)
  forgetLeft(state, now)
  expect(
    comparable(state),
    `${person.account.full_name} as ${JSON.stringify(client)} after ${JSON.stringify(events)}`,
  ).toEqual(comparable(now))
  return { events, later }
}

/**
 * Who is there is asked for every minute; events tell the most of it sooner. Clients that know of updates ask for what is
 * news since the last they had, the others for everything.
 */
async function askWhoIsThere({ person, client, state }: { person: Person; client: Client; state: Json }, later: Json) {
  if (state.presence_last_update_id === later.presence_last_update_id) return
  const { presences, presence_last_update_id } = later
  if (!client.slim_presence || later.realm_presence_disabled || state.presence_last_update_id < 0) {
    Object.assign(state, { presences, presence_last_update_id })
    return
  }
  const since = { presence_last_update_id: state.presence_last_update_id }
  const { state: news } = await person.registers({ ...client, fetch_event_types: ['presence'], ...since })
  Object.assign(state.presences, news.presences)
  state.presence_last_update_id = news.presence_last_update_id
}

/**
 * To somebody who hears anew of a channel that they left when it was theirs, it is one they never were in: what they had
 * made of it is told when they come back, or when they register again.
 */
function forgetLeft(state: Json, later: Json) {
  for (const channel of state.never_subscribed ?? []) {
    const left = later.unsubscribed.find((each: Json) => each.stream_id === channel.stream_id)
    if (left === undefined) continue
    later.unsubscribed = later.unsubscribed.filter((each: Json) => each !== left)
    later.never_subscribed.push(Object.fromEntries(Object.keys(channel).map((key) => [key, left[key]])))
  }
}

/** Without what belongs to the registration itself, and with lists in an order. */
function comparable(state: Json): Json {
  const { queue_id: _queue, last_event_id: _last, ...others } = structuredClone(state)
  const { server_timestamp: _now, presence_last_update_id: _update, ...rest } = others
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed', 'streams'])
    rest[list]?.sort((a: Json, b: Json) => a.stream_id - b.stream_id)
  for (const channel of [...(rest.subscriptions ?? []), ...(rest.unsubscribed ?? []), ...(rest.never_subscribed ?? [])])
    channel.subscribers?.sort((a: number, b: number) => a - b)
  rest.user_topics?.sort((a: Json, b: Json) => a.stream_id - b.stream_id || a.topic_name.localeCompare(b.topic_name))
  for (const list of ['realm_users', 'realm_non_active_users', 'realm_bots'])
    rest[list]?.sort((a: Json, b: Json) => a.user_id - b.user_id)
  for (const group of rest.realm_user_groups ?? []) group.members.sort((a: number, b: number) => a - b)
  return rest
}
