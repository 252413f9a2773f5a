import { alertWordsOf } from '../../people/alert-words/storage'
import { pictureIdOf } from '../../accounts/avatars/rules'
import { getChannel } from '../../channels/channels/storage'
import { draftsOf } from '../../writing/drafts/storage'
import { pictureKey } from '../../customization/pictures/picture'
import { wireGroups } from '../../people/groups/events'
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
import { allUsers, findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { exportedFlags } from './flags'
import { pagedPart, takeItems, type FileToInclude } from './part'
import type { Scope } from './scope'

const USERS_PER_PAGE = 500

/** The profiles of all users, also of bots and deactivated users, because their messages are in the export. */
export const usersPart = pagedPart('users', (scope, after) => {
  const { items, values, next } = takeItems(
    allUsers(scope.realm),
    ({ user_id }) => user_id,
    { after, most: USERS_PER_PAGE },
    (user) => ({
      ...fullProfileOf(user, user, false),
      delivery_email: scope.hasEmail(user) ? user.delivery_email : null,
    }),
  )
  return { content: { users: values }, included: items.flatMap(avatarOf), next }
})

const avatarOf = ({ user_id, avatar_source, avatar_hash }: User): FileToInclude[] =>
  avatar_source === 'U' ? [{ key: pictureKey(pictureIdOf(avatar_hash)), name: `avatars/${user_id}` }] : []

const GROUPS_PER_PAGE = 200

export const groupsPart = pagedPart('groups', ({ realm }, after) => {
  const { values, next } = takeItems(
    wireGroups(realm, true),
    ({ id }) => id,
    { after, most: GROUPS_PER_PAGE },
    (group) => group,
  )
  return { content: { groups: values }, next }
})

const PERSONAL_USERS_PER_PAGE = 100

/** The private data of the users who consented. */
export const personalPart = pagedPart('personal', (scope, after) => {
  const { values, next } = takeItems(
    scope.consentingIds,
    (user_id) => user_id,
    { after, most: PERSONAL_USERS_PER_PAGE },
    (user_id) => personalDataOf(scope, user_id),
  )
  return values.length === 0 ? {} : { content: { people: values }, next }
})

function personalDataOf(scope: Scope, user_id: number) {
  const { realm } = scope
  const isExported = ({ stream_id }: { stream_id: number }) => scope.hasChannel(getChannel(realm, stream_id))
  return {
    user_id,
    settings: userSettingsOf(realm, findUser(realm, user_id)!),
    subscriptions: subscriptionsOf(realm.sql, user_id).filter(isExported),
    user_topics: userTopicsOf(realm.sql, user_id).filter(isExported),
    flags: exportedFlags(realm, user_id, scope.dataExport.last_message_id),
    muted_users: mutedBy(realm.sql, user_id),
    alert_words: alertWordsOf(realm.sql, user_id),
    drafts: draftsOf(realm.sql, user_id),
    scheduled_messages: scheduledMessagesOf(realm.sql, user_id),
    reminders: exportedReminders(scope, user_id),
    saved_snippets: savedSnippetsOf(realm.sql, user_id),
    navigation_views: navigationViewsOf(realm.sql, user_id),
  }
}

/** A reminder names the topic of its message, so it is left out if its message is not in the export. */
function exportedReminders(scope: Scope, user_id: number) {
  const reminders = remindersOf(scope.realm.sql, user_id)
  const rows = rowsWithIds(
    scope.realm.sql,
    reminders.map(({ reminder_target_message_id }) => reminder_target_message_id),
  )
  const exported = new Set(rows.filter((row) => scope.hasMessage(row)).map(({ id }) => id))
  return reminders.filter(({ reminder_target_message_id }) => exported.has(reminder_target_message_id))
}
