import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { allChannels } from '../../channels/channels/storage'
import { rowsBefore } from '../../messages/message-index/storage'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmRow } from '../../realm/settings/storage'
import { measureActivity } from './actions'
import { lastMeasuredAt, writeMeasuredAt } from './storage'

const CHANNELS_PER_BATCH = 20
const SECONDS_BETWEEN_BATCHES = 1
const DAYS_BETWEEN_MEASUREMENTS = 1
const DAYS_BETWEEN_MEASUREMENTS_WITHOUT_MESSAGES = 30

const measuredAtCache = cacheKey<number>() // UNIX seconds
const measuredChannelsCache = cacheKey<number>() // the number of channels that this measurement has finished

/** Measures the activity of all channels once a day, a batch at a time. A realm without new messages needs it less often. */
export const measureChannelActivity: DueWork<Realm> = {
  name: 'measure_channel_activity',
  run: (realm) => {
    const next = nextMeasurement(realm)
    if (realm.now() < next) return next
    if (realm.transaction(() => measureBatch(realm))) return realm.now() + SECONDS_BETWEEN_BATCHES
    return nextMeasurement(realm)
  },
}

/** Returns whether more channels are left. */
function measureBatch(realm: Realm): boolean {
  const from = realm.cache.find(measuredChannelsCache) ?? 0
  const batch = allChannels(realm).slice(from, from + CHANNELS_PER_BATCH)
  for (const channel of batch) if (!channel.is_archived) measureActivity(realm, channel)
  if (batch.length === CHANNELS_PER_BATCH) {
    realm.cache.set(measuredChannelsCache, from + CHANNELS_PER_BATCH)
    return true
  }
  realm.cache.invalidate(measuredChannelsCache)
  writeMeasuredAt(realm.sql, realm.now())
  realm.cache.invalidate(measuredAtCache)
  return false
}

// The alarm fires after each new message, so this must be cheap: a busy realm reads one row here.
function nextMeasurement(realm: Realm): number {
  const measuredAt = realm.cache.get(measuredAtCache, () => lastMeasuredAt(realm.sql) ?? realmRow(realm).created_at)
  const [newest] = rowsBefore(realm.sql, NEWEST_ANCHOR, 1)
  const hasNoMessages =
    (newest?.sent_at ?? 0) < measuredAt &&
    allChannels(realm).every(({ is_archived, weekly_traffic }) => is_archived || weekly_traffic === 0)
  const days = hasNoMessages ? DAYS_BETWEEN_MEASUREMENTS_WITHOUT_MESSAGES : DAYS_BETWEEN_MEASUREMENTS
  return measuredAt + days * SECONDS_PER_DAY
}
