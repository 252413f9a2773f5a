import type { Realm } from '../../../realm'
import { undone } from '../../../store/undone'
import { keepDirectGroups } from '../../people/groups/storage'
import { allUsers, keepUsers } from '../../people/users/storage'
import { visibleUsersCounter } from '../../people/users/visible-users'
import { expiredMessages } from '../../writing/deletion/retention'
import { accessReader, NO_ACCESS, type Access } from './channel-access'
import { possibleDifferences, readFacts, viewersWithOtherPeople, type Facts } from './facts'
import { MessageCounts } from './message-counts'

/** The access of a user before and after a change. */
export type Difference = { user_id: number; before: Seen; after: Seen }
type Seen = { seesChannel: boolean; messages: number }

export type Consequences = {
  channels: Map<number, Difference[]>
  /** Users who see more or fewer people, with the number of those. */
  people: { user_id: number; before: number; after: number }[]
  /** How many guests were not compared, because there are too many. */
  uncounted: number
  /** Messages that the retention period deletes, by channel; of direct messages under null. */
  expired: Map<number | null, { before: number; after: number }>
}

/** What is measured while a change is made. */
type Measured = {
  channels: Map<number, Map<number, Access>>
  people: Map<number, number>
  uncounted: number
  expired: Map<number | null, number> | undefined
}

/**
 * Returns who gains or loses what by a change. Makes the change with all its checks, reads what each user can then see by the rules
 * of all readers, and undoes it. Throws what the change throws.
 */
export function consequencesOf(realm: Realm, change: () => unknown): Consequences {
  const facts = readFacts(realm)
  const users = allUsers(realm)
  // Both the change and the comparison ask for the groups of all users.
  keepDirectGroups(realm, facts.directGroups, facts.users.keys())
  const after = measuredAfter(realm, facts, change)
  // The realm is as it was before, and its memory is empty. What can differ is measured again, and messages are counted only where it does.
  keepUsers(realm, users)
  keepDirectGroups(realm, facts.directGroups, facts.users.keys())
  const counts = new MessageCounts(realm)
  const seen = ({ seesChannel, reads }: Access, stream_id: number, user_id: number): Seen => {
    const count = {
      nothing: () => 0,
      all: () => counts.all(stream_id),
      received: () => counts.received(stream_id, user_id),
    }
    return { seesChannel, messages: count[reads]() }
  }
  const channels = new Map<number, Difference[]>()
  const accessTo = accessReader(realm)
  for (const [stream_id, accessAfter] of after.channels) {
    const accessBefore = accessTo(stream_id, usersWith(facts, accessAfter.keys()))
    const differences: Difference[] = []
    for (const [user_id, now] of accessAfter) {
      const old = accessBefore.get(user_id) ?? NO_ACCESS
      if (old.seesChannel === now.seesChannel && old.reads === now.reads) continue
      const difference = { user_id, before: seen(old, stream_id, user_id), after: seen(now, stream_id, user_id) }
      if (differs(difference)) differences.push(difference)
    }
    if (differences.length > 0) channels.set(stream_id, differences)
  }
  const countPeople = visibleUsersCounter(realm)
  const people = [...after.people].map(([user_id, count]) => ({
    user_id,
    before: countPeople(facts.users.get(user_id)!),
    after: count,
  }))
  return {
    channels,
    uncounted: after.uncounted,
    people: people.filter((viewer) => viewer.before !== viewer.after),
    expired: after.expired ? changedCounts(expiredMessages(realm), after.expired) : new Map(),
  }
}

const usersWith = ({ users }: Facts, user_ids: Iterable<number>) =>
  [...user_ids].flatMap((user_id) => users.get(user_id) ?? [])

const differs = ({ before, after }: Difference) =>
  before.seesChannel !== after.seesChannel || before.messages !== after.messages

const measuredAfter = (realm: Realm, before: Facts, change: () => unknown): Measured =>
  undone(realm, () => {
    change()
    const facts = readFacts(realm)
    const pairs = possibleDifferences(realm, before, facts)
    const { viewers, uncounted } = viewersWithOtherPeople(before, facts)
    const countPeople = visibleUsersCounter(realm)
    const accessTo = accessReader(realm)
    return {
      channels: new Map(
        [...pairs].map(([stream_id, user_ids]) => [stream_id, accessTo(stream_id, usersWith(facts, user_ids))]),
      ),
      people: new Map(viewers.map((viewer) => [viewer.user_id, countPeople(viewer)])),
      uncounted,
      expired: hasOtherRetention(before, facts) ? expiredMessages(realm) : undefined,
    }
  })

/** A channel can have a retention period of its own. */
const hasOtherRetention = (before: Facts, after: Facts): boolean =>
  before.retentionDays !== after.retentionDays ||
  [...after.channels].some(([stream_id, text]) => text !== before.channels.get(stream_id))

function changedCounts(before: ReadonlyMap<number | null, number>, after: ReadonlyMap<number | null, number>) {
  const changed = new Map<number | null, { before: number; after: number }>()
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const counts = { before: before.get(key) ?? 0, after: after.get(key) ?? 0 }
    if (counts.before !== counts.after) changed.set(key, counts)
  }
  return changed
}
