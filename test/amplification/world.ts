import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { writeBodies, writeHistory } from '../../bench/workers/history'
import { preventAlarms } from '../support/alarms'
import { stopClock } from '../support/clock'
import { evict } from '../support/faults'
import { executeSql } from '../support/tables'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'

const FIRST_OF_CROWD = 1001
const CROWD = 5000
const HALLS = 500
const GROUPS = 100
const HISTORY = 1_000_000
/** Requests name the newest messages. Only these have bodies. */
const WITH_BODIES = 6000
const TOPICS = 10_000

/** A realm with as many users, channels, groups and messages as the largest request can name. */
export type World = {
  cast: Cast
  /** Users who send no requests. */
  crowd: number[]
  /** Channels that ada created. */
  halls: Channel[]
  /** The channel to which all users of the crowd are subscribed. */
  square: Channel
  groups: number[]
  /** Messages by cleo in general, oldest first. */
  messages: number[]
  topic: string
  /** Leaves the newest messages. */
  forgetOldHistory: () => Promise<void>
}

export async function newWorld(): Promise<World> {
  const cast = await freshRealm()
  const { realm, ada, dov, cleo, general } = cast
  await preventAlarms(realm)
  await executeSql(
    realm,
    `WITH RECURSIVE crowd (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM crowd WHERE n + 1 < ${CROWD})
     INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, is_system_bot, can_create_users,
                        date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility)
     SELECT ${FIRST_OF_CROWD} + n, 'x' || n || '@example.com', 'x' || n || '@example.com', 'X ' || n, 400, 1, 0, 0, 1, '', 'G', 1, '', 1
     FROM crowd`,
  )
  // If the object restarts, its clock runs. No request pays for the emails about messages of others.
  await executeSql(
    realm,
    `INSERT INTO user_settings (user_id, name, value)
     SELECT user_id, 'email_notifications_batching_period_seconds', '604800' FROM users WHERE is_system_bot = 0`,
  )
  const crowd = Array.from({ length: CROWD }, (_, index) => FIRST_OF_CROWD + index)
  const before = await runInDurableObject(realm.stub, (_, state) =>
    writeHistory(state.storage, {
      count: HISTORY,
      sender_ids: [cleo.id],
      stream_id: general.stream_id,
      topics: TOPICS,
    }),
  )
  const withoutBody = before + HISTORY - WITH_BODIES
  await writeBodies(env.DB, realm.name, { before: withoutBody, count: WITH_BODIES })
  await evict(realm)
  // The clock stands still, so no request pays for the periodic maintenance of the realm.
  await stopClock(realm, Math.floor(Date.now() / 1000))
  for (let index = 0; index < HALLS; index += 100) {
    const subscriptions = Array.from({ length: 100 }, (_, more) => ({ name: `hall ${index + more}` }))
    succeeded(await ada.post('/users/me/subscriptions', { subscriptions }))
  }
  const square = await newChannel(ada, 'square', [ada, dov])
  for (let index = 0; index < CROWD; index += 2500)
    succeeded(
      await ada.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'square' }],
        principals: crowd.slice(index, index + 2500),
      }),
    )
  const { streams }: Json = succeeded(await ada.get('/streams', { include_all: true }))
  const groups: number[] = []
  for (let index = 0; index < GROUPS; index++) {
    const group = { name: `group ${index}`, description: '', members: [dov.id] }
    groups.push(succeeded(await ada.post('/user_groups/create', group)).group_id)
  }
  return {
    cast,
    crowd,
    halls: streams.filter(({ name }: Channel) => name.startsWith('hall ')),
    square,
    groups,
    messages: Array.from({ length: WITH_BODIES }, (_, index) => withoutBody + 1 + index),
    topic: 'old topic 1',
    forgetOldHistory: async () => {
      await executeSql(realm, 'DELETE FROM message_index WHERE id BETWEEN ? AND ?', before + 1, withoutBody)
      await executeSql(realm, 'DELETE FROM sent_ids WHERE chunk * 2048 < ?', withoutBody - 2048)
    },
  }
}
