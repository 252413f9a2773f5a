import { alertWordsOf } from '../../people/alert-words/storage'
import { draftsOf } from '../../writing/drafts/storage'
import { wireGroups } from '../../people/groups/events'
import { rowsWithIds } from '../../messages/message-index/storage'
import { automationsOf } from '../../integrations/automations/storage'
import { mutedBy } from '../../people/muted-users/storage'
import { navigationViewsOf } from '../../personal/navigation-views/storage'
import { remindersOf } from '../../writing/reminders/storage'
import { savedSnippetsOf } from '../../personal/saved-snippets/storage'
import { scheduledMessagesOf } from '../../writing/scheduled-messages/storage'
import { userSettingsOf } from '../../people/user-settings/storage'
import { fullProfileOf } from '../../people/users/profile'
import { findUser } from '../../people/users/storage'
import { exportedFlags } from './flags'
import { walkedPart } from './part'
import type { Scope } from './scope'
import { avatarKeyOf, consentingUsers, subscriptionsIn, users, userTopicsIn } from './walks'

/** The profiles of all users. */
export const usersPart = walkedPart('users', users, {
  name: 'users',
  most: 500,
  write: (scope, user) => ({
    ...fullProfileOf(user, user, false),
    delivery_email: scope.hasEmail(user) ? user.delivery_email : null,
  }),
  includes: (_, user) => {
    const key = avatarKeyOf(user)
    return key === undefined ? [] : [{ key, name: `avatars/${user.user_id}` }]
  },
})

export const groupsPart = walkedPart(
  'groups',
  { list: ({ realm }) => wireGroups(realm, true), idOf: ({ id }) => id },
  { name: 'groups', most: 200, write: (_, group) => group },
)

/** The private data of the users who consented. */
export const personalPart = walkedPart('people', consentingUsers, {
  name: 'personal',
  most: 100,
  write: personalDataOf,
})

function personalDataOf(scope: Scope, user_id: number) {
  const { realm } = scope
  return {
    user_id,
    settings: userSettingsOf(realm, findUser(realm, user_id)!),
    subscriptions: subscriptionsIn(scope, user_id),
    user_topics: userTopicsIn(scope, user_id),
    flags: exportedFlags(realm, user_id, scope.dataExport.last_message_id),
    muted_users: mutedBy(realm.sql, user_id),
    alert_words: alertWordsOf(realm.sql, user_id),
    drafts: draftsOf(realm.sql, user_id),
    scheduled_messages: scheduledMessagesOf(realm.sql, user_id),
    reminders: exportedReminders(scope, user_id),
    saved_snippets: savedSnippetsOf(realm.sql, user_id),
    navigation_views: navigationViewsOf(realm.sql, user_id),
    automations: automationsOf(realm, user_id),
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
