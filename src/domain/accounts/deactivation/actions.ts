import { apiError, badRequest } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { skipEarlierMessages } from '../outgoing-webhooks/actions'
import { botNameInUse, hasPayloadUrl } from '../../people/bots/rules'
import { isBotNameTaken } from '../../people/bots/storage'
import { groupMembersAdded, groupMembersRemoved } from '../../people/groups/events'
import { roleGroupsOf } from '../../people/groups/membership'
import { allGroups, directGroupsOf } from '../../people/groups/storage'
import { removePresence } from '../../people/presence/storage'
import { settingsOf } from '../../realm/settings/storage'
import { resumeSubscriptions, suspendSubscriptions } from '../../channels/subscriptions/actions'
import { endTokensOf } from '../../people/push-devices/actions'
import { endSessionsOf } from '../../people/sessions/actions'
import { mustBeOwner } from '../../people/users/callers'
import { everyone, userUpdated, usersWhoCanSee } from '../../people/users/events'
import { isErased } from '../../people/users/erased-storage'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { namesMustBeUnique, noSuchUser, userIsDeactivated } from '../../people/users/rules'
import { allUsers, isNameTaken, findUser, writeUser } from '../../people/users/storage'
import { OWNER, type User } from '../../people/users/user'
import { removeContent, type ContentToRemove } from './content-removal'
import { sendDeactivationEmail } from './emails'
import { publishPermissionsNaming } from './permissions-naming-user'
import { accountIsErased, refusalToActAs } from '../users/rights'
import { publishConsentOfReactivated } from '../export-consent/actions'
import { endGuestLinksOf } from '../invitations/guest-links'
import { revokeInvitationsOf } from '../invitations/actions'
import { requireManagedAccount, isLastOwner } from '../users/update-account'
import { setOwner } from '../bots/update-bot'

export const cannotDeactivateOnlyOwner = badRequest(() => 'Cannot deactivate the only organization owner')
export const cannotDeactivateLastUser = apiError(
  'CANNOT_DEACTIVATE_LAST_USER',
  (f: { is_last_owner: boolean; entity: string }) => `Cannot deactivate the only ${f.entity}.`,
)

type Deactivation = { user_id: number; comment?: string; actions?: ContentToRemove }

/**
 * Deactivates a user and the user's bots, and revokes the user's invitations. If there is a comment, sends it to the user by
 * email. Deletes what `actions` says, first of the bots. Throws for a bot.
 */
export function deactivateUser(realm: Realm, actor: User, { user_id, comment, actions }: Deactivation): void {
  const user = requireManagedAccount(actor, findUser(realm, user_id))
  if (user.is_bot) throw noSuchUser({})
  if (!user.is_active) throw userIsDeactivated({})
  if (user.role === OWNER && actor.role !== OWNER) throw mustBeOwner({})
  if (isLastOwner(realm, user)) throw cannotDeactivateOnlyOwner({})
  const bots = deactivateWithBots(realm, user)
  if (comment !== undefined) sendDeactivationEmail(realm, user, comment)
  if (actions !== undefined) for (const account of [...bots, user]) removeContent(realm, account, actions)
}

/** Deactivates the actor's own account, with the same consequences. */
export function deactivateOneself(realm: Realm, actor: User): void {
  if (isLastOwner(realm, actor)) throw cannotDeactivateLastUser({ is_last_owner: true, entity: 'organization owner' })
  deactivateWithBots(realm, actor)
}

/** Deactivates a user and the user's bots. Returns these bots. Checks no permission. */
export function deactivateWithBots(realm: Realm, user: User): User[] {
  const bots = allUsers(realm).filter(({ is_active, bot_owner_id }) => is_active && bot_owner_id === user.user_id)
  for (const bot of bots) deactivateAccount(realm, bot)
  deactivateAccount(realm, user)
  revokeInvitationsOf(realm, user.user_id)
  endGuestLinksOf(realm, user.user_id)
  return bots
}

/** Deactivates a bot that the actor manages. Throws if it is deactivated already. */
export function deactivateBot(realm: Realm, bot: User): void {
  if (!bot.is_active) throw userIsDeactivated({})
  deactivateAccount(realm, bot)
}

/** The account's data stay, so that it can be reactivated. It has no queues, and it is in no channel and in no group. */
function deactivateAccount(realm: Realm, user: User) {
  const { user_id } = user
  const groups = groupsOf(realm, user)
  copyProfileToD1(realm, writeUser(realm, user_id, { is_active: false }))
  recordAudit(realm, 'user_deactivated', { user_id })
  removePresence(realm, user_id)
  endSessionsOf(realm, user_id)
  endTokensOf(realm, user_id)
  realm.listeners.removeQueuesOf(user_id)
  realm.publish(userUpdated({ person: { user_id, is_active: false } }), usersWhoCanSee({ user_id }))
  suspendSubscriptions(realm, user_id)
  for (const group of groups) realm.publish(groupMembersRemoved({ ...group, user_ids: [user_id] }), everyone({}))
  publishPermissionsNaming(realm, user_id)
}

/** Reactivates a user or a bot with the name, the role, the channels and the groups from before. Does nothing for an active one. */
export function reactivate(realm: Realm, actor: User, target: number): void {
  const user = requireManagedAccount(actor, findUser(realm, target))
  if (user.is_active) return
  if (isErased(realm.sql, target)) throw accountIsErased({})
  const refusal = refusalToActAs(actor, user)
  if (refusal) throw refusal
  if (user.is_bot && isBotNameTaken(realm, user.full_name)) throw botNameInUse({})
  if (settingsOf(realm).require_unique_names && isNameTaken(realm.sql, user.full_name)) throw namesMustBeUnique({})
  const { user_id } = user
  const active = writeUser(realm, user_id, { is_active: true })
  copyProfileToD1(realm, active)
  recordAudit(realm, 'user_reactivated', { user_id })
  realm.publish(userUpdated({ person: { user_id, is_active: true } }), usersWhoCanSee({ user_id }))
  if (hasPayloadUrl(user.bot_type)) skipEarlierMessages(realm)
  if (user.is_bot) giveActiveOwner(realm, actor, user)
  resumeSubscriptions(realm, user_id)
  for (const group of groupsOf(realm, active))
    realm.publish(groupMembersAdded({ ...group, user_ids: [user_id] }), everyone({}))
  publishPermissionsNaming(realm, user_id)
  publishConsentOfReactivated(realm, user_id)
}

// An active user must be responsible for a bot. If its owner is deactivated, the actor becomes the owner.
function giveActiveOwner(realm: Realm, actor: User, { user_id, bot_owner_id }: User) {
  if (bot_owner_id === null || findUser(realm, bot_owner_id)?.is_active) return
  setOwner(realm, user_id, actor.user_id)
}

const groupsOf = (realm: ReadOnlyRealm, user: User) =>
  [...roleGroupsOf(realm, user), ...directGroupsOf(realm, user.user_id)].map((group_id) => ({
    group_id,
    is_deactivated: allGroups(realm).get(group_id)!.deactivated,
  }))
