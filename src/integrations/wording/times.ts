const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns a time in ISO 8601 as `Fri Dec 29 17:13:46 2017`. Returns a text that is no time as it is. */
export function longDate(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  const clock = time.toISOString().slice(11, 19)
  const day = String(time.getUTCDate()).padStart(2)
  return `${DAYS[time.getUTCDay()]} ${MONTHS[time.getUTCMonth()]} ${day} ${clock} ${time.getUTCFullYear()}`
}

/** Returns UNIX seconds as `2016-04-11 20:40:14`, in UTC. */
export const plainTime = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Returns UNIX milliseconds as the Markdown that each reader sees in the own time zone. */
export function globalTime(milliseconds: number): string {
  const [date, clock = ''] = new Date(milliseconds).toISOString().slice(0, 23).split('T')
  const fraction = milliseconds % 1000 === 0 ? clock.slice(0, 8) : `${clock}000`
  return `<time:${date} ${fraction}+00:00>`
}
