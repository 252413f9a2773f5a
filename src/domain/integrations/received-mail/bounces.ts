import type { Bounce } from '../../../outside/received/bounce'
import type { Realm } from '../../../realm'
import { dayOf } from '../../../store/days'
import { countOutcome } from '../../../store/delivery-figures'
import { suppressAddress } from '../../../store/email-suppressions'
import { recipientMark, type BouncePurpose } from '../../../store/mail-addresses'
import type { Outcome } from './email'

/**
 * Sends nothing more to an address whose server refused an email for ever. The bounce came to an address that only this email
 * had, and whose number stands for its recipient. So a stranger cannot stop the emails of others.
 */
export function noteBounce(realm: Realm, { purpose, bounce }: { purpose: BouncePurpose; bounce: Bounce }): Outcome {
  const { secrets } = realm.emails
  const address = bounce.addresses.find((each) => recipientMark(each, secrets) === purpose.recipient)
  if (address === undefined || !bounce.isFinal || dayOf(realm.now()) > purpose.last_day) return 'ignored'
  suppress(realm, [address], bounce.reason)
  return 'suppressed'
}

/** Stops the emails to addresses, and counts their refusals. */
export function suppress(realm: Realm, addresses: readonly string[], reason: string): void {
  // Lists do not name the recipient.
  const error = reason.replaceAll(/(?<!\S)\S+@\S+/g, '…')
  const now = realm.now()
  for (const address of addresses) suppressAddress(realm.sql, address, { now, error })
  countOutcome(realm.sql, now, { medium: 'email', outcome: 'refused', count: addresses.length })
}
