import { many, maybe, number, one, text } from '../fields'
import { integration, on, type Text } from '../integration'
import { json } from '../read-body'
import { counted } from '../wording/words'

const check = one({ url: text })
const downtime = maybe(one({ error: maybe(text), started_at: maybe(text), duration: maybe(number) }))
const UNITS: readonly [string, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** Returns seconds as `4 minutes 25 seconds`. */
function durationOf(seconds: number): string {
  let rest = seconds
  const parts: string[] = []
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(counted(count, unit))
  }
  return parts.join(' ')
}

type Failure = { error?: string | null; started_at?: string | null } | null | undefined
const failureOf = (down: Failure) =>
  down?.error ? ` It returned a ${down.error} error${down.started_at ? ` at ${timeOf(down.started_at)}` : ''}.` : ''

const timeOf = (iso: string) => iso.replace('T', ' ').replace('Z', ' UTC')

export const updown = integration({
  title: 'Updown',
  category: 'monitoring',
  setup: 'Settings → Recipients → Webhook.',
  reads: json,
  eventNames: ['down', 'up'],
  events: {
    message: on(many(one({ event: text, check, downtime })), (events) =>
      events.flatMap(({ event, check: { url: topic }, downtime: down }): Text[] => {
        if (event === 'check.down')
          return [
            {
              topic,
              event: 'down',
              content: `Service is \`down\`.${failureOf(down)}`,
            },
          ]
        if (event !== 'check.up') return []
        const again = down?.started_at ? ' again' : ''
        const duration = down?.started_at && down.duration ? ` after ${durationOf(down.duration)}` : ''
        const content = `Service is \`up\`${again}${duration}.`
        return [{ topic, event: 'up', content }]
      }),
    ),
  },
})
