/** A night. After a longer absence so many events wait that a new registration is less work. */
const LIFESPAN_SECONDS = 24 * 3600

/**
 * The types of events that the client subscribes to. The views show some of them, and the reducers need the others. Some names are
 * those of parts of the state: a part and its events can have different names.
 */
const EVENT_TYPES =
  'message update_message delete_message update_message_flags reaction starred_messages ' +
  'stream subscription user_topic channel_folder channel_folders recent_private_conversations ' +
  'realm realm_user realm_bot user_group realm_user_groups realm_emoji user_status presence muted_users ' +
  'user_settings drafts scheduled_messages reminders typing submessage custom_profile_fields parley_commands ' +
  'realm_playgrounds navigation_views navigation_view onboarding_steps video_calls has_zoom_token saved_snippets'

/** The parameters of `POST /register`. */
export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  event_types: EVENT_TYPES.split(' '),
  queue_lifespan_secs: LIFESPAN_SECONDS,
  client_capabilities: {
    notification_settings_null: true,
    user_settings_object: true,
    empty_topic_name: true,
    bulk_message_deletion: true,
    archived_channels: true,
    stream_typing_notifications: true,
    simplified_presence_events: true,
    linkifier_url_template: true,
    user_avatar_url_field_optional: false,
  },
}
