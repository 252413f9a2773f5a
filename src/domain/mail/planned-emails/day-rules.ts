import { SECONDS_PER_DAY } from '../../../store/days'

/** The days after which a new user gets the emails, by the day of the week on which they joined. 1 is Monday. */
const DAYS: Record<number, readonly [topics: number, guide: number, team: number]> = {
  1: [2, 4, 8],
  2: [2, 6, 8],
  3: [2, 6, 8],
  4: [4, 6, 8],
  5: [5, 6, 10],
  6: [2, 4, 6],
  7: [2, 4, 8],
}
const HOUR = 3600

export type OnboardingKind = 'topics' | 'guide' | 'team'

/** Returns when a new user gets the emails: on working days of their time zone, an hour earlier in the day than they joined. */
export function onboardingTimes(joined_at: number, timezone: string): Record<OnboardingKind, number> {
  const [topics, guide, team] = DAYS[weekdayOf(joined_at, timezone)]!.map(
    (days) => joined_at + days * SECONDS_PER_DAY - HOUR,
  )
  return { topics: topics!, guide: guide!, team: team! }
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function weekdayOf(seconds: number, timezone: string): number {
  const timeZone = timezone === '' ? 'UTC' : timezone
  const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone }).format(seconds * 1000)
  return WEEKDAYS.indexOf(day) + 1
}

const REMINDER_DAYS = 2
// A reminder just after the invitation would only repeat it.
const DAYS_BEFORE_REMINDER = 1

/** Returns when the reminder of an invitation is sent: two days before it ends. Undefined if it ends too soon, or never. */
export function reminderTime(invited_at: number, expires_at: number | null): number | undefined {
  if (expires_at === null) return undefined
  const due_at = expires_at - REMINDER_DAYS * SECONDS_PER_DAY
  return due_at >= invited_at + DAYS_BEFORE_REMINDER * SECONDS_PER_DAY ? due_at : undefined
}
