import { QUIET_HOURS, type UserSettings } from '../../people/user-settings/settings'

type QuietSettings = Pick<UserSettings, 'parley_do_not_disturb_until' | 'parley_quiet_hours' | 'timezone'>

const MINUTES_PER_DAY = 1440

/** Returns the time until which a user must not be disturbed, or undefined if they may be disturbed now. */
export function quietUntil(settings: QuietSettings, now: number): number | undefined {
  const until = Math.max(settings.parley_do_not_disturb_until, endOfQuietHours(settings, now) ?? 0)
  return until > now ? until : undefined
}

/** Returns the end of the quiet hours, if it is within them. Hours whose end is before their begin end on the next day. */
function endOfQuietHours({ parley_quiet_hours, timezone }: QuietSettings, now: number): number | undefined {
  const hours = QUIET_HOURS.exec(parley_quiet_hours)
  if (hours === null) return undefined
  const [, beginHour, beginMinute, endHour, endMinute] = hours.map(Number)
  const minute = minuteOfDay(timezone, now)
  const sinceBegin = minutesFrom(beginHour! * 60 + beginMinute!, minute)
  const untilEnd = minutesFrom(minute, endHour! * 60 + endMinute!)
  const isWithin = sinceBegin + untilEnd < MINUTES_PER_DAY && untilEnd > 0
  return isWithin ? now - (now % 60) + untilEnd * 60 : undefined
}

/** Returns the minutes from one time of the day to the next such other time. */
const minutesFrom = (from: number, to: number): number => (to - from + MINUTES_PER_DAY) % MINUTES_PER_DAY

function minuteOfDay(timezone: string, now: number): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone || 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const [hour, minute] = format
    .format(now * 1000)
    .split(':')
    .map(Number)
  return hour! * 60 + minute!
}
