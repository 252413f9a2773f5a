import * as v from 'valibot'
import { fraction } from '../../../api/fraction'
import { named } from '../../../api/named'
import { storeUnavailable } from '../../../api/errors'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { allChannels } from '../../channels/channels/storage'
import { spaceUsed } from '../../files/attachments/storage'
import { newestIdSentBefore } from '../../messages/message-index/storage'
import { owners } from '../../people/users/callers'
import { allPresences } from '../../people/presence/storage'
import { allUsers } from '../../people/users/storage'
import { usageDays } from './days-storage'
import { dollarsOf, monthOf, PLAN_DOLLARS, RESOURCES } from './cost-rules'

const MONTH_SECONDS = 30 * 24 * 3600

const monthShape = named(
  'UsageMonth',
  v.strictObject({
    dollars: fraction(),
    parts: v.array(v.strictObject({ resource: v.string(), amount: v.number(), dollars: fraction() })),
  }),
)

export const getUsage = endpoint.decision({
  route: 'GET /parley/usage',
  summary: 'Get how much the organization uses, and an estimate of what a month costs its operator.',
  note: `The estimate takes the messages of the last 30 days, the people who were active in them, and what docs/cost.md counted for each action. It is for an organization that is alone on the platform's plan, whose price it includes. Storage is extra. \`days\` has the last 30 days in UTC, as the realm saved them a few minutes ago. The parts are \`${RESOURCES.join('`, `')}\`.`,
  caller: owners,
  params: {},
  returns: {
    people: v.number(),
    active_people: v.number(),
    bots: v.number(),
    channels: v.number(),
    messages: v.number(),
    messages_of_30_days: v.number(),
    file_bytes: v.number(),
    plan_dollars: fraction(),
    with_web_sockets: monthShape,
    with_long_polls: monthShape,
    days: v.array(
      v.strictObject({
        day: v.string(),
        messages: v.number(),
        requests: v.number(),
        emails: v.number(),
        pushes: v.number(),
      }),
    ),
  },
  errors: [storeUnavailable],
  decide: (realm) => {
    const counts = countsOf(realm)
    const scale = { people: counts.active_people, messages: counts.messages_of_30_days }
    return {
      ...counts,
      now: realm.now(),
      plan_dollars: PLAN_DOLLARS,
      with_web_sockets: estimateOf(scale, 'web_sockets'),
      with_long_polls: estimateOf(scale, 'long_polls'),
    }
  },
  present: async (edge, { now, ...usage }) => ({
    ...usage,
    days: await usageDays(edge.d1, edge.realm_name, now),
  }),
})

function estimateOf(...scale: Parameters<typeof monthOf>) {
  const parts = monthOf(...scale)
  return { dollars: dollarsOf(parts), parts }
}

/** Reads no list that grows: ids count messages, and the cache has the users, the channels and their presence. */
function countsOf(realm: ReadOnlyRealm) {
  const since = realm.now() - MONTH_SECONDS
  const users = allUsers(realm).filter(({ is_active, is_system_bot }) => is_active && !is_system_bot)
  const people = users.filter(({ is_bot }) => !is_bot)
  const presences = allPresences(realm)
  const isActive = (user_id: number) => {
    const presence = presences.get(user_id)
    return presence !== undefined && Math.max(presence.active_timestamp ?? 0, presence.idle_timestamp) >= since
  }
  const { last } = realm.messageIds
  return {
    people: people.length,
    active_people: people.filter(({ user_id }) => isActive(user_id)).length,
    bots: users.length - people.length,
    channels: allChannels(realm).filter(({ is_archived }) => !is_archived).length,
    messages: last,
    messages_of_30_days: last - newestIdSentBefore(realm, since),
    file_bytes: spaceUsed(realm),
  }
}
