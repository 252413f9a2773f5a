import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { writeBodies, writeHistory } from '../../bench/history'
import { evict, holdAlarms } from '../support/faults'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { stopClock, writesTo } from '../support/tables'

const FIRST_OF_CROWD = 1001
const CROWD = 5000
const HALLS = 500
const GROUPS = 100
const HISTORY = 6000
const TOPICS = 100

/** A realm as large as the largest request can reach: with as many users, channels, groups and messages as it may name. */
export type World = {
  cast: Cast
  /** Users who never ask for anything. */
  crowd: number[]
  /** Channels that ada made. */
  halls: Channel[]
  /** The channel that the whole crowd is subscribed to. */
  square: Channel
  groups: number[]
  /** Messages in the general channel, from cleo, oldest first. */
  messages: number[]
  topic: string
}

export async function newWorld(): Promise<World> {
  const cast = await freshRealm()
  const { realm, ada, dov, cleo, general } = cast
  await holdAlarms(realm)
  await writesTo(
    realm,
    `WITH RECURSIVE crowd (nth) AS (SELECT 0 UNION ALL SELECT nth + 1 FROM crowd WHERE nth + 1 < ${CROWD})
     INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, is_system_bot, can_create_users,
                        date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility)
     SELECT ${FIRST_OF_CROWD} + nth, 'x' || nth || '@example.com', 'x' || nth || '@example.com', 'X ' || nth, 400, 1, 0, 0, 1, '', 'G', 1, '', 1
     FROM crowd`,
  )
  const crowd = Array.from({ length: CROWD }, (_, nth) => FIRST_OF_CROWD + nth)
  const before = await runInDurableObject(realm.stub, (_, state) =>
    writeHistory(state.storage, {
      count: HISTORY,
      sender_ids: [cleo.id],
      stream_id: general.stream_id,
      topics: TOPICS,
    }),
  )
  await writeBodies(env.DB, realm.name, { before, count: HISTORY })
  await evict(realm)
  // The realm sweeps its event log and the like every so many seconds. Here no time passes, so no request pays for that.
  await stopClock(realm, Math.floor(Date.now() / 1000))
  for (let nth = 0; nth < HALLS; nth += 100) {
    const subscriptions = Array.from({ length: 100 }, (_, more) => ({ name: `hall ${nth + more}` }))
    succeeded(await ada.post('/users/me/subscriptions', { subscriptions }))
  }
  const square = await newChannel(ada, 'square', [ada, dov])
  for (let nth = 0; nth < CROWD; nth += 2500)
    succeeded(
      await ada.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'square' }],
        principals: crowd.slice(nth, nth + 2500),
      }),
    )
  const { streams }: Json = succeeded(await ada.get('/streams', { include_all: true }))
  const groups: number[] = []
  for (let nth = 0; nth < GROUPS; nth++) {
    const group = { name: `group ${nth}`, description: '', members: [dov.id] }
    groups.push(succeeded(await ada.post('/user_groups/create', group)).group_id)
  }
  return {
    cast,
    crowd,
    halls: streams.filter(({ name }: Channel) => name.startsWith('hall ')),
    square,
    groups,
    messages: Array.from({ length: HISTORY }, (_, nth) => before + 1 + nth),
    topic: 'old topic 1',
  }
}
