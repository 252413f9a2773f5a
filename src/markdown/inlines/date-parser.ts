import { TIME_ZONE_HOURS } from './time-zones'

/** A date and time as somebody wrote it down; its numbers may be out of range. */
export type CalendarTime = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  microsecond: number
  offsetMinutes: number
}

/**
 * Reads dates as people write them: `2017-06-05T22:30:00+02:00`, `Jun 5th 2017, 10:30PM EST`, `Mon, 5 June 2017`,
 * `6/5/2017` (month first, unless it can only be a day), `20170605`. Each part may come once, in any order.
 */
export function calendarTimeOf(text: string): CalendarTime | undefined {
  const time: Partial<CalendarTime> = {}
  let rest = spelledOut(text.toLowerCase())
  while (rest !== '') {
    const read = readPart(rest, time)
    if (read === undefined) return undefined
    rest = rest.slice(read)
  }
  const { year, month, day } = time
  if (year === undefined || month === undefined || day === undefined) return undefined
  return { hour: 0, minute: 0, second: 0, microsecond: 0, offsetMinutes: 0, ...time, year, month, day }
}

/** Dates without separators are given them: `20170605T223000Z`, `201706052230`, `170605`. */
function spelledOut(text: string): string {
  const [whole, year, month, day, hour, minute, second] = COMPACT.exec(text) ?? []
  if (whole === undefined) return text.replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3')
  const time = hour === undefined ? '' : ` ${hour}:${minute}:${second ?? '00'}`
  return `${year}-${month}-${day}${time}${text.slice(whole.length)}`
}

const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:[t ]?(\d\d)(\d\d)(\d\d)?)?(?!\d)/

type Draft = Partial<CalendarTime>

/** How many characters the first part that fits takes; nothing if none does, or if it has been said already. */
function readPart(rest: string, draft: Draft): number | undefined {
  for (const [pattern, read] of PARTS) {
    const match = pattern.exec(rest)
    if (!match) continue
    const said = read(match.slice(1), draft)
    if (!said) continue
    if (Object.keys(said).some((part) => part in draft)) return undefined
    Object.assign(draft, said)
    return match[0].length
  }
  return undefined
}

/** What a part says about the time, or nothing if it cannot be read that way here. */
type Reading = (groups: readonly (string | undefined)[], draft: Draft) => Draft | undefined

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const readYearFirst: Reading = ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) })

const readYearLast: Reading = ([first, second, year]) => {
  if (Number(first) > 31) return { year: fullYear(first), month: Number(second), day: Number(year) }
  const dayFirst = Number(first) > 12
  const [month, day] = dayFirst ? [second, first] : [first, second]
  return { year: fullYear(year), month: Number(month), day: Number(day) }
}

const readClock: Reading = ([hour, minute, second, fraction, half]) => ({
  hour: hourOfDay(Number(hour), half),
  minute: Number(minute ?? 0),
  second: Number(second ?? 0),
  microsecond: Number((fraction ?? '').slice(0, 6).padEnd(6, '0')),
})

const readOffset: Reading = ([sign, hours, minutes], { hour }) => {
  if (hour === undefined) return undefined
  const size = Number(hours) * 60 + Number(minutes ?? 0)
  // Sixty minutes and more are no offset, and neither is a day: make it one that is refused.
  const offsetMinutes = Number(minutes ?? 0) > 59 ? Infinity : size
  return { offsetMinutes: sign === '-' ? -offsetMinutes : offsetMinutes }
}

const readNumber: Reading = ([digits, ordinal], { month, day }) => {
  if (digits?.length === 4 && ordinal === undefined) return { year: Number(digits) }
  if (digits === undefined || digits.length > 2) return undefined
  if (day === undefined) return { day: Number(digits) }
  return month === undefined || ordinal !== undefined ? undefined : { year: fullYear(digits) }
}

const readZone: Reading = ([name], { hour }) => {
  const hours = hour === undefined ? undefined : TIME_ZONE_HOURS.get(name ?? '')
  return hours === undefined ? undefined : { offsetMinutes: hours * 60 }
}

const PARTS: readonly (readonly [RegExp, Reading])[] = [
  [
    /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})(?![\d:])/,
    ([year, , month, day], draft) => readYearFirst([year, month, day], draft),
  ],
  [/^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d\d)(?![\d:])/, ([a, , b, year], draft) => readYearLast([a, b, year], draft)],
  [/^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?: ?([ap])\.?m\b\.?)?/, readClock],
  [/^(\d{1,2})h(?:(\d\d)(?:m(?:(\d\d)(?:[.,](\d+))?s?)?)?)?(?![a-z\d])/, readClock],
  [/^t(\d\d)(?![\d:])/, readClock],
  [/^(\d{1,2})()()() ?([ap])\.?m\b\.?/, readClock],
  [/^(?:utc|gmt)? ?([+-])(\d\d?)(?::?(\d\d))?(?!\d)(?: \([a-z]+\))?/, readOffset],
  [/^(\d{1,4})(st|nd|rd|th)?(?![\d:])/, readNumber],
  [/^([a-z]+)\.?/, ([name]) => monthNamed(name)],
  [/^([a-z]+)/, readZone],
  [/^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?/, () => ({})],
  [/^(?:[\s,/.-]|(?:t(?=\d)|at|of|on|and)(?![a-z]))/, () => ({})],
]

function monthNamed(name: string | undefined): Draft | undefined {
  if (name === undefined || name.length < 3) return undefined
  const month = name === 'sept' ? 9 : MONTHS.findIndex((full) => full === name || full.slice(0, 3) === name) + 1
  return month === 0 ? undefined : { month }
}

function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour > 12) return Infinity
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** Two digits are a year from 1969 to 2068. */
function fullYear(digits: string | undefined): number {
  const year = Number(digits)
  if (digits?.length === 4) return year
  return year < 69 ? 2000 + year : 1900 + year
}
