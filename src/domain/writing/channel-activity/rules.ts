import { SECONDS_PER_DAY } from '../../realm/settings/periods'

/** The period whose messages count for the weekly traffic. */
export const TRAFFIC_DAYS = 28
const TRAFFIC_AGE_MIN_DAYS = 7
const RECENT_DAYS = 180
const DAYS_PER_WEEK = 7

/** Returns the average number of messages in a week, rounded. null: the channel is too new. */
export function weeklyTraffic(messages: number, age_seconds: number): number | null {
  const days = Math.floor(age_seconds / SECONDS_PER_DAY)
  if (days < TRAFFIC_AGE_MIN_DAYS) return null
  return roundToTwoDigits(Math.floor((messages * DAYS_PER_WEEK) / Math.min(days, TRAFFIC_DAYS)))
}

/** A rounded number changes less often, so clients get fewer events. */
function roundToTwoDigits(count: number): number {
  const scale = 10 ** Math.max(0, String(count).length - 2)
  return Math.round(count / scale) * scale
}

/** Returns whether the newest message is recent. A channel without messages is active for as long as it is new. */
export const isRecentlyActive = (newest: number | undefined, date_created: number, now: number): boolean =>
  (newest ?? date_created) > now - RECENT_DAYS * SECONDS_PER_DAY
