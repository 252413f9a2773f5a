import { maybe, one, text } from '../fields'
import { on, type AnyEvent } from '../integration'
import { login } from './github-fields'

const tier = one({ name: text })
const sponsorship = one({ sponsor: maybe(login), privacy_level: maybe(text), tier })
const fields = { sender: login, sponsorship }
const topic = 'sponsors'

const dated = one({ ...fields, effective_date: text })
const changed = one({ ...fields, changes: one({ tier: one({ from: tier }) }) })

const DATE = new Intl.DateTimeFormat('en-US', { month: 'long', day: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** Returns the date of a time in ISO 8601: `December 30, 2019`. */
const dateOf = (time: string) => DATE.format(new Date(`${time.slice(0, 10)}T00:00:00Z`))

export const sponsorEvents: Record<string, AnyEvent> = {
  created: on(one(fields), (body) => ({
    topic,
    content: `${body.sender.login} subscribed for ${body.sponsorship.tier.name}.`,
  })),
  cancelled: on(one(fields), (body) => ({
    topic,
    content: `${body.sender.login} cancelled their ${body.sponsorship.tier.name} subscription.`,
  })),
  edited: on(one({ ...fields, changes: one({ privacy_level: one({ from: text }) }) }), (body) => ({
    topic,
    content:
      `${body.sender.login} changed who can see their sponsorship from ` +
      `${body.changes.privacy_level.from} to ${body.sponsorship.privacy_level}.`,
  })),
  pending_cancellation: on(dated, (body) => ({
    topic,
    content:
      `${body.sender.login}'s ${body.sponsorship.tier.name} subscription will be cancelled on ` +
      `${dateOf(body.effective_date)}.`,
  })),
  pending_tier_change: on(one({ ...changed.entries, effective_date: text }), (body) => ({
    topic,
    content:
      `${body.sender.login}'s subscription will change from ${body.changes.tier.from.name} to ` +
      `${body.sponsorship.tier.name} on ${dateOf(body.effective_date)}.`,
  })),
  tier_changed: on(changed, (body) => ({
    topic,
    content:
      `${body.sender.login} changed their subscription from ${body.changes.tier.from.name} to ` +
      `${body.sponsorship.tier.name}.`,
  })),
}
