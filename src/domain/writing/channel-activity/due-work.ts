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

const CHANNELS_PER_BITE = 20
const SECONDS_BETWEEN_BITES = 1
const DAYS_BETWEEN_LOOKS_AT_SILENCE = 30

const lastLookCache = cacheKey<number>() // UNIX seconds
const lookedAtCache = cacheKey<number>() // how many channels

/** Looks once a day how lively each channel is, some at a time. Where nobody says anything, now and then is enough. */
export const measureChannelActivity: DueWork<Realm> = {
  name: 'measure_channel_activity',
  run: (realm) => {
    const next = nextLook(realm)
    if (realm.now() < next) return next
    if (realm.transaction(() => lookAtSome(realm))) return realm.now() + SECONDS_BETWEEN_BITES
    return nextLook(realm)
  },
}

/** Answers whether there are more. */
function lookAtSome(realm: Realm): boolean {
  const from = realm.cache.find(lookedAtCache) ?? 0
  const some = allChannels(realm).slice(from, from + CHANNELS_PER_BITE)
  for (const channel of some) if (!channel.is_archived) measureActivity(realm, channel)
  if (some.length === CHANNELS_PER_BITE) {
    realm.cache.set(lookedAtCache, from + CHANNELS_PER_BITE)
    return true
  }
  realm.cache.invalidate(lookedAtCache)
  writeMeasuredAt(realm.sql, realm.now())
  realm.cache.invalidate(lastLookCache)
  return false
}

// Every message rings this alarm soon after, so little is asked where something was said since the last look.
function nextLook(realm: Realm): number {
  const last = realm.cache.get(lastLookCache, () => lastMeasuredAt(realm.sql) ?? realmRow(realm).created_at)
  const [newest] = rowsBefore(realm, NEWEST_ANCHOR, 1)
  const isSilent =
    (newest?.sent_at ?? 0) < last &&
    allChannels(realm).every(({ is_archived, weekly_traffic }) => is_archived || weekly_traffic === 0)
  return last + (isSilent ? DAYS_BETWEEN_LOOKS_AT_SILENCE : 1) * SECONDS_PER_DAY
}
