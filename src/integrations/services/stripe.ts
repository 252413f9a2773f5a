import { addressAt, anything, at, dictionary, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { timestampedHmac } from '../signatures'
import { amountText, changedLines, chargeKind, linkTo } from '../wording/payments'
import { shownValue } from '../wording/values'

const body = one({
  type: text,
  data: one({ object: dictionary(anything), previous_attributes: maybe(dictionary(anything)) }),
})
type Thing = Record<string, unknown>
type Changed = { object: Thing; previous: Record<string, unknown> | null | undefined; verb: string; now: number }
type Written = { topic?: string; content: string } | undefined

/** Returns 0 if there is no number: Zulip does the same. */
const numberAt = (thing: Thing, name: string) => Number(textAt(thing, name) ?? 0) || 0
const customerOf = (thing: Thing) => textAt(thing, 'customer') ?? ''
const amountOf = (thing: Thing, name = 'amount') => amountText(numberAt(thing, name), textAt(thing, 'currency') ?? '')
const words = (name: string | undefined) => (name ?? '').replaceAll('_', ' ')
const idOf = (thing: Thing) => textAt(thing, 'id') ?? ''

/** Returns what happened to a thing, with the properties that changed, without those in `hidden`. */
function plain({ object, previous, verb }: Changed, hidden: readonly string[] = []): string | undefined {
  const start = `${linkTo(idOf(object), textAt(object, 'object') ?? '')} ${words(verb)}`
  if (verb !== 'updated') return start
  const changes = changedLines(object, previous, hidden)
  return changes === '' ? undefined : `${start}${changes}`
}

const written = (write: (changed: Changed) => Written): AnyEvent =>
  on(body, ({ type, data: { object, previous_attributes: previous } }, { now }) => {
    const message = write({ object, previous, verb: type.split('.').at(-1) ?? '', now })
    return message && { topic: message.topic ?? customerOf(object), content: message.content }
  })
const simple = (hidden: readonly string[] = []) =>
  written((changed) => {
    const content = plain(changed, hidden)
    return content === undefined ? undefined : { content }
  })

const charged = written(({ object, verb }) => {
  const failure = textAt(object, 'failure_code')
  const content = `${linkTo(idOf(object), chargeKind(idOf(object)))} for ${amountOf(object)} ${verb}`
  return {
    topic: customerOf(object) || 'charges',
    content: failure ? `${content}. Failure code: ${failure}` : content,
  }
})

const disputed = written((changed) => {
  const status = words(textAt(changed.object, 'status'))
  return { topic: 'disputes', content: `${plain(changed) ?? ''}. Current status: ${status}.` }
})

const refunded = written(({ object }) => {
  const charge = textAt(object, 'charge') ?? ''
  const refund = linkTo(idOf(object), textAt(object, 'object') ?? '', true)
  const payment = linkTo(charge, chargeKind(charge), true)
  return { topic: 'refunds', content: `A ${refund} for a ${payment} of ${amountOf(object)} was updated.` }
})

const customerChanged = written((changed) => {
  const content = plain(changed, ['delinquent', 'currency', 'default_source'])
  if (content === undefined) return undefined
  const { email, metadata } = changed.verb === 'created' ? changed.object : {}
  const facts: [string, unknown][] = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : []
  if (email) facts.unshift(['Email', email])
  const lines = facts.map(([name, value]) => `\n${name}: ${shownValue(value)}`)
  return { topic: idOf(changed.object), content: content + lines.join('') }
})

const fileChanged = written((changed) => {
  const { object } = changed
  const content = `${plain(changed)} (${words(textAt(object, 'purpose'))}). \nTitle: ${textAt(object, 'title') ?? ''}`
  return { topic: 'files', content }
})

const accountUpdated = written(({ object, previous }) => {
  const changes = changedLines(object, previous, [])
  return changes === '' ? undefined : { topic: 'account updates', content: changes.trimStart() }
})

const discounted = written(({ object, verb }) => {
  const coupon = at(object, 'coupon') ?? at(object, 'source', 'coupon')
  const id = textAt(coupon, 'id') ?? (typeof coupon === 'string' ? coupon : '')
  const name = textAt(coupon, 'name') ?? id
  return { content: `Discount ${words(verb)} ([${name}](https://dashboard.stripe.com/coupons/${id})).` }
})

const SECONDS_PER_DAY = 86_400
const subscribed = written((changed) => {
  const { object, verb, now } = changed
  const content = plain(changed)
  if (content === undefined) return undefined
  if (verb === 'trial_will_end') {
    const seconds = numberAt(object, 'trial_end') - now
    const days = Math.floor((seconds + SECONDS_PER_DAY / 2) / SECONDS_PER_DAY)
    return { content: seconds < 0 ? content : `${content} in ${days} days` }
  }
  if (verb !== 'created') return { content }
  const [plan, quantity, billing] = [at(object, 'plan'), textAt(object, 'quantity'), textAt(object, 'billing')]
  const planUrl = `https://dashboard.stripe.com/plans/${addressAt(plan, 'id')}`
  const nickname = textAt(plan, 'nickname')
  const lines = [
    ...(at(plan, 'id') ? [`Plan: ${nickname === undefined ? planUrl : `[${nickname}](${planUrl})`}`] : []),
    ...(quantity ? [`Quantity: ${quantity}`] : []),
    ...(billing ? [`Billing method: ${words(billing)}`] : []),
  ]
  return { content: [content, ...lines].join('\n') }
})

const HIDDEN_OF_INVOICES = ['lines', 'description', 'number', 'finalized_at', 'status_transitions', 'payment_intent']
const invoiced = written((changed) => {
  const { object, previous, verb } = changed
  const isPaid =
    verb === 'updated' &&
    at(previous, 'paid') === false &&
    at(object, 'paid') === true &&
    at(object, 'amount_paid') !== 0 &&
    at(object, 'amount_remaining') === 0
  if (isPaid) return { content: `${linkTo(idOf(object), 'invoice')} is now paid` }
  const content = verb === 'upcoming' ? 'Upcoming invoice created' : plain(changed, HIDDEN_OF_INVOICES)
  if (content === undefined) return undefined
  if (verb !== 'created') return { content }
  const reason = words(textAt(object, 'billing_reason'))
  return {
    content: `${content} (${reason})\nTotal: ${amountOf(object, 'total')}\nAmount due: ${amountOf(object, 'amount_due')}`,
  }
})

const invoiceItem = written((changed) => {
  const content = plain(changed, ['description', 'invoice'])
  if (content === undefined) return undefined
  return { content: changed.verb === 'created' ? `${content} for ${amountOf(changed.object)}` : content }
})

const named = (prefix: string, verbs: readonly string[], event: AnyEvent) =>
  Object.fromEntries(verbs.map((verb) => [`${prefix}.${verb}`, event]))

export const stripe = integration({
  title: 'Stripe',
  category: 'financial',
  setup: 'Developers → Webhooks → Add endpoint. Choose the events.',
  reads: json,
  event: (value) => textAt(value, 'type') ?? '',
  events: {
    ...named('charge', ['succeeded', 'failed', 'captured', 'pending', 'refunded', 'expired', 'updated'], charged),
    ...named('charge.dispute', ['created', 'closed', 'updated', 'funds_reinstated', 'funds_withdrawn'], disputed),
    'charge.refund.updated': refunded,
    ...named('customer', ['created', 'deleted', 'updated'], customerChanged),
    ...named('customer.discount', ['created', 'deleted', 'updated'], discounted),
    ...named('customer.source', ['created', 'deleted', 'updated', 'expiring'], simple()),
    ...named(
      'customer.subscription',
      ['created', 'deleted', 'updated', 'trial_will_end', 'paused', 'resumed'],
      subscribed,
    ),
    'account.updated': accountUpdated,
    'file.created': fileChanged,
    ...named(
      'invoice',
      [
        'created',
        'updated',
        'deleted',
        'finalized',
        'finalization_failed',
        'marked_uncollectible',
        'payment_action_required',
        'paid',
        'payment_failed',
        'payment_succeeded',
        'sent',
        'upcoming',
        'voided',
      ],
      invoiced,
    ),
    ...named('invoiceitem', ['created', 'updated', 'deleted'], invoiceItem),
  },
  // Most people need no message about these.
  ignores: [
    'account.*',
    'application_fee.*',
    'balance.*',
    'checkout_beta.*',
    'coupon.*',
    'issuing*',
    'order*',
    'payment_intent.*',
    'payout.*',
    'plan.*',
    'product.*',
    'recipient.*',
    'reporting.*',
    'review.*',
    'sigma.*',
    'sku.*',
    'source.*',
    'subscription_schedule.*',
    'topup.*',
    'transfer.*',
  ],
  signature: timestampedHmac('stripe-signature'),
})
