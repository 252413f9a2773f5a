import { at, many, maybe, number, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent, type Delivery } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'

const attributes = one({
  full_name: text,
  patron_status: maybe(text),
  currently_entitled_amount_cents: maybe(number),
  will_pay_amount_cents: maybe(number),
})
const body = one({
  data: one({ attributes }),
  included: many(one({ type: text, attributes: one({ patron_count: maybe(number), pay_per_name: maybe(text) }) })),
})

type Member = { name: string; amount: string; per: string; patrons: string }
const reported = (write: (member: Member) => string): AnyEvent =>
  on(body, ({ data: { attributes: member }, included }) => {
    const campaign = included.find(({ type }) => type === 'campaign')?.attributes
    const cents = member.currently_entitled_amount_cents || member.will_pay_amount_cents || 0
    return {
      topic: 'membership notifications',
      content: write({
        name: member.full_name,
        amount: `$${(cents / 100).toFixed(2)}`,
        per: campaign?.pay_per_name ?? 'month',
        patrons: `Total number of patrons: ${campaign?.patron_count ?? 0}`,
      }),
    }
  })

/** Returns the event. Without its header, the status of the member says most. */
function eventOf(value: unknown, { header }: Delivery): string {
  const named = header('x-patreon-event')
  if (named !== undefined) return named
  const status = textAt(value, 'data', 'attributes', 'patron_status')
  if (status === undefined) return 'members:create'
  if (status === 'former_patron') return 'members:pledge:delete'
  const included = at(value, 'included')
  const hasTier = Array.isArray(included) && included.some((each) => at(each, 'type') === 'tier')
  return hasTier ? 'members:pledge:update' : 'members:pledge:create'
}

export const patreon = integration({
  title: 'Patreon',
  reads: json,
  event: eventOf,
  events: {
    'members:create': reported(({ name, patrons }) => `${name} has joined as a member.\n${patrons}`),
    'members:update': reported(({ name }) => `${name}'s membership has been updated. :gear:`),
    'members:delete': reported(({ name, patrons }) => `${name}'s membership has ended. :cross_mark:\n${patrons}`),
    'members:pledge:create': reported(
      ({ name, amount, per, patrons }) => `${name} has pledged ${amount} per ${per}. :tada:\n${patrons}`,
    ),
    'members:pledge:update': reported(
      ({ name, amount, per }) => `${name} has updated their pledge to ${amount} per ${per}. :gear:`,
    ),
    'members:pledge:delete': reported(
      ({ name, patrons }) => `${name}'s pledge has been cancelled. :cross_mark:\n${patrons}`,
    ),
  },
  ignores: ['pledges:create', 'pledges:update', 'pledges:delete'],
  signature: hmac({ header: 'x-patreon-signature', algorithm: 'md5' }),
})
