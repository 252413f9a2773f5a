import { SECONDS_PER_DAY } from '../../realm/settings/periods'
/** How lively channels are, for clients that show the quiet ones as such. */
export const TRAFFIC_DAYS = 28
const TOO_YOUNG_TO_TELL_DAYS = 7
const RECENT_DAYS = 180
const DAYS_PER_WEEK = 7

/** Messages in a week, on an average of those of the last weeks, in round numbers; null where that is too soon to say. */
export function weeklyTraffic(messages: number, age_seconds: number): number | null {
  const days = Math.floor(age_seconds / SECONDS_PER_DAY)
  if (days < TOO_YOUNG_TO_TELL_DAYS) return null
  return inRoundNumbers(Math.floor((messages * DAYS_PER_WEEK) / Math.min(days, TRAFFIC_DAYS)))
}

/** Two digits are enough to see by, and change less often than all of them. */
function inRoundNumbers(count: number): number {
  const scale = 10 ** Math.max(0, String(count).length - 2)
  return Math.round(count / scale) * scale
}

/** A channel in which nothing was said yet is as lively as it is new. */
export const isRecentlyActive = (newest: number | undefined, date_created: number, now: number): boolean =>
  (newest ?? date_created) > now - RECENT_DAYS * SECONDS_PER_DAY
