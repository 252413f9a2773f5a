import type { Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { invalidRecipientId } from '../sending/rules'
import { findVisibleChannel } from '../../channels/subscriptions/access'
import { userSettingsOf } from '../../people/user-settings/storage'
import { people } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { Draft, RequestedDraft } from './draft'
import { draftRemoved, draftsAdded, draftUpdated } from './events'
import {
  charactersOf,
  draftDoesNotExist,
  normalizeDraft,
  draftsNotSynchronized,
  refusalOfDraft,
  refusalOfMore,
} from './rules'
import {
  draftTotals,
  draftsOf,
  insertDraft,
  isDraftOf,
  removeAllDrafts,
  removeDraft,
  removeDraftsOf,
  updateDraft,
} from './storage'

/**
 * Drafts are kept for whoever wants the same ones on every device. Nobody else ever hears of them. Whoever stops wanting
 * that loses those that are here: clients know so by the setting, and are not told of each.
 */
export function draftsFor(realm: Realm, actor: User): Draft[] {
  refuseUnlessSynchronized(realm, actor)
  return draftsOf(realm.sql, actor.user_id)
}

export function addDrafts(realm: Realm, actor: User, wanted: readonly RequestedDraft[]): Draft[] {
  refuseUnlessSynchronized(realm, actor)
  const kept = wanted.map((each) => normalizeDraft(each, realm.now()))
  refuseTooMuch(realm, actor, kept)
  for (const each of wanted) refuseBad(realm, actor, each)
  const drafts = kept.map((each) => insertDraft(realm.sql, actor.user_id, each))
  if (drafts.length > 0) realm.publish(draftsAdded({ drafts }), people({ user_ids: [actor.user_id] }))
  return drafts
}

export function editDraft(realm: Realm, actor: User, id: number, wanted: RequestedDraft): void {
  refuseUnlessOwn(realm, actor, id)
  refuseBad(realm, actor, wanted)
  const draft = { id, ...normalizeDraft(wanted, realm.now()) }
  refuseTooMuch(realm, actor, [draft], id)
  updateDraft(realm.sql, draft)
  realm.publish(draftUpdated({ draft }), people({ user_ids: [actor.user_id] }))
}

export function deleteDraft(realm: Realm, actor: User, draft_id: number): void {
  refuseUnlessOwn(realm, actor, draft_id)
  removeDraft(realm.sql, draft_id)
  realm.publish(draftRemoved({ draft_id }), people({ user_ids: [actor.user_id] }))
}

export const deleteDraftsOf = (realm: Realm, { user_id }: User): void => removeDraftsOf(realm.sql, user_id)

/** The realm stops keeping drafts as a matter of course, and lets go of those it has, whoever's they are. */
export const deleteAllDrafts = (realm: Realm): void => removeAllDrafts(realm.sql)

function refuseTooMuch(realm: Realm, { user_id }: User, kept: readonly Omit<Draft, 'id'>[], besides?: number): void {
  const characters = kept.reduce((sum, draft) => sum + charactersOf(draft), 0)
  const refusal = refusalOfMore(draftTotals(realm.sql, user_id, besides), { drafts: kept.length, characters })
  if (refusal) throw refusal
}

function refuseUnlessSynchronized(realm: Realm, actor: User): void {
  if (!userSettingsOf(realm, actor).enable_drafts_synchronization) throw draftsNotSynchronized({})
}

function refuseUnlessOwn(realm: Realm, actor: User, id: number): void {
  refuseUnlessSynchronized(realm, actor)
  // Somebody else's draft is not there.
  if (!isDraftOf(realm.sql, actor.user_id, id)) throw draftDoesNotExist({})
}

function refuseBad(realm: Realm, actor: User, wanted: RequestedDraft): void {
  const refusal = refusalOfDraft(wanted)
  if (refusal) throw refusal
  for (const id of wanted.to) {
    if (wanted.type === 'stream' && findVisibleChannel(realm, actor, id) === undefined) throw invalidChannelId({})
    if (wanted.type === 'private' && maybeUser(realm, id) === undefined) throw invalidRecipientId({ user_id: id })
  }
}
