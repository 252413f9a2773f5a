import type { Migration } from '../../src/store/migrate'
import createRealm from './0001_create_realm.sql'
import createOutboxAndEvents from './0002_create_outbox_and_events.sql'
import createUsers from './0003_create_users.sql'
import createGroups from './0004_create_groups.sql'
import createChannels from './0005_create_channels.sql'
import createConversations from './0006_create_conversations.sql'
import createMessageIndex from './0007_create_message_index.sql'
import createUserSettings from './0008_create_user_settings.sql'
import createDrafts from './0009_create_drafts.sql'
import createSavedSnippets from './0010_create_saved_snippets.sql'
import createAlertWords from './0011_create_alert_words.sql'
import createUserStatuses from './0012_create_user_statuses.sql'
import createChannelFolders from './0014_create_channel_folders.sql'
import createUserTopics from './0016_create_user_topics.sql'
import createPastGroups from './0019_create_past_groups.sql'
import createReactions from './0020_create_reactions.sql'
import indexHistoricalMarks from './0021_index_historical_marks.sql'
import createPastAccess from './0022_create_past_access.sql'
import createMessageEdits from './0023_create_message_edits.sql'
import createMoves from './0024_create_moves.sql'
import indexTraitsOfMessages from './0025_index_traits_of_messages.sql'
import indexAlertedMarks from './0026_index_alerted_marks.sql'
import createScheduledMessagesAndReminders from './0027_create_scheduled_messages_and_reminders.sql'
import createSubmessages from './0028_create_submessages.sql'
import createViewsStepsAndGroups from './0029_create_navigation_views_onboarding_steps_and_channel_groups.sql'
import createAttachments from './0030_create_attachments.sql'
import createCustomEmoji from './0031_create_custom_emoji.sql'
import createRealmPicturesAndResumableUploads from './0032_create_realm_pictures_and_resumable_uploads.sql'
import createPastRoles from './0033_create_past_roles.sql'
import addCanChangeUserEmails from './0034_add_can_change_user_emails_to_users.sql'
import createProfileFields from './0035_create_profile_fields.sql'
import createBots from './0036_create_bots.sql'
import createRealmDomains from './0037_create_realm_domains.sql'
import createMail from './0038_create_mail.sql'
import createInvitations from './0039_create_invitations.sql'
import createConfirmations from './0040_create_confirmations.sql'
import createMutedUsers from './0041_create_muted_users.sql'
import createLinkifiersAndPlaygrounds from './0042_create_linkifiers_and_playgrounds.sql'
import createPresences from './0043_create_presences.sql'
import createPushDevicesAndPushes from './0044_create_push_devices_and_pushes.sql'
import createTickets from './0045_create_tickets.sql'
import rememberServerVersions from './0046_remember_server_versions.sql'
import indexLoginFailures from './0047_index_login_failures.sql'
import createUnreadAgain from './0048_create_unread_again.sql'
import createExports from './0049_create_exports.sql'
import createRefusedRows from './0050_create_refused_rows.sql'
import recordUsesOfKeys from './0051_record_uses_of_keys.sql'
import tellServerGenerationsInSeconds from './0052_tell_server_generations_in_seconds.sql'
import giveTheExtraEmojiOneName from './0053_give_the_extra_emoji_one_name.sql'
import boundTheEventLog from './0054_bound_the_event_log.sql'

/** Applied in this order when a realm wakes. Append only: start-up refuses a realm whose past is not this list's beginning. */
export const migrations: readonly Migration[] = [
  { name: '0001_create_realm', sql: createRealm },
  { name: '0002_create_outbox_and_events', sql: createOutboxAndEvents },
  { name: '0003_create_users', sql: createUsers },
  { name: '0004_create_groups', sql: createGroups },
  { name: '0005_create_channels', sql: createChannels },
  { name: '0006_create_conversations', sql: createConversations },
  { name: '0007_create_message_index', sql: createMessageIndex },
  { name: '0008_create_user_settings', sql: createUserSettings },
  { name: '0009_create_drafts', sql: createDrafts },
  { name: '0010_create_saved_snippets', sql: createSavedSnippets },
  { name: '0011_create_alert_words', sql: createAlertWords },
  { name: '0012_create_user_statuses', sql: createUserStatuses },
  { name: '0014_create_channel_folders', sql: createChannelFolders },
  { name: '0016_create_user_topics', sql: createUserTopics },
  { name: '0019_create_past_groups', sql: createPastGroups },
  { name: '0020_create_reactions', sql: createReactions },
  { name: '0021_index_historical_marks', sql: indexHistoricalMarks },
  { name: '0022_create_past_access', sql: createPastAccess },
  { name: '0023_create_message_edits', sql: createMessageEdits },
  { name: '0024_create_moves', sql: createMoves },
  { name: '0025_index_traits_of_messages', sql: indexTraitsOfMessages },
  { name: '0026_index_alerted_marks', sql: indexAlertedMarks },
  { name: '0027_create_scheduled_messages_and_reminders', sql: createScheduledMessagesAndReminders },
  { name: '0028_create_submessages', sql: createSubmessages },
  {
    name: '0029_create_navigation_views_onboarding_steps_and_channel_groups',
    sql: createViewsStepsAndGroups,
  },
  { name: '0030_create_attachments', sql: createAttachments },
  { name: '0031_create_custom_emoji', sql: createCustomEmoji },
  { name: '0032_create_realm_pictures_and_resumable_uploads', sql: createRealmPicturesAndResumableUploads },
  { name: '0033_create_past_roles', sql: createPastRoles },
  { name: '0034_add_can_change_user_emails_to_users', sql: addCanChangeUserEmails },
  { name: '0035_create_profile_fields', sql: createProfileFields },
  { name: '0036_create_bots', sql: createBots },
  { name: '0037_create_realm_domains', sql: createRealmDomains },
  { name: '0038_create_mail', sql: createMail },
  { name: '0039_create_invitations', sql: createInvitations },
  { name: '0040_create_confirmations', sql: createConfirmations },
  { name: '0041_create_muted_users', sql: createMutedUsers },
  { name: '0042_create_linkifiers_and_playgrounds', sql: createLinkifiersAndPlaygrounds },
  { name: '0043_create_presences', sql: createPresences },
  { name: '0044_create_push_devices_and_pushes', sql: createPushDevicesAndPushes },
  { name: '0045_create_tickets', sql: createTickets },
  { name: '0046_remember_server_versions', sql: rememberServerVersions },
  { name: '0047_index_login_failures', sql: indexLoginFailures },
  { name: '0048_create_unread_again', sql: createUnreadAgain },
  { name: '0049_create_exports', sql: createExports },
  { name: '0050_create_refused_rows', sql: createRefusedRows },
  { name: '0051_record_uses_of_keys', sql: recordUsesOfKeys },
  { name: '0052_tell_server_generations_in_seconds', sql: tellServerGenerationsInSeconds },
  { name: '0053_give_the_extra_emoji_one_name', sql: giveTheExtraEmojiOneName },
  { name: '0054_bound_the_event_log', sql: boundTheEventLog },
]
