import type { FieldValue } from '../support/person'
import type { World } from './world'

const hallIds = ({ halls }: World) => halls.map(({ stream_id }) => stream_id)
const hallNames = ({ halls }: World) => halls.map(({ name }) => name)
const crowd = (world: World) => world.crowd
const groups = (world: World) => world.groups
const messages = (world: World) => world.messages

/** The items of lists, by the names of their parameters. There must be as many as the longest list. */
export const POOLS: Record<string, (world: World) => readonly FieldValue[]> = {
  user_ids: crowd,
  principals: crowd,
  subscribers: crowd,
  members: crowd,
  to: crowd,
  direct_members: crowd,
  direct_subgroups: groups,
  subgroups: groups,
  group_ids: groups,
  stream_ids: hallIds,
  stream_names: hallNames,
  message_ids: messages,
  msg_ids: messages,
  messages,
}

let names = 0
const newName = () => `n${++names} `.padEnd(59, 'x')
const longAgo = () => 1_900_000_000
const inTheFuture = () => 4_000_000_000
const nothing = () => undefined

/** The values that must exist or be valid, by the names of their parameters. */
export const HINTS: Record<string, (world: World) => FieldValue> = {
  user_id: (world) => world.crowd[0],
  muted_user_id: (world) => world.crowd[0],
  email: ({ cast }) => cast.dov.email,
  user_id_or_email: ({ cast }) => cast.dov.email,
  full_name: newName,
  name: newName,
  new_name: newName,
  user_group_id: (world) => world.groups[0],
  stream_id: ({ cast }) => cast.general.stream_id,
  stream: ({ cast }) => cast.general.name,
  folder_id: nothing,
  message_retention_days: () => 100,
  topic: (world) => world.topic,
  topic_name: (world) => world.topic,
  message_id: (world) => world.messages.at(-1),
  content: () => 'A message of *many* words, with :tada: in it. '.repeat(220).slice(0, 10_000),
  type: () => 'channel',
  anchor: () => 'newest',
  num_before: () => 2500,
  num_after: () => 2500,
  narrow: () => [],
  emoji_name: () => 'tada',
  parley_quiet_hours: () => '22:00-07:00',
  parley_keys: () => '{"star":["b"]}',
  emoji_code: nothing,
  reaction_type: nothing,
  scheduled_delivery_timestamp: inTheFuture,
  deliver_at: inTheFuture,
  timestamp: longAgo,
  color: () => '#aabbcc',
}
