import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { channelUpdated } from '../../channels/channels/events'
import { writeChannelActivity } from '../../channels/channels/storage'
import { countIn } from '../../messages/message-index/conversation-rows'
import { newestSentBefore, rowsWithIds } from '../../messages/message-index/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { channelViewers } from '../../channels/subscriptions/access'
import { segmentsIn } from '../../channels/topics/segment-storage'
import { topicsOf } from '../../channels/topics/storage'
import { isRecentlyActive, TRAFFIC_DAYS, weeklyTraffic } from './rules'

/** Looks how lively a channel is, and tells those who may know of it what is different. */
export function measureActivity(realm: Realm, channel: Channel): void {
  const { stream_id, name, date_created } = channel
  const now = realm.now()
  const since = newestSentBefore(realm, now - TRAFFIC_DAYS * SECONDS_PER_DAY)
  const topics = topicsOf(realm.sql, stream_id)
  const [newest] = rowsWithIds(realm, [Math.max(0, ...topics.map(({ max_id }) => max_id))])
  const messages = topics
    .filter(({ max_id }) => max_id > since)
    .reduce((sum, { id }) => sum + countIn(realm, segmentsIn(realm.sql, id).map(after(since))), 0)
  const found = {
    is_recently_active: isRecentlyActive(newest?.sent_at, date_created, now),
    weekly_traffic: weeklyTraffic(messages, now - date_created),
  }

  const tell = (property: string, value: unknown) =>
    realm.publish(channelUpdated({ stream_id, name, property, value }), channelViewers({ stream_id }))
  const { is_recently_active, weekly_traffic } = found
  if (is_recently_active === channel.is_recently_active && weekly_traffic === channel.weekly_traffic) return
  writeChannelActivity(realm, stream_id, found)
  if (is_recently_active !== channel.is_recently_active) tell('is_recently_active', is_recently_active)
  if (weekly_traffic !== channel.weekly_traffic) tell('stream_weekly_traffic', weekly_traffic)
}

const after =
  (since: number) =>
  <Part extends { from_id: number }>(part: Part): Part => ({ ...part, from_id: Math.max(part.from_id, since + 1) })
