import type { ReadOnlyRealm, Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import { linkifiersChanged } from './events'
import {
  changedLinkifier,
  linkifierNotFound,
  NEW_LINKIFIER,
  refusalOfLinkifier,
  refusalOfOrder,
  type LinkifierChanges,
} from './rules'
import {
  allLinkifiers,
  deleteLinkifier,
  insertLinkifier,
  updateLinkifier,
  updateOrder,
  type RealmLinkifier,
} from './storage'

/** Adds a linkifier at the end of the order, and returns its id. */
export function addLinkifier(realm: Realm, given: LinkifierChanges): number {
  const fields = changedLinkifier(NEW_LINKIFIER, given)
  const refusal = refusalOfLinkifier(fields, allLinkifiers(realm))
  if (refusal) throw refusal
  const id = insertLinkifier(realm, fields)
  publishLinkifiers(realm)
  return id
}

/** Changes the given fields of a linkifier. Messages that were sent before keep their links. */
export function changeLinkifier(realm: Realm, id: number, changes: LinkifierChanges): void {
  const { id: _, ...before } = getLinkifier(realm, id)
  const fields = changedLinkifier(before, changes)
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
  getLinkifier(realm, id)
  deleteLinkifier(realm, id)
  publishLinkifiers(realm)
}

function getLinkifier(realm: ReadOnlyRealm, id: number): RealmLinkifier {
  const linkifier = allLinkifiers(realm).find((existing) => existing.id === id)
  if (linkifier === undefined) throw linkifierNotFound({})
  return linkifier
}

const publishLinkifiers = (realm: Realm) =>
  realm.publish(linkifiersChanged({ realm_linkifiers: allLinkifiers(realm) }), everyone({}))
