import * as v from 'valibot'
import { named } from '../../../api/named'
import { badRequest } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { deliveryFigures } from '../../../store/delivery-figures'
import { endSuppression, suppressedAddresses, type SuppressedAddress } from '../../../store/email-suppressions'
import type { ReadOnlyRealm } from '../../../realm'
import { administrators } from '../../people/users/callers'
import { canSeeRealEmail } from '../../people/users/rules'
import { findUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'

const MAX_LISTED = 100

const addressIsNotSuppressed = badRequest(() => 'The realm sends emails to this address.')

const waitingShape = named(
  'WaitingEmail',
  v.strictObject({
    id: v.number(),
    due_at: v.number(), // the next attempt
    expires_at: v.number(),
    failures: v.number(),
    error: v.nullable(v.string()), // of the last attempt
  }),
)
const suppressedShape = named(
  'SuppressedAddress',
  v.strictObject({
    user_id: v.nullable(v.number()), // null: no account has this address
    address: v.nullable(v.string()), // null: the user hides it from you
    suppressed_at: v.number(),
    error: v.string(),
  }),
)
const figureShape = named(
  'MailFigures',
  v.strictObject({
    day: v.number(), // days since 1970
    medium: v.picklist(['push', 'email']),
    outcome: v.picklist(['sent', 'failed', 'expired', 'refused', 'suppressed', 'not_needed']),
    count: v.number(),
  }),
)

export const getMail = endpoint.decision({
  route: 'GET /parley/mail',
  summary:
    'The emails that wait, without their recipients and texts; the addresses that refused emails; and how many emails and push notifications of each of the last 30 days reached which end.',
  caller: administrators,
  params: {},
  returns: {
    can_send: v.boolean(),
    waiting: v.number(),
    emails: v.array(waitingShape),
    suppressed: v.array(suppressedShape),
    figures: v.array(figureShape),
  },
  errors: [],
  decide: (realm, actor) => {
    const now = realm.now()
    const { count, emails } = realm.emails.waiting(MAX_LISTED)
    return {
      can_send: realm.emails.canSend,
      waiting: count,
      emails,
      suppressed: suppressedAddresses(realm.sql, now, MAX_LISTED).map((row) => suppressedFor(realm, actor, row)),
      figures: deliveryFigures(realm.sql, now),
    }
  },
})

function suppressedFor(realm: ReadOnlyRealm, actor: User, { address_key, suppressed_at, error }: SuppressedAddress) {
  const user = findUserByEmail(realm, address_key)
  const isVisible = user === undefined || canSeeRealEmail(actor, user)
  return { user_id: user?.user_id ?? null, address: isVisible ? address_key : null, suppressed_at, error }
}

export const deleteSuppression = endpoint.decision({
  route: 'DELETE /parley/mail/suppressions',
  summary: 'Send emails to an address again that refused one. Otherwise the realm tries again after 30 days.',
  caller: administrators,
  params: { address: shortText() },
  returns: {},
  errors: [addressIsNotSuppressed],
  decide: (realm, _, { address }) => {
    if (!endSuppression(realm.sql, address)) throw addressIsNotSuppressed({})
    return {}
  },
})
