import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { endGuestLink } from '../invitations/guest-links'
import {
  findGuestLink,
  nextGuestLinkEnd,
  nextGuestLinkEndCache,
  unfinishedGuestLinks,
} from '../invitations/guest-link-storage'
import { deactivateGuestsOf } from './actions'

/** Ends the links whose time is over, and deactivates the guests who leave with them: one link in each transaction. */
export const endGuestLinks: DueWork<Realm> = {
  name: 'end_guest_links',
  run: (realm) => {
    const planned = realm.cache.find(nextGuestLinkEndCache)
    if (planned !== undefined && realm.now() < planned) return planned === Infinity ? undefined : planned
    for (const { id } of unfinishedGuestLinks(realm.sql)) realm.transaction(() => finishLink(realm, id))
    const next = nextGuestLinkEnd(realm.sql, realm.now())
    realm.cache.set(nextGuestLinkEndCache, next ?? Infinity)
    return next
  },
}

function finishLink(realm: Realm, id: number): void {
  const link = findGuestLink(realm.sql, id)
  if (link?.state === 'open' && realm.now() >= link.expires_at) {
    endGuestLink(realm, link, { reason: 'expired', guests_leave: link.guests_leave })
    if (link.guests_leave) deactivateGuestsOf(realm, link)
  } else if (link?.state === 'leaving') deactivateGuestsOf(realm, link)
}
