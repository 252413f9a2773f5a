import { TIME_ZONE_HOURS } from './time-zones'

/** A date and time as typed. Its numbers may be out of range. */
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
 * Parses the usual ways to write a date: `2017-06-05T22:30:00+02:00`, `Jun 5th 2017, 10:30PM EST`, `Mon, 5 June 2017`,
 * `6/5/2017` (the month first, unless it can only be a day), `20170605`. Each part may come once, in any order.
 */
export function parseDate(text: string): CalendarTime | undefined {
  const time: Parts = {}
  let rest = addSeparators(text.toLowerCase())
  while (rest !== '') {
    const length = parsePart(rest, time)
    if (length === undefined) return undefined
    rest = rest.slice(length)
  }
  const { year, month, day } = time
  if (year === undefined || month === undefined || day === undefined) return undefined
  return { hour: 0, minute: 0, second: 0, microsecond: 0, offsetMinutes: 0, ...time, year, month, day }
}

/** Adds separators to a date without them: `20170605T223000Z`, `201706052230`, `170605`. */
function addSeparators(text: string): string {
  const [whole, year, month, day, hour, minute, second] = COMPACT.exec(text) ?? []
  if (whole === undefined) return text.replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3')
  const time = hour === undefined ? '' : ` ${hour}:${minute}:${second ?? '00'}`
  return `${year}-${month}-${day}${time}${text.slice(whole.length)}`
}

const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:[t ]?(\d\d)(\d\d)(\d\d)?)?(?!\d)/

/** The parts of the date that are parsed already. */
type Parts = Partial<CalendarTime>

/** Parses the first part of a text. Returns its length, or undefined if it is no part or was there before. */
function parsePart(text: string, parts: Parts): number | undefined {
  for (const [pattern, parse] of PART_PARSERS) {
    const match = pattern.exec(text)
    if (!match) continue
    const newParts = parse(match.slice(1), parts)
    if (!newParts) continue
    if (Object.keys(newParts).some((name) => name in parts)) return undefined
    Object.assign(parts, newParts)
    return match[0].length
  }
  return undefined
}

/** Returns what a match adds to the date, or undefined if it cannot have this meaning here. */
type PartParser = (groups: readonly (string | undefined)[], parts: Parts) => Parts | undefined

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const parseYearFirst: PartParser = ([year, month, day]) => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
})

const parseYearLast: PartParser = ([first, second, year]) => {
  if (Number(first) > 31) return { year: fullYear(first), month: Number(second), day: Number(year) }
  const dayFirst = Number(first) > 12
  const [month, day] = dayFirst ? [second, first] : [first, second]
  return { year: fullYear(year), month: Number(month), day: Number(day) }
}

const parseClock: PartParser = ([hour, minute, second, fraction, half]) => ({
  hour: hourOfDay(Number(hour), half),
  minute: Number(minute ?? 0),
  second: Number(second ?? 0),
  microsecond: Number((fraction ?? '').slice(0, 6).padEnd(6, '0')),
})

const parseOffset: PartParser = ([sign, hours, minutes], { hour }) => {
  if (hour === undefined) return undefined
  const size = Number(hours) * 60 + Number(minutes ?? 0)
  // Sixty minutes or more are no offset. `Infinity` is refused later.
  const offsetMinutes = Number(minutes ?? 0) > 59 ? Infinity : size
  return { offsetMinutes: sign === '-' ? -offsetMinutes : offsetMinutes }
}

const parseNumber: PartParser = ([digits, ordinal], { month, day }) => {
  if (digits?.length === 4 && ordinal === undefined) return { year: Number(digits) }
  if (digits === undefined || digits.length > 2) return undefined
  if (day === undefined) return { day: Number(digits) }
  return month === undefined || ordinal !== undefined ? undefined : { year: fullYear(digits) }
}

const parseZone: PartParser = ([name], { hour }) => {
  const hours = hour === undefined ? undefined : TIME_ZONE_HOURS.get(name ?? '')
  return hours === undefined ? undefined : { offsetMinutes: hours * 60 }
}

const PART_PARSERS: readonly (readonly [RegExp, PartParser])[] = [
  [
    /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})(?![\d:])/,
    ([year, , month, day], parts) => parseYearFirst([year, month, day], parts),
  ],
  [/^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d\d)(?![\d:])/, ([a, , b, year], parts) => parseYearLast([a, b, year], parts)],
  [/^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?: ?([ap])\.?m\b\.?)?/, parseClock],
  [/^(\d{1,2})h(?:(\d\d)(?:m(?:(\d\d)(?:[.,](\d+))?s?)?)?)?(?![a-z\d])/, parseClock],
  [/^t(\d\d)(?![\d:])/, parseClock],
  [/^(\d{1,2})()()() ?([ap])\.?m\b\.?/, parseClock],
  [/^(?:utc|gmt)? ?([+-])(\d\d?)(?::?(\d\d))?(?!\d)(?: \([a-z]+\))?/, parseOffset],
  [/^(\d{1,4})(st|nd|rd|th)?(?![\d:])/, parseNumber],
  [/^([a-z]+)\.?/, ([name]) => parseMonth(name)],
  [/^([a-z]+)/, parseZone],
  [/^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?/, () => ({})],
  [/^(?:[\s,/.-]|(?:t(?=\d)|at|of|on|and)(?![a-z]))/, () => ({})],
]

function parseMonth(name: string | undefined): Parts | undefined {
  if (name === undefined || name.length < 3) return undefined
  const month = name === 'sept' ? 9 : MONTHS.findIndex((full) => full === name || full.slice(0, 3) === name) + 1
  return month === 0 ? undefined : { month }
}

function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour > 12) return Infinity
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** Returns the full year. Two digits are a year from 1969 to 2068. */
function fullYear(digits: string | undefined): number {
  const year = Number(digits)
  if (digits?.length === 4) return year
  return year < 69 ? 2000 + year : 1900 + year
}
