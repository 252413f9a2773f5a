import { at, many, maybe, number, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent, type Delivery } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'

const attributes = one({
  full_name: text,
  patron_status: maybe(text),
  currently_entitled_amount_cents: maybe(number),
  last_charge_status: maybe(text),
})
const body = one({
  data: one({ attributes }),
  included: many(one({ type: text, attributes: one({ patron_count: maybe(number), pay_per_name: maybe(text) }) })),
})

type Member = {
  name: string
  cents: number
  amount: string
  per: string
  patrons: string
  status: string | undefined
  charged: string | undefined
}
/** An event of a charge that failed says nothing: then `write` returns false. */
const reported = (write: (member: Member) => string | false): AnyEvent =>
  on(body, ({ data: { attributes: member }, included }) => {
    const campaign = included.find(({ type }) => type === 'campaign')?.attributes
    const cents = member.currently_entitled_amount_cents ?? 0
    const content = write({
      name: member.full_name,
      cents,
      amount: `$${(cents / 100).toFixed(2)}`,
      per: campaign?.pay_per_name ?? 'month',
      patrons: `Total number of patrons: ${campaign?.patron_count ?? 0}`,
      status: member.patron_status ?? undefined,
      charged: member.last_charge_status ?? undefined,
    })
    return content === false ? undefined : { topic: 'membership notifications', content }
  })

const isPaid = ({ charged }: Member) => charged === undefined || charged === 'Paid'

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
  category: 'financial',
  setup: 'Platform settings → Webhooks. Choose the triggers.',
  reads: json,
  event: eventOf,
  events: {
    // Without a charge and a status, the member has never pledged.
    'members:create': reported(
      ({ name, charged, status }) => (charged ?? status) === undefined && `${name} has joined as a member!`,
    ),
    'members:update': reported(
      (member) =>
        isPaid(member) &&
        (member.status === 'active_patron' || member.status === 'former_patron') &&
        `${member.name}'s membership has been updated to ${member.status.replaceAll('_', ' ')}.`,
    ),
    'members:delete': reported(
      (member) => isPaid(member) && member.status !== 'declined_patron' && `${member.name}'s membership has ended.`,
    ),
    'members:pledge:create': reported(
      (member) =>
        isPaid(member) &&
        member.cents > 0 &&
        `${member.name} has pledged ${member.amount} per ${member.per}. :tada:\n${member.patrons}`,
    ),
    'members:pledge:update': reported(
      (member) =>
        isPaid(member) &&
        member.cents > 0 &&
        `${member.name} has updated their pledge to ${member.amount} per ${member.per}. :gear:`,
    ),
    'members:pledge:delete': reported(
      (member) =>
        (isPaid(member) || member.charged === 'Deleted') &&
        `${member.name}'s pledge has been cancelled. :cross_mark:\n${member.patrons}`,
    ),
  },
  ignores: ['pledges:create', 'pledges:update', 'pledges:delete'],
  signature: hmac({ header: 'x-patreon-signature', algorithm: 'md5' }),
})
