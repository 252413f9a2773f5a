import { alertWordsOf } from '../../people/alert-words/storage'
import { pictureIn } from '../../accounts/avatars/rules'
import { getChannel } from '../../channels/channels/storage'
import { draftsOf } from '../../writing/drafts/storage'
import { pictureKey } from '../../customization/pictures/pictures'
import { groupsShown } from '../../people/groups/events'
import { flaggedIds } from '../../messages/flag-sets/storage'
import { rowsWithIds } from '../../messages/message-index/storage'
import { mutedBy } from '../../people/muted-users/storage'
import { navigationViewsOf } from '../../personal/navigation-views/storage'
import { remindersOf } from '../../writing/reminders/storage'
import { savedSnippetsOf } from '../../personal/saved-snippets/storage'
import { scheduledMessagesOf } from '../../writing/scheduled-messages/storage'
import { subscriptionsOf } from '../../channels/subscriptions/storage'
import { userSettingsOf } from '../../people/user-settings/storage'
import { userTopicsOf } from '../../channels/user-topics/storage'
import { fullProfileOf } from '../../people/users/profile'
import { allUsers, maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { inPages, toldAfter, type Along } from './part'
import type { Scope } from './scope'

const USERS_PER_FILE = 1000

/** Accounts as everybody sees them, deactivated ones and bots too: whoever wrote something is among them. */
export const usersPart = inPages('users', (scope, after) => {
  const limits = { after, most: USERS_PER_FILE }
  const { some, told, next } = toldAfter(
    allUsers(scope.realm),
    ({ user_id }) => user_id,
    limits,
    (user) => ({
      ...fullProfileOf(user, user, false),
      delivery_email: scope.hasAddress(user) ? user.delivery_email : null,
    }),
  )
  return { content: { users: told }, along: some.flatMap(pictureOf), next }
})

const pictureOf = ({ user_id, avatar_source, avatar_hash }: User): Along[] =>
  avatar_source === 'U' ? [{ key: pictureKey(pictureIn(avatar_hash)), name: `avatars/${user_id}` }] : []

const GROUPS_PER_FILE = 200

export const groupsPart = inPages('groups', ({ realm }, after) => {
  const limits = { after, most: GROUPS_PER_FILE }
  const { told, next } = toldAfter(
    groupsShown(realm, true),
    ({ id }) => id,
    limits,
    (group) => group,
  )
  return { content: { groups: told }, next }
})

const PEOPLE_PER_FILE = 100

/** What those who consented have to themselves. */
export const personalPart = inPages('personal', (scope, after) => {
  const limits = { after, most: PEOPLE_PER_FILE }
  const { told, next } = toldAfter(
    scope.people,
    (id) => id,
    limits,
    (user_id) => personalOf(scope, user_id),
  )
  return told.length === 0 ? {} : { content: { people: told }, next }
})

function personalOf(scope: Scope, user_id: number) {
  const { realm } = scope
  const isTold = ({ stream_id }: { stream_id: number }) => scope.hasChannel(getChannel(realm, stream_id))
  return {
    user_id,
    settings: userSettingsOf(realm, maybeUser(realm, user_id)!),
    subscriptions: subscriptionsOf(realm.sql, user_id).filter(isTold),
    user_topics: userTopicsOf(realm.sql, user_id).filter(isTold),
    starred_messages: [...flaggedIds(realm, user_id, 'starred')],
    muted_users: mutedBy(realm, user_id),
    alert_words: alertWordsOf(realm, user_id),
    drafts: draftsOf(realm.sql, user_id),
    scheduled_messages: scheduledMessagesOf(realm.sql, user_id),
    reminders: remindersTold(scope, user_id),
    saved_snippets: savedSnippetsOf(realm.sql, user_id),
    navigation_views: navigationViewsOf(realm.sql, user_id),
  }
}

// They say where their message is: what somebody has no sight of any more must not be told by an old one.
function remindersTold(scope: Scope, user_id: number) {
  const reminders = remindersOf(scope.realm.sql, user_id)
  const rows = rowsWithIds(
    scope.realm,
    reminders.map(({ reminder_target_message_id }) => reminder_target_message_id),
  )
  const told = new Set(rows.filter((row) => scope.hasMessage(row)).map(({ id }) => id))
  return reminders.filter(({ reminder_target_message_id }) => told.has(reminder_target_message_id))
}
