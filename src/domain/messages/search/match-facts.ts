import { step } from '../../../edge'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { topicNameFor } from '../../channels/topics/rules'
import { requireReader } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import { IndexFlag } from '../message-index/message'
import { rowsAfter } from '../message-index/storage'
import { mentionTest } from '../narrows/is-operator'
import type { Term } from '../narrows/term'
import { fetchByIds } from '../pages/fetch-page'

type Caller = User | undefined
type ToDescribe = {
  narrow: Term[]
  ids: number[]
  without_body: number[]
  /** The oldest message that was looked at need not exist any more. Undefined if all were. */
  looked_down_to: number | undefined
  allow_empty_topic_name: boolean
}

const MENTIONING =
  IndexFlag.userMentioned | IndexFlag.groupMentioned | IndexFlag.channelWildcard | IndexFlag.topicWildcard

const CONTENTS = [
  ['link', IndexFlag.link],
  ['image', IndexFlag.image],
  ['attachment', IndexFlag.attachment],
  ['reaction', IndexFlag.reaction],
] as const

/** Returns what the realm knows of matches, newest first, their conversations, and the bodies that D1 does not have yet. */
export const describeMatches = step((realm, caller: Caller, params: ToDescribe) => {
  const { narrow, ids, without_body, looked_down_to, allow_empty_topic_name } = params
  const reader = requireReader(realm, caller)
  const access = new MessageAccess(realm, reader)
  const rows = fetchByIds(realm, reader, narrow, ids).toReversed()
  access.prepare(rows)
  const isMentioned = mentionTest(access)
  const places = new Map<number, number>()
  const conversations: { stream_id?: number; topic?: string; user_ids?: number[] }[] = []
  const matches = rows.map((row) => {
    const { id, stream_id, topic, people } = access.conversationOf(row)
    if (!places.has(id)) {
      places.set(id, conversations.length)
      conversations.push(
        stream_id === null
          ? { user_ids: people.filter((other) => other !== reader.user_id) }
          : { stream_id, topic: topicNameFor(topic, allow_empty_topic_name) },
      )
    }
    return {
      id: row.id,
      sender_id: row.sender_id,
      timestamp: row.sent_at,
      conversation: places.get(id) ?? 0,
      has: CONTENTS.flatMap(([name, flag]) => ((row.index_flags & flag) === 0 ? [] : [name])),
      is_mentioned: (row.index_flags & MENTIONING) !== 0 && isMentioned(row),
    }
  })
  const [oldest] = looked_down_to === undefined ? [] : rowsAfter(realm.sql, looked_down_to - 1, 1)
  const { found } = realm.bodies.available(without_body, BYTES_PER_BATCH)
  return { matches, conversations, bodies: found, looked_back_to: oldest?.sent_at ?? null }
})
