/** A time of ISO 8601: a date, and after it possibly a time of day and its offset from UTC. */
const ISO_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,6})\d{0,9})?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Returns the time that a text names, in the form of an HTML `datetime`. Without an offset it is in UTC. */
export function parseTimestamp(text: string): string | undefined {
  const [whole, ...parts] = ISO_TIME.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0))
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const offset = offsetMinutes(parts[7] ?? 'Z')
  if (offset === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - offset, second)
  return formatTimestamp(date, Number((parts[6] ?? '').padEnd(6, '0')))
}

/** Returns the minutes of `+05:30`; undefined for a day or more. */
function offsetMinutes(offset: string): number | undefined {
  if (/z/i.test(offset)) return 0
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)]
  if (hours > 23 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** The terminal client fails to draw a message with a time that is before the year 1 or after 9999 in the reader's time zone. */
function formatTimestamp(date: Date, microsecond: number): string | undefined {
  const year = date.getUTCFullYear()
  if (!(year > 1 && year < 9999)) return undefined
  const fraction = microsecond === 0 ? '' : `.${String(microsecond).padStart(6, '0')}`
  return `${date.toISOString().slice(0, 19)}${fraction}Z`
}
