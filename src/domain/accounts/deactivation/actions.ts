import { apiError, badRequest } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { listenFromHere } from '../outgoing-webhooks/deliveries'
import { tellOfBot } from '../../people/bots/events'
import { botNameInUse, isCalled } from '../../people/bots/rules'
import { isBotNameTaken } from '../../people/bots/storage'
import { groupMembersAdded, groupMembersRemoved } from '../../people/groups/events'
import { groupsOfRole } from '../../people/groups/standing'
import { allGroups, ownGroupsOf } from '../../people/groups/storage'
import { forgetPresence } from '../../people/presence/storage'
import { settingsOf } from '../../realm/settings/storage'
import { resumeSubscriptions, suspendSubscriptions } from '../../channels/subscriptions/actions'
import { mustBeOwner } from '../../people/users/callers'
import { startAnew } from '../../people/users/end-queues'
import { everyone, userUpdated, whoKnows } from '../../people/users/events'
import { putProfile } from '../../people/users/profile-in-d1'
import { namesMustBeUnique, noSuchUser, userIsDeactivated } from '../../people/users/rules'
import { allUsers, isNameTaken, maybeUser, writeUser } from '../../people/users/storage'
import { OWNER, type User } from '../../people/users/user'
import { tellOfPermissionsNaming } from './permissions-naming-user'
import { refusalToActAs } from '../users/rights'
import { tellOfConsentBrought } from '../export-consent/actions'
import { revokeAllOf } from '../invitations/manage'
import { accountSeenToBy, isLastOwner } from '../users/update'
import { setOwner } from '../bots/update'

export const cannotDeactivateOnlyOwner = badRequest(() => 'Cannot deactivate the only organization owner')
export const cannotDeactivateLastUser = apiError(
  'CANNOT_DEACTIVATE_LAST_USER',
  (f: { is_last_owner: boolean; entity: string }) => `Cannot deactivate the only ${f.entity}.`,
)

/** Deactivates a user and the user's bots, and revokes the invitations of the user. Returns the user. Throws for a bot. */
export function deactivateUser(realm: Realm, actor: User, user_id: number): User {
  const user = accountSeenToBy(actor, maybeUser(realm, user_id))
  if (user.is_bot) throw noSuchUser({})
  if (!user.is_active) throw userIsDeactivated({})
  if (user.role === OWNER && actor.role !== OWNER) throw mustBeOwner({})
  if (isLastOwner(realm, user)) throw cannotDeactivateOnlyOwner({})
  deactivateWithBots(realm, user)
  return user
}

/** Deactivates the actor's own account, with the same consequences. */
export function deactivateOneself(realm: Realm, actor: User): void {
  if (isLastOwner(realm, actor)) throw cannotDeactivateLastUser({ is_last_owner: true, entity: 'organization owner' })
  deactivateWithBots(realm, actor)
}

function deactivateWithBots(realm: Realm, user: User) {
  const bots = allUsers(realm).filter((each) => each.is_active && each.bot_owner_id === user.user_id)
  for (const bot of bots) deactivateAccount(realm, bot)
  deactivateAccount(realm, user)
  revokeAllOf(realm, user.user_id)
}

/** A bot is let in no more. */
export function deactivateBot(realm: Realm, bot: User): void {
  if (!bot.is_active) throw userIsDeactivated({})
  deactivateAccount(realm, bot)
}

/** The account is there, but nobody is let in by it, and it is in no channel and no group until it is brought back. */
function deactivateAccount(realm: Realm, user: User) {
  const { user_id } = user
  const groups = groupsOf(realm, user)
  putProfile(realm, writeUser(realm, user_id, { is_active: false }))
  forgetPresence(realm, user_id)
  startAnew(realm, user_id)
  realm.publish(userUpdated({ person: { user_id, is_active: false } }), whoKnows({ user_id }))
  tellOfBot(realm, user, { is_active: false })
  suspendSubscriptions(realm, user_id)
  for (const group of groups) realm.publish(groupMembersRemoved({ ...group, user_ids: [user_id] }), everyone({}))
  tellOfPermissionsNaming(realm, user_id)
}

/** Reactivates a user or a bot with the name, the role, the channels and the groups from before. Does nothing for an active one. */
export function reactivate(realm: Realm, actor: User, target: number): void {
  const user = accountSeenToBy(actor, maybeUser(realm, target))
  if (user.is_active) return
  const refusal = refusalToActAs(actor, user)
  if (refusal) throw refusal
  if (user.is_bot && isBotNameTaken(realm, user.full_name)) throw botNameInUse({})
  if (settingsOf(realm).require_unique_names && isNameTaken(realm, user.full_name)) throw namesMustBeUnique({})
  const { user_id } = user
  const active = writeUser(realm, user_id, { is_active: true })
  putProfile(realm, active)
  realm.publish(userUpdated({ person: { user_id, is_active: true } }), whoKnows({ user_id }))
  tellOfBot(realm, user, { is_active: true })
  if (isCalled(user.bot_type)) listenFromHere(realm)
  if (user.is_bot) giveActiveOwner(realm, actor, user)
  resumeSubscriptions(realm, user_id)
  for (const group of groupsOf(realm, active))
    realm.publish(groupMembersAdded({ ...group, user_ids: [user_id] }), everyone({}))
  tellOfPermissionsNaming(realm, user_id)
  tellOfConsentBrought(realm, user_id)
}

// Somebody must answer for a bot: where its owner is gone, whoever brings it back does.
function giveActiveOwner(realm: Realm, actor: User, { user_id, bot_owner_id }: User) {
  if (bot_owner_id === null || maybeUser(realm, bot_owner_id)?.is_active) return
  setOwner(realm, user_id, actor.user_id)
}

const groupsOf = (realm: Realm, user: User) =>
  [...groupsOfRole(realm, user), ...ownGroupsOf(realm, user.user_id)].map((group_id) => ({
    group_id,
    is_deactivated: allGroups(realm).get(group_id)!.deactivated,
  }))
