import { globalTime } from './times'
import { shownValue } from './values'
import { capitalized } from './words'

/** The wording of payments, as Stripe names them. */

// These currencies have no smaller unit.
const WHOLE_CURRENCIES = 'bif djf jpy krw pyg vnd xaf xpf clp gnf kmf mga rwf vuv xof'.split(' ')

/** Returns an amount in the smallest unit of its currency as people write it: `1.00 AUD`, `$1.00`. */
export function amountText(amount: number, currency: string): string {
  const decimal = WHOLE_CURRENCIES.includes(currency) ? String(amount) : (amount / 100).toFixed(2)
  return currency === 'usd' ? `$${decimal}` : `${decimal} ${currency.toUpperCase()}`
}

/** The names of things, and their place on the dashboard if they have one. */
const THINGS: Readonly<Record<string, [name: string, place?: string]>> = {
  charge: ['Charge', 'charges'],
  customer: ['Customer', 'customers'],
  dispute: ['Dispute', 'disputes'],
  payment: ['Payment', 'payments'],
  payment_intent: ['Payment intent', 'payment_intents'],
  refund: ['Refund', 'refunds'],
  token: ['Token', 'tokens'],
  bank_account: ['Bank account'],
  card: ['Card'],
  source: ['Source'],
  invoice: ['Invoice', 'invoices'],
  invoiceitem: ['Invoice item', 'invoiceitems'],
  subscription: ['Subscription', 'subscriptions'],
  subscription_item: ['Subscription item', 'subscription_items'],
  file: ['File', 'files'],
}

export function linkTo(id: string, type: string, isLower = false): string {
  const [title, place] = THINGS[type] ?? [capitalized(type.replaceAll('_', ' '))]
  const name = isLower ? title.toLowerCase() : title
  return place === undefined ? name : `[${name}](https://dashboard.stripe.com/${place}/${id})`
}

/** Payments by bank are charges too, with another start of the id. */
export const chargeKind = (id: string): string => (id.startsWith('py_') ? 'payment' : 'charge')

// Numbers in this range are times in UNIX seconds.
const [FIRST_TIME, LAST_TIME] = [1_500_000_000, 2_000_000_000]

const valueText = (value: unknown): string =>
  typeof value === 'number' && value > FIRST_TIME && value < LAST_TIME ? globalTime(value * 1000) : shownValue(value)

/** Returns a line for each property that changed. */
export function changedLines(
  thing: Record<string, unknown>,
  previous: Record<string, unknown> | null | undefined,
  hidden: readonly string[],
): string {
  const names = Object.keys(previous ?? {}).filter((name) => !hidden.includes(name))
  return names
    .toSorted()
    .map((name) => `\n* ${capitalized(name.replaceAll('_', ' '))} is now ${valueText(thing[name])}`)
    .join('')
}
