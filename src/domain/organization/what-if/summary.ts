import * as v from 'valibot'
import { named } from '../../../api/named'
import { idsOf } from '../../people/users/user'
import type { Consequences, Difference } from './consequences'

const MAX_LISTED_CHANNELS = 100
const MAX_LISTED_USERS = 100

/** How many users, the first of them, and how many messages or people it is for each: the smallest and the largest number. */
const concernedShape = named(
  'ConcernedUsers',
  v.object({ count: v.number(), user_ids: v.array(v.number()), least: v.number(), most: v.number() }),
)
type Concerned = v.InferOutput<typeof concernedShape>

const whatIfChannelShape = named(
  'WhatIfChannel',
  v.object({
    stream_id: v.number(),
    lose_channel: concernedShape,
    gain_channel: concernedShape,
    lose_messages: concernedShape,
    gain_messages: concernedShape,
  }),
)

export const summaryFields = {
  channel_count: v.number(),
  channels: v.array(whatIfChannelShape),
  lose_people: concernedShape,
  gain_people: concernedShape,
  uncounted_guests: v.number(),
  expired: v.array(v.object({ stream_id: v.nullable(v.number()), before: v.number(), after: v.number() })),
}

/** Returns the consequences as clients receive them: exact numbers, and the first channels and users. */
export function summaryOf({ channels, people, uncounted, expired }: Consequences) {
  const byUsers = [...channels].toSorted(([, a], [, b]) => b.length - a.length)
  return {
    channel_count: channels.size,
    channels: byUsers.slice(0, MAX_LISTED_CHANNELS).map(([stream_id, differences]) => ({
      stream_id,
      lose_channel: concerned(differences, ({ before, after }) => Number(before.seesChannel && !after.seesChannel)),
      gain_channel: concerned(differences, ({ before, after }) => Number(!before.seesChannel && after.seesChannel)),
      lose_messages: concerned(differences, ({ before, after }) => before.messages - after.messages),
      gain_messages: concerned(differences, ({ before, after }) => after.messages - before.messages),
    })),
    lose_people: concerned(people, ({ before, after }) => before - after),
    gain_people: concerned(people, ({ before, after }) => after - before),
    uncounted_guests: uncounted,
    expired: [...expired].slice(0, MAX_LISTED_CHANNELS).map(([stream_id, counts]) => ({ stream_id, ...counts })),
  }
}

/** Returns the users for whom the amount is positive. */
function concerned<User extends Pick<Difference, 'user_id'>>(
  users: readonly User[],
  amountOf: (user: User) => number,
): Concerned {
  const found = users.filter((user) => amountOf(user) > 0)
  const amounts = found.map(amountOf)
  return {
    count: found.length,
    user_ids: idsOf(found.slice(0, MAX_LISTED_USERS)),
    least: amounts.reduce((least, amount) => Math.min(least, amount), found.length === 0 ? 0 : Infinity),
    most: amounts.reduce((most, amount) => Math.max(most, amount), 0),
  }
}
