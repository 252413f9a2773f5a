import { expect, test } from 'vitest'
import { newGroup } from '../support/groups'
import { copyUser, FIRST_COPY, subscribeCopies } from '../support/many-users'
import { succeeded, type FieldValue } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { executeSql } from '../support/tables'
import { cpuMs, slowness } from './cpu'

const PEOPLE = 10_000
const MESSAGES = 20_000
/** Twice the limit on a quiet machine: docs/decisions/what-if.md has the figures. */
const MAX_CPU_MS = 200

/** A realm of 10,000 people, who are all subscribed to a channel with 20,000 messages. A group has half of them. */
async function largeRealm() {
  const cast = await freshRealm()
  const { realm, ada, dov } = cast
  const lake = await newChannel(ada, 'lake', [ada])
  const { id } = await ada.sends(lake, 'fish', 'one')
  const club = await newChannel(ada, 'club', [ada], { invite_only: true, history_public_to_subscribers: true })
  const group = await newGroup(ada, 'divers')
  succeeded(await ada.patch(`/streams/${club.stream_id}`, { can_subscribe_group: { new: group } }))
  await copyUser(realm, dov, PEOPLE)
  await subscribeCopies(realm, lake.stream_id)
  // Half of them came later, so each reads another number of messages if the history is protected.
  const spread = 'UPDATE subscription_periods SET from_message = user_id WHERE user_id >= ? AND user_id % 2 = 0'
  await executeSql(realm, spread, FIRST_COPY)
  await executeSql(
    realm,
    `WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ${MESSAGES})
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
     SELECT ${id} + n, conversation_id, sender_id, sent_at, 0 FROM nth, message_index WHERE id = ${id}`,
  )
  await executeSql(
    realm,
    'INSERT INTO group_members (group_id, user_id) SELECT ?, user_id FROM users WHERE user_id >= ?',
    group,
    FIRST_COPY + PEOPLE / 2,
  )
  await executeSql(realm, 'UPDATE users SET role = 600 WHERE user_id >= ?', FIRST_COPY + PEOPLE - 500)
  return { ...cast, lake, club, group }
}

test('tells the consequences of a change for 10,000 people without a long pause', async () => {
  const { ada, dov, lake, club, group } = await largeRealm()
  const members = Array.from({ length: 500 }, (_, n) => FIRST_COPY + n)
  const { user_groups } = succeeded(await ada.get('/user_groups'))
  const onlyMembers = user_groups.find(({ name }: { name: string }) => name === 'role:members').id
  const changes: [path: string, fields: Record<string, FieldValue>][] = [
    [`/streams/${lake.stream_id}`, { is_private: true }],
    [`/streams/${lake.stream_id}`, { is_private: true, history_public_to_subscribers: false }],
    [`/streams/${club.stream_id}`, { is_private: false }],
    [`/user_groups/${group}/members`, { add: members }],
    [`/users/${dov.id}`, { role: 600 }],
    // Fifty guests share a channel with all others.
    ['/realm', { can_access_all_users_group: { new: onlyMembers } }],
    ['/realm', { message_retention_days: '30' }],
  ]
  const factor = await slowness()
  for (const [path, fields] of changes) {
    let least = Infinity
    for (let time = 0; time < 4; time++) {
      // A change that was tried leaves memory empty. Other requests fill it.
      await Promise.all([ada.get('/users'), ada.get(`/streams/${lake.stream_id}/members`), ada.get('/user_groups')])
      const before = await cpuMs()
      succeeded(await ada.post(`/parley/what_if${path}`, fields))
      least = Math.min(least, (await cpuMs()) - before)
    }
    expect(least / factor, `${path} ${JSON.stringify(fields).slice(0, 100)}`).toBeLessThan(MAX_CPU_MS)
  }
})
