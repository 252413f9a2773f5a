import type { RateLimit } from '../../../api/rate-limit'
import type { Realm } from '../../../realm'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import { leaveGuestLink } from '../../people/users/actions'
import { refusalOfNameFor } from '../../people/users/name-likeness'
import { isLinkGuest, noSuchUser } from '../../people/users/rules'
import { countLinkGuests, linkGuestIds } from '../../people/users/link-guests-storage'
import { findUser } from '../../people/users/storage'
import { GUEST, type User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { invalidLink } from '../../mail/confirmations/confirmation'
import { deactivateWithBots } from '../deactivation/actions'
import { endGuestLink, getManagedGuestLink, resolveGuestLink, type OpenedLink } from '../invitations/guest-links'
import { publishInvitationsChange } from '../invitations/events'
import type { GuestLink } from '../invitations/guest-link'
import { guestLinkHasEnded, refusalOfMoreGuests } from '../invitations/guest-link-rules'
import { countUse, findGuestLink, writeGuestLinkState } from '../invitations/guest-link-storage'
import { createAccount } from '../users/actions'
import { requireManagedAccount } from '../users/update-account'

/** How often visitors of one network address may try to come by links. Refused names count too. */
const ARRIVAL_LIMITS: readonly RateLimit[] = [{ seconds: 600, most: 30 }]
const recentArrivals = requestCounts()

/** No mailbox can have an address of this domain, so no email is sent to these guests. */
const GUEST_DOMAIN = 'guests.invalid'
const ADDRESS_LENGTH = 20

type Arrival = { secret: string; full_name: string; language?: string | undefined }

/**
 * Creates the account of a guest who came by a link: with a name, in one channel, without a password and a mailbox. Throws if the link is
 * not valid any more, or if the name is refused. The realm makes one transaction at a time, so a link is never used too often.
 */
export function arriveByLink(realm: Realm, { secret, full_name, language }: Arrival): OpenedLink & { user: User } {
  limitRequest(realm, recentArrivals, realm.client.address, ARRIVAL_LIMITS)
  const opened = resolveGuestLink(realm, secret)
  if (typeof opened === 'string') throw invalidLink({})
  const { link, channel } = opened
  const refusal = refusalOfMoreGuests(countLinkGuests(realm.sql)) ?? refusalOfNameFor(realm, full_name)
  if (refusal) throw refusal
  const user = createAccount(realm, {
    email: `guest-${realm.randomKey(ADDRESS_LENGTH)}@${GUEST_DOMAIN}`,
    full_name,
    password_hash: null,
    role: GUEST,
    guest_link_id: link.id,
    channels: [channel],
    language,
  })
  countUse(realm.sql, link.id)
  recordAudit(realm, 'guest_joined', { user_id: user.user_id }, { guest_link_id: link.id })
  publishInvitationsChange(realm, [link.created_by_user_id])
  return { ...opened, user }
}

/**
 * Ends a link, and deactivates the guests who came by it if `deactivate_guests` says so. Guests who stayed at its end can be deactivated later.
 * Throws if it has ended already, and nothing is left to do.
 */
export function revokeGuestLink(realm: Realm, actor: User, id: number, deactivate_guests: boolean): void {
  const link = getManagedGuestLink(realm, actor, id)
  const leavesLater = deactivate_guests && linkGuestIds(realm.sql, id).length > 0
  if (link.state === 'ended' && !leavesLater) throw guestLinkHasEnded({})
  endGuestLink(realm, link, { reason: 'revoked', guests_leave: deactivate_guests })
  if (deactivate_guests) deactivateGuestsOf(realm, link)
}

/** More of them would delay the requests of other users. */
export const GUESTS_PER_TURN = 20

/**
 * Deactivates the first guests of a link, and returns how many. Accepted guests are not among them. If there are more, the link keeps
 * its state, and the alarm deactivates the next ones at once.
 */
export function deactivateGuestsOf(
  realm: Realm,
  { id, created_by_user_id }: GuestLink,
  most = GUESTS_PER_TURN,
): number {
  const guest_ids = linkGuestIds(realm.sql, id)
  const first = guest_ids.slice(0, most)
  for (const user_id of first) {
    const guest = findUser(realm, user_id)
    if (guest) deactivateWithBots(realm, guest)
  }
  if (guest_ids.length > most) realm.wakeAt(realm.now())
  else {
    writeGuestLinkState(realm, id, 'ended')
    publishInvitationsChange(realm, [created_by_user_id])
  }
  return first.length
}

/** Makes a link guest a guest like others, who stays when the link ends. Throws for other accounts. */
export function acceptGuest(realm: Realm, actor: User, user_id: number): void {
  const guest = requireManagedAccount(actor, findUser(realm, user_id))
  if (!guest.is_active || !isLinkGuest(guest)) throw noSuchUser({})
  const { guest_link_id } = guest
  leaveGuestLink(realm, guest)
  recordAudit(realm, 'guest_accepted', { user_id }, { guest_link_id, reason: 'administrator' })
  const link = guest_link_id === null ? undefined : findGuestLink(realm.sql, guest_link_id)
  publishInvitationsChange(realm, link ? [link.created_by_user_id] : [])
}
