import * as v from 'valibot'
import type { FieldValue } from '../support/person'
import { some, type Pick } from './chances'
import type { World } from './world'

/**
 * Returns a value that the declaration of a parameter allows: mostly ids and names that exist, or nearly exist. The realm may
 * refuse it, because a refusal must change nothing.
 */
export function draw(schema: v.GenericSchema, name: string, pick: Pick, world: World): FieldValue {
  const hint = HINTS[name] ?? (name.endsWith('_group') ? holders : undefined)
  if (hint) return isOptional(schema) && pick([false, false, true]) ? undefined : hint(pick, world, schema)
  return drawnBy(schema, name, pick, world)
}

type Described = v.GenericSchema & {
  wrapped?: Described
  pipe?: Described[]
  item?: Described
  items?: Described[]
  entries?: Record<string, Described>
  options?: unknown[]
  literal?: FieldValue
  value?: Described
  key?: Described
}

export const isOptional = (schema: v.GenericSchema) => ['optional', 'exact_optional', 'nullish'].includes(schema.type)

function drawnBy(schema: Described, name: string, pick: Pick, world: World): FieldValue {
  const inner = (each: Described, within = name) => draw(each, within, pick, world)
  const { wrapped, item, items, entries, options, value } = schema
  switch (schema.type) {
    case 'optional':
    case 'exact_optional':
    case 'nullish':
      return pick([true, true, false]) ? inner(wrapped!) : undefined
    case 'nullable':
      return pick([true, true, false]) ? inner(wrapped!) : null
    case 'boolean':
      return pick([true, false])
    case 'number':
      return pick([1, 2, 3, 5, 9, 10, 11, 60, 0])
    case 'string':
      return pick(['lunch', 'x', '', 'a longer text, with *marks* and @**all**'])
    case 'literal':
      return schema.literal
    case 'picklist':
    case 'enum':
      return pick(options as FieldValue[])
    case 'array':
      return some(pick, [0, 1], 2).map(() => inner(item!))
    case 'tuple':
    case 'strict_tuple':
      return (items ?? []).map((each) => inner(each))
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(Object.entries(entries!).map(([key, each]) => [key, inner(each, key)]))
    case 'record':
      return { [pick(['1', 'x'])]: inner(value!, 'value') }
    case 'union':
    case 'variant':
      return inner(pick(options as Described[]))
    default:
      return pick<FieldValue>(['x', 1, true, [], {}])
  }
}

type Hint = (pick: Pick, world: World, schema: v.GenericSchema) => FieldValue

const NEAR = [1, 2, 3, 4, 5, 6, 7, 8]
const GROUPS = [9, 10, 11, 12, 1, 2, 4, 5, 7]
const userId: Hint = (pick, { people }) => pick(people).id
const userIds: Hint = (pick, { people }) => some(pick, people, 2).map(({ id }) => id)
const nearby: Hint = (pick) => pick(NEAR)
const group: Hint = (pick) => pick(GROUPS)
const topic: Hint = (pick) => pick(['lunch', 'Lunch', '', 'dinner'])
const later: Hint = (pick) => pick([4_000_000_000, 2_000_000_000, 1])

/** Returns a group setting. An update has it under `new`. */
function holders(pick: Pick, world: World, schema: v.GenericSchema): FieldValue {
  const value = pick<FieldValue>([...GROUPS, { direct_members: userIds(pick, world, schema), direct_subgroups: [] }])
  return v.safeParse(schema, { new: value }).success ? { new: value } : value
}

const HINTS: Record<string, Hint> = {
  user_id: userId,
  muted_user_id: userId,
  owner_id: userId,
  new_owner_id: userId,
  user_ids: userIds,
  principals: userIds,
  members: userIds,
  subscribers: userIds,
  to: (pick, { people, cast }) =>
    pick<FieldValue>([[pick(people).id], some(pick, people, 3).map(({ id }) => id), cast.general.name, pick(NEAR)]),
  stream_id: nearby,
  stream_ids: (pick) => some(pick, NEAR, 2),
  message_id: nearby,
  message_ids: (pick) => some(pick, NEAR, 3),
  messages: (pick) => some(pick, NEAR, 3),
  scheduled_message_id: nearby,
  reminder_id: nearby,
  draft_id: nearby,
  saved_snippet_id: nearby,
  pin_id: nearby,
  channel_folder_id: nearby,
  folder_id: nearby,
  filter_id: nearby,
  field_id: nearby,
  user_group_id: group,
  group_id: group,
  subgroups: (pick) => some(pick, GROUPS, 2),
  topic,
  topic_name: topic,
  subject: topic,
  content: (pick, world) => `once again ${world.counter++}${pick(['', ', @**all**', ', @**Dov** and @**Fig**'])}`,
  email: (_, world) => `person${world.counter++}@example.com`,
  new_email: (_, world) => `person${world.counter++}@example.com`,
  full_name: (pick) => pick(['Xenia', 'Yann', 'Ada']),
  short_name: (_, world) => `bot${world.counter++}`,
  name: (pick, world) => pick(['general', `thing-${world.counter++}`]),
  emoji_name: (pick) => pick(['tada', 'smile', 'car']),
  role: (pick) => pick([600, 400, 300, 200, 100]),
  // No user mutes topics: by events alone, a client cannot know whether a wildcard mention in a muted topic counts.
  visibility_policy: (pick) => pick([2, 3, 0]),
  scheduled_delivery_timestamp: later,
  deliver_at: later,
  timestamp: () => 1_900_000_000,
  color: () => '#aabbcc',
  op: (pick, _, schema) => {
    const { options } = unwrapped(schema)
    return pick((options as FieldValue[] | undefined) ?? ['add', 'remove', 'start', 'stop'])
  },
  narrow: (pick, { cast }) =>
    pick<FieldValue>([[], [['channel', cast.general.name]], [['is', 'dm']], [['topic', 'lunch']], [['sender', 1]]]),
  anchor: (pick) => pick<FieldValue>(['newest', 'oldest', 'first_unread', 3]),
  num_before: (pick) => pick([10, 0]),
  num_after: (pick) => pick([10, 0]),
  queue_id: () => 'none',
  string_id: () => 'elsewhere',
}

function unwrapped(schema: v.GenericSchema): Described {
  const { wrapped }: Described = schema
  return wrapped ? unwrapped(wrapped) : schema
}
