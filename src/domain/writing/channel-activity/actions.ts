import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { channelUpdated } from '../../channels/channels/events'
import { writeChannelActivity } from '../../channels/channels/storage'
import { channelViewers } from '../../channels/subscriptions/access'
import { segmentsIn } from '../../channels/topics/segment-storage'
import { topicsOf } from '../../channels/topics/storage'
import { countMessagesInSegments } from '../../messages/message-index/conversation-storage'
import { newestIdSentBefore, rowsWithIds } from '../../messages/message-index/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { isRecentlyActive, TRAFFIC_DAYS, weeklyTraffic } from './rules'

/** Computes the activity of a channel. If it changed, writes it and publishes it to the users who can see the channel. */
export function measureActivity(realm: Realm, channel: Channel): void {
  const { stream_id, name, date_created } = channel
  const now = realm.now()
  const since = newestIdSentBefore(realm, now - TRAFFIC_DAYS * SECONDS_PER_DAY)
  const topics = topicsOf(realm.sql, stream_id)
  const [newest] = rowsWithIds(realm.sql, [Math.max(0, ...topics.map(({ max_id }) => max_id))])
  const messages = topics
    .filter(({ max_id }) => max_id > since)
    .reduce(
      (sum, { id }) => sum + countMessagesInSegments(realm.sql, segmentsIn(realm.sql, id).map(startingAfter(since))),
      0,
    )
  const is_recently_active = isRecentlyActive(newest?.sent_at, date_created, now)
  const weekly_traffic = weeklyTraffic(messages, now - date_created)

  const publish = (property: string, value: unknown) =>
    realm.publish(channelUpdated({ stream_id, name, property, value }), channelViewers({ stream_id }))
  if (is_recently_active === channel.is_recently_active && weekly_traffic === channel.weekly_traffic) return
  writeChannelActivity(realm, stream_id, { is_recently_active, weekly_traffic })
  if (is_recently_active !== channel.is_recently_active) publish('is_recently_active', is_recently_active)
  if (weekly_traffic !== channel.weekly_traffic) publish('stream_weekly_traffic', weekly_traffic)
}

const startingAfter =
  (id: number) =>
  <Segment extends { from_id: number }>(segment: Segment): Segment => ({
    ...segment,
    from_id: Math.max(segment.from_id, id + 1),
  })
