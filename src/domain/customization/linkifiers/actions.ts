import type { ReadOnlyRealm, Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import { linkifiersChanged } from './events'
import { linkifierNotFound, refusalOfLinkifier, refusalOfOrder, type LinkifierFields } from './rules'
import { allLinkifiers, deleteLinkifier, insertLinkifier, updateLinkifier, updateOrder } from './storage'

/** Adds a linkifier at the end of the order, and returns its id. */
export function addLinkifier(realm: Realm, fields: LinkifierFields): number {
  const refusal = refusalOfLinkifier(fields, allLinkifiers(realm))
  if (refusal) throw refusal
  const id = insertLinkifier(realm, fields)
  publishLinkifiers(realm)
  return id
}

/** Replaces the fields of a linkifier. Messages that were sent before keep their links. */
export function changeLinkifier(realm: Realm, id: number, fields: LinkifierFields): void {
  requireLinkifier(realm, id)
  const others = allLinkifiers(realm).filter((linkifier) => linkifier.id !== id)
  const refusal = refusalOfLinkifier(fields, others)
  if (refusal) throw refusal
  updateLinkifier(realm, { id, ...fields })
  publishLinkifiers(realm)
}

export function reorderLinkifiers(realm: Realm, ids: readonly number[]): void {
  const refusal = refusalOfOrder(ids, allLinkifiers(realm))
  if (refusal) throw refusal
  updateOrder(realm, ids)
  publishLinkifiers(realm)
}

/** Removes a linkifier. Messages that were sent before keep their links. */
export function removeLinkifier(realm: Realm, id: number): void {
  requireLinkifier(realm, id)
  deleteLinkifier(realm, id)
  publishLinkifiers(realm)
}

function requireLinkifier(realm: ReadOnlyRealm, id: number): void {
  if (!allLinkifiers(realm).some((linkifier) => linkifier.id === id)) throw linkifierNotFound({})
}

const publishLinkifiers = (realm: Realm) =>
  realm.publish(linkifiersChanged({ realm_linkifiers: allLinkifiers(realm) }), everyone({}))
