import { maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const goal = one({ slug: text, losedate: maybe(number), limsum: text, pledge: maybe(number), panic: maybe(number) })
const SECONDS_PER_HOUR = 3600

/** Returns hours to one decimal, the way people say them: `5.6`. */
const hours = (seconds: number) => (Math.round((seconds / SECONDS_PER_HOUR) * 10) / 10).toFixed(1)

export const beeminder = integration({
  title: 'Beeminder',
  category: 'productivity',
  setup: 'Account settings → Reminders → Webhook.',
  reads: json,
  events: {
    message: on(one({ goal }), ({ goal: { slug, losedate, limsum, pledge } }, { now }) => {
      const left = (losedate ?? now) - now
      const when = left > 0 ? `in **${hours(left)} hours**` : '**now**'
      const smile = (pledge ?? 0) > 0 ? ':worried:' : ':relieved:'
      return {
        topic: 'beekeeper',
        content:
          `You are going to derail from goal **${slug}** ${when}. You need **${limsum}** to avoid derailing.\n` +
          `* Pledge: **${pledge ?? 0}$** ${smile}`,
      }
    }),
  },
})
