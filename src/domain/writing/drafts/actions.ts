import type { ReadOnlyRealm, Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { findVisibleChannel } from '../../channels/subscriptions/access'
import { userSettingsOf } from '../../people/user-settings/storage'
import { onlyUsers } from '../../people/users/events'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { invalidRecipientId } from '../sending/rules'
import type { Draft, RequestedDraft } from './draft'
import { draftRemoved, draftsAdded, draftUpdated } from './events'
import {
  charactersOf,
  draftDoesNotExist,
  draftsNotSynchronized,
  normalizeDraft,
  refusalOfDraft,
  refusalOfMore,
} from './rules'
import {
  draftsOf,
  draftTotals,
  insertDraft,
  isDraftOf,
  removeAllDrafts,
  removeDraft,
  removeDraftsOf,
  updateDraft,
} from './storage'

/*
 * The server stores the drafts of users who want the same drafts on all their devices. Only the user receives the events. If
 * the user turns this setting off, their drafts are deleted without an event: clients know it from the change of the setting.
 */

/** Returns the drafts of the actor. Throws if the actor does not synchronize drafts. */
export function getSynchronizedDrafts(realm: ReadOnlyRealm, actor: User): Draft[] {
  requireSynchronization(realm, actor)
  return draftsOf(realm.sql, actor.user_id)
}

export function addDrafts(realm: Realm, actor: User, requested: readonly RequestedDraft[]): Draft[] {
  requireSynchronization(realm, actor)
  const normalized = requested.map((draft) => normalizeDraft(draft, realm.now()))
  requireSpace(realm, actor, normalized)
  for (const draft of requested) requireValid(realm, actor, draft)
  const drafts = normalized.map((draft) => insertDraft(realm.sql, actor.user_id, draft))
  if (drafts.length > 0) realm.publish(draftsAdded({ drafts }), onlyUsers({ user_ids: [actor.user_id] }))
  return drafts
}

export function editDraft(realm: Realm, actor: User, id: number, requested: RequestedDraft): void {
  requireOwnDraft(realm, actor, id)
  requireValid(realm, actor, requested)
  const draft = { id, ...normalizeDraft(requested, realm.now()) }
  requireSpace(realm, actor, [draft], id)
  updateDraft(realm.sql, draft)
  realm.publish(draftUpdated({ draft }), onlyUsers({ user_ids: [actor.user_id] }))
}

export function deleteDraft(realm: Realm, actor: User, draft_id: number): void {
  requireOwnDraft(realm, actor, draft_id)
  removeDraft(realm.sql, draft_id)
  realm.publish(draftRemoved({ draft_id }), onlyUsers({ user_ids: [actor.user_id] }))
}

export const deleteDraftsOf = (realm: Realm, { user_id }: User): void => removeDraftsOf(realm.sql, user_id)

/** Deletes the drafts of all users, after the realm turned the setting off for all. */
export const deleteAllDrafts = (realm: Realm): void => removeAllDrafts(realm.sql)

/** Throws if the user would have too many drafts, or too long ones. `except` is a draft that is replaced. */
function requireSpace(
  realm: ReadOnlyRealm,
  { user_id }: User,
  drafts: readonly Omit<Draft, 'id'>[],
  except?: number,
): void {
  const characters = drafts.reduce((sum, draft) => sum + charactersOf(draft), 0)
  const refusal = refusalOfMore(draftTotals(realm.sql, user_id, except), { drafts: drafts.length, characters })
  if (refusal) throw refusal
}

function requireSynchronization(realm: ReadOnlyRealm, actor: User): void {
  if (!userSettingsOf(realm, actor).enable_drafts_synchronization) throw draftsNotSynchronized({})
}

/** Throws the same error for drafts of other users as for those that do not exist. */
function requireOwnDraft(realm: ReadOnlyRealm, actor: User, id: number): void {
  requireSynchronization(realm, actor)
  if (!isDraftOf(realm.sql, actor.user_id, id)) throw draftDoesNotExist({})
}

function requireValid(realm: ReadOnlyRealm, actor: User, draft: RequestedDraft): void {
  const refusal = refusalOfDraft(draft)
  if (refusal) throw refusal
  for (const id of draft.to) {
    if (draft.type === 'stream' && findVisibleChannel(realm, actor, id) === undefined) throw invalidChannelId({})
    if (draft.type === 'private' && findUser(realm, id) === undefined) throw invalidRecipientId({ user_id: id })
  }
}
