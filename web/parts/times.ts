export type Moment = { name: string; date: Date }

const HOUR = 3_600_000

type Names = { inMinutes: (minutes: number) => string; inHours: (hours: number) => string; day: (date: Date) => string }

const atHour = (from: Date, days: number, hour: number) =>
  new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, hour)

/** Returns times that people often mean: later today, tomorrow morning, next Monday. All of them are in the future. */
export function usualTimes(now: Date, names: Names): Moment[] {
  const untilMonday = ((8 - now.getDay()) % 7) + (now.getDay() === 1 ? 7 : 0)
  const dates = [
    ...[14, 18].map((hour) => atHour(now, 0, hour)).filter((date) => date.getTime() - now.getTime() > HOUR),
    atHour(now, 1, 9),
    ...(untilMonday > 1 ? [atHour(now, untilMonday, 9)] : []),
  ]
  return [
    { name: names.inMinutes(20), date: new Date(now.getTime() + HOUR / 3) },
    { name: names.inHours(1), date: new Date(now.getTime() + HOUR) },
    { name: names.inHours(3), date: new Date(now.getTime() + 3 * HOUR) },
    ...dates.map((date) => ({ name: names.day(date), date })),
  ]
}

/** Returns the time that a text such as `15:30` or `2026-12-01 9:00` means. A time that is over today means tomorrow. */
export function readTime(text: string, now: Date): Date | undefined {
  const clock = /^(\d{1,2})[:.](\d{2})$/.exec(text.trim())
  if (clock) {
    const [hour, minute] = [Number(clock[1]), Number(clock[2])]
    if (hour > 23 || minute > 59) return undefined
    const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute)
    return today > now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, hour, minute)
  }
  if (!/^\d{4}-\d{2}-\d{2}/.test(text.trim())) return undefined
  const milliseconds = Date.parse(
    text
      .trim()
      .replace(/^(\d{4}-\d{2}-\d{2})$/, '$1T09:00')
      .replace(' ', 'T'),
  )
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds)
}

/** Returns the Markdown of a time, with the offset of this browser: `<time:2026-12-01T09:00:00+01:00>`. */
export function timeMarkdown(date: Date): string {
  const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0')
  const offset = -date.getTimezoneOffset()
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:00`
  return `<time:${day}T${clock}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}>`
}
