import { address, at, dictionary, many, maybe, number, one, text } from '../fields'
import { integration, on, type Delivery, type RawBody } from '../integration'
import { formField, json } from '../read-body'
import { plainTime } from '../wording/times'

const alert = one({ id: number, name: text, runbook_url: maybe(text) })
const condition = one({
  id: number,
  type: text,
  threshold: maybe(number),
  summary_function: text,
  duration: maybe(number),
})
const violation = one({ metric: text, recorded_at: number, condition_violated: number })
/** Alerts are JSON in a field of a form, and snapshots are JSON alone. */
const read = (body: RawBody, delivery: Delivery): unknown =>
  body.text.trimStart().startsWith('{') ? json(body) : formField('payload')(body, delivery)

// The service writes a fixed name into the link of each alert.
const linkTo = (id: number) => `[alert_name](https://metrics.librato.com/alerts#/${id})`

export const librato = integration({
  title: 'Librato',
  category: 'monitoring',
  setup: 'Settings → Notification services → Webhook. Use it in alerts.',
  reads: read,
  event: (body) =>
    at(body, 'alert') === undefined ? 'snapshot' : at(body, 'clear') === undefined ? 'alert' : 'cleared',
  events: {
    alert: on(
      one({ alert, conditions: many(condition), violations: dictionary(many(violation)) }),
      ({ alert: { id, name, runbook_url }, conditions, violations }) => {
        const lines = Object.values(violations)
          .flat()
          .map(({ metric, recorded_at, condition_violated }) => {
            const rule = conditions.find((each) => each.id === condition_violated)
            const limit = rule ? `, ${rule.summary_function} was ${rule.type} ${rule.threshold ?? ''}` : ''
            const by = rule?.duration ? ` by ${rule.duration}s` : ''
            const when = plainTime(recorded_at)
            return ` * Metric \`${metric}\`${limit}${by}, ` + `recorded at ${when} UTC.`
          })
        const steps = runbook_url ? `[Reaction steps](${runbook_url}):` : ''
        return {
          topic: `Alert ${name}`,
          content: `Alert ${linkTo(id)} has triggered! ${steps}\n${lines.join('\n')}`,
        }
      },
    ),
    cleared: on(one({ alert, trigger_time: number }), ({ alert: { id, name }, trigger_time }) => ({
      topic: `Alert ${name}`,
      content: `Alert ${linkTo(id)} has cleared at ${plainTime(trigger_time)} UTC!`,
    })),
    snapshot: on(one({ attachments: many(one({ title: text, image_url: address, author_name: text })) }), (body) => ({
      topic: 'Snapshots',
      content: body.attachments
        .map((each) => `**${each.author_name}** sent a [snapshot](${each.image_url}) of [metric](${each.title}).`)
        .join('\n'),
    })),
  },
})
