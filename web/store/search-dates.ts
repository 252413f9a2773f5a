import type { Term } from '../routes/terms'

/** The times of a search, as a term `date` names them. */
export const DATES = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
] as const

/** Times that end now, the shortest first. */
export const RECENT_DATES = ['today', 'this-week', 'this-month', 'this-year'] as const

/** In seconds. The end does not belong to it. */
export type TimeRange = { from: number; before: number }

const PARTS = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/** Returns the time of a `date` term where the reader is: a word, a year, a month or a day. Undefined if it is none. */
export function rangeOfDate(operand: string, now: Date): TimeRange | undefined {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const monday = day - ((now.getDay() + 6) % 7)
  switch (operand) {
    case 'today':
      return days(year, month, day, 1)
    case 'yesterday':
      return days(year, month, day - 1, 1)
    case 'this-week':
      return days(year, month, monday, 7)
    case 'last-week':
      return days(year, month, monday - 7, 7)
    case 'this-month':
      return months(year, month, 1)
    case 'last-month':
      return months(year, month - 1, 1)
    case 'this-year':
      return months(year, 0, 12)
    case 'last-year':
      return months(year - 1, 0, 12)
    default:
      return written(operand)
  }
}

function written(operand: string): TimeRange | undefined {
  const [, year, month, day] = PARTS.exec(operand) ?? []
  if (year === undefined || Number(month ?? 1) > 12 || Number(month ?? 1) < 1) return undefined
  if (month === undefined) return months(Number(year), 0, 12)
  if (day === undefined) return months(Number(year), Number(month) - 1, 1)
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  return date.getDate() === Number(day) ? days(Number(year), Number(month) - 1, Number(day), 1) : undefined
}

const seconds = (year: number, month: number, day: number) => new Date(year, month, day).getTime() / 1000

const days = (year: number, month: number, day: number, count: number): TimeRange => ({
  from: seconds(year, month, day),
  before: seconds(year, month, day + count),
})

const months = (year: number, month: number, count: number): TimeRange => ({
  from: seconds(year, month, 1),
  before: seconds(year, month + count, 1),
})

/** Returns the parameters of a search for its terms. The server gets times for the terms `date`, and all other terms as they are. */
export function requestOf(terms: readonly Term[], now: Date) {
  const ranges = terms.flatMap(({ operator, operand }) =>
    operator === 'date' ? (rangeOfDate(String(operand), now) ?? []) : [],
  )
  const narrow = terms.filter(({ operator }) => operator !== 'date')
  if (ranges.length === 0) return { narrow }
  return {
    narrow,
    sent_from: Math.max(0, ...ranges.map(({ from }) => from)),
    sent_before: Math.max(0, Math.min(...ranges.map(({ before }) => before))),
  }
}
