import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { endGuestLink } from '../invitations/guest-links'
import type { GuestLink } from '../invitations/guest-link'
import { nextGuestLinkEnd, nextGuestLinkEndCache, unfinishedGuestLinks } from '../invitations/guest-link-storage'
import { deactivateGuestsOf, GUESTS_PER_TURN } from './actions'

/** Ends the links whose time is over, and deactivates the guests who leave with them: some guests in each turn. */
export const endGuestLinks: DueWork<Realm> = {
  name: 'end_guest_links',
  run: (realm) => {
    const planned = realm.cache.find(nextGuestLinkEndCache)
    if (planned !== undefined && realm.now() < planned) return planned === Infinity ? undefined : planned
    let guests = GUESTS_PER_TURN
    for (const link of unfinishedGuestLinks(realm.sql)) {
      if (guests <= 0) break
      if (link.state === 'leaving' || realm.now() >= link.expires_at)
        guests -= realm.transaction(() => finishLink(realm, link, guests))
    }
    const next = nextGuestLinkEnd(realm.sql, realm.now())
    realm.cache.set(nextGuestLinkEndCache, next ?? Infinity)
    return next
  },
}

/** Returns how many guests it deactivated. */
function finishLink(realm: Realm, link: GuestLink, most: number): number {
  if (link.state === 'open') endGuestLink(realm, link, { reason: 'expired', guests_leave: link.guests_leave })
  return link.state === 'leaving' || link.guests_leave ? deactivateGuestsOf(realm, link, most) : 0
}
