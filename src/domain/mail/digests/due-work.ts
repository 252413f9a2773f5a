import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { presenceOf } from '../../people/presence/storage'
import { userSettingsOf } from '../../people/user-settings/storage'
import { allUsers } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { activeTopics, isForUser, newChannelsFor, type ActiveTopic } from './activity'
import type { DigestFacts } from './compose'
import { AWAY_SECONDS, chooseTopics, nextDigestTime } from './rules'
import { deleteDigestRun, findDigestRun, writeDigestRun } from './storage'

const USERS_PER_BATCH = 200

/** Queues the weekly digests of the users who were away. The text of a digest is composed when it is sent. */
export const sendDigests: DueWork<Realm> = {
  name: 'send_digests',
  run: (realm) => {
    const { digest_emails_enabled, digest_weekday } = settingsOf(realm)
    const run = findDigestRun(realm.sql)
    if (!digest_emails_enabled || realmRow(realm).is_deactivated || !realm.emails.canSend) {
      if (run !== undefined) deleteDigestRun(realm.sql)
      return undefined
    }
    const now = realm.now()
    const next = nextDigestTime(now, digest_weekday)
    if (run === undefined || (run.due_at > now && run.due_at !== next)) {
      writeDigestRun(realm.sql, { due_at: next, after_user_id: 0 })
      return next
    }
    if (run.due_at > now) return run.due_at
    return realm.transaction(() => queueBatch(realm, run.after_user_id, next))
  },
}

/** Queues the digests of the next users. Returns when this work is due again. */
function queueBatch(realm: Realm, after_user_id: number, next: number): number {
  const now = realm.now()
  const users = allUsers(realm)
    .filter(({ user_id }) => user_id > after_user_id)
    .toSorted((a, b) => a.user_id - b.user_id)
    .slice(0, USERS_PER_BATCH)
  const last = users.at(-1)
  if (last === undefined) {
    writeDigestRun(realm.sql, { due_at: next, after_user_id: 0 })
    return next
  }
  const wanting = users.filter((user) => wantsDigest(realm, user, now))
  const topics = wanting.length === 0 ? [] : activeTopics(realm, now - AWAY_SECONDS)
  for (const user of wanting) queueDigest(realm, user, topics)
  writeDigestRun(realm.sql, { due_at: now, after_user_id: last.user_id })
  return now
}

function wantsDigest(realm: Realm, user: User, now: number): boolean {
  if (!user.is_active || user.is_bot || !userSettingsOf(realm, user).enable_digest_emails) return false
  const presence = presenceOf(realm, user.user_id)
  const seen_at = Math.max(presence?.active_timestamp ?? 0, presence?.idle_timestamp ?? 0, user.date_joined)
  return seen_at < now - AWAY_SECONDS
}

/** Queues nothing if nothing happened that the user can read. */
function queueDigest(realm: Realm, user: User, topics: readonly ActiveTopic[]): void {
  const now = realm.now()
  const chosen = chooseTopics(topics.filter(isForUser(realm, user)))
  const channels = newChannelsFor(realm, user, now - AWAY_SECONDS)
  if (chosen.length === 0 && channels.length === 0) return
  const facts: DigestFacts = {
    digest_for: user.user_id,
    topics: chosen.map(({ count, sender_ids, first_ids }) => ({
      count,
      sender_ids: sender_ids.slice(0, 5),
      first_ids,
    })),
    channels,
  }
  realm.emails.addFacts(facts, now + SECONDS_PER_DAY)
}
