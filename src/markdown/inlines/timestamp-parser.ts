import { type CalendarTime, parseDate } from './date-parser'

/**
 * Returns the time that a text names, in the form of an HTML `datetime`. Without a time zone it is in UTC. A text without a
 * year, month or day names no time: its meaning would depend on the reader's date.
 */
export function parseTimestamp(typedText: string): string | undefined {
  const text = typedText.trim()
  if (text.length > MAX_LENGTH) return undefined
  const calendarTime = parseDate(text)
  return (calendarTime && fromCalendar(calendarTime)) ?? fromUnixSeconds(text)
}

const MAX_LENGTH = 100

function fromCalendar(time: CalendarTime): string | undefined {
  const { year, month, day, hour, minute, second, microsecond, offsetMinutes } = time
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59 || Math.abs(offsetMinutes) >= 24 * 60) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - offsetMinutes, second)
  return formatTimestamp(date, microsecond)
}

const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** One or two digits are a day and four are a year, so they are no Unix timestamps. */
function fromUnixSeconds(text: string): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text) || /^[1-9]\d?$|^\d{4}$/.test(text)) return undefined
  const microseconds = Math.round(Number(text) * 1_000_000)
  const microsecond = ((microseconds % 1_000_000) + 1_000_000) % 1_000_000
  return formatTimestamp(new Date((microseconds - microsecond) / 1000), microsecond)
}

function formatTimestamp(date: Date, microsecond: number): string | undefined {
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) return undefined
  const fraction = microsecond === 0 ? '' : `.${String(microsecond).padStart(6, '0')}`
  return `${date.toISOString().slice(0, 19)}${fraction}Z`
}
