import { createSignal } from 'solid-js'
import { direction, locale } from '../words/language'

// A formatter costs more than what it formats, so each exists once.
const usual = clocks(undefined)
let twentyFour: typeof usual | undefined

function clocks(hourCycle: 'h23' | undefined) {
  // A page from right to left is in Arabic, whose texts count with these digits.
  const numberingSystem = direction === 'rtl' ? 'latn' : undefined
  const time = { timeStyle: 'short', hourCycle, numberingSystem } as const
  return {
    time,
    clock: new Intl.DateTimeFormat(locale, time),
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', hourCycle }),
  }
}

const [isTwentyFour, setTwentyFourHours] = createSignal(false)

/** Whether the user wants 17:30. Otherwise times are written as in the language of the browser. */
export { isTwentyFour, setTwentyFourHours }

const cycle = () => (isTwentyFour() ? ({ hourCycle: 'h23' } as const) : {})

const formats = () => (isTwentyFour() ? (twentyFour ??= clocks('h23')) : usual)

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
const fullDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

const DAY_MILLISECONDS = 86_400_000

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

export const daysAgo = (seconds: number): number =>
  Math.round((midnight(new Date()) - midnight(new Date(seconds * 1000))) / DAY_MILLISECONDS)

export const clockTime = (seconds: number): string => formats().clock.format(seconds * 1000)

/** Returns the time without "AM" or "PM", for the narrow column beside a message. */
export const narrowTime = (seconds: number): string =>
  formats()
    .clock.formatToParts(seconds * 1000)
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim()

export const fullTime = (seconds: number): string => formats().moment.format(seconds * 1000)

/** Returns the date and the time in digits, for tables. */
export const compactTime = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short', ...cycle() })

/** Returns "Today", "Yesterday", or the date. */
export function dayName(seconds: number): string {
  const ago = daysAgo(seconds)
  if (ago < 2) {
    const name = relative.format(-ago, 'day')
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  }
  return ago < 180 ? weekday.format(seconds * 1000) : fullDay.format(seconds * 1000)
}

/** Returns a day such as `1990-04-05` in words. */
export const dateName = (day: string): string => {
  const date = new Date(`${day}T12:00:00`)
  return Number.isNaN(date.getTime()) ? day : fullDay.format(date)
}

/** Returns the time of day now in a time zone, or nothing if the browser does not know the zone. */
export function timeIn(timeZone: string): string {
  try {
    return new Date().toLocaleTimeString(locale, { ...formats().time, timeZone })
  } catch {
    return ''
  }
}

/** Returns the time for a message of today, and the day for an older one. */
export const shortTime = (seconds: number): string =>
  daysAgo(seconds) === 0 ? clockTime(seconds) : shortDay.format(seconds * 1000)

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Returns how long ago something was, such as "2 hours ago". */
export function agoText(seconds: number): string {
  const ago = Date.now() / 1000 - seconds
  const [unit, size] = STEPS.find(([, step]) => Math.abs(ago) >= step) ?? ['minute', 60]
  return relative.format(-Math.round(ago / size), unit)
}
