import type { Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import { linkifiersChanged } from './events'
import { linkifierNotFound, refusalOfLinkifier, refusalOfOrder, type LinkifierWords } from './rules'
import { insertLinkifier, knownLinkifiers, removeLinkifier, writeLinkifier, writeOrder } from './storage'

/** A new one comes last. */
export function addLinkifier(realm: Realm, words: LinkifierWords): number {
  const refusal = refusalOfLinkifier(words, knownLinkifiers(realm))
  if (refusal) throw refusal
  const id = insertLinkifier(realm, words)
  tell(realm)
  return id
}

export function changeLinkifier(realm: Realm, id: number, words: LinkifierWords): void {
  const others = knownLinkifiers(realm).filter((each) => each.id !== id)
  if (others.length === knownLinkifiers(realm).length) throw linkifierNotFound({})
  const refusal = refusalOfLinkifier(words, others)
  if (refusal) throw refusal
  writeLinkifier(realm, { id, ...words })
  tell(realm)
}

export function orderLinkifiers(realm: Realm, ids: readonly number[]): void {
  const refusal = refusalOfOrder(ids, knownLinkifiers(realm))
  if (refusal) throw refusal
  writeOrder(realm, ids)
  tell(realm)
}

/** What was said before keeps its links. */
export function forgetLinkifier(realm: Realm, id: number): void {
  if (!knownLinkifiers(realm).some((each) => each.id === id)) throw linkifierNotFound({})
  removeLinkifier(realm, id)
  tell(realm)
}

const tell = (realm: Realm) =>
  realm.publish(linkifiersChanged({ realm_linkifiers: knownLinkifiers(realm) }), everyone({}))
