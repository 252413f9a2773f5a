import { EVENT_TYPES } from '../wire/own-state'

/** A night. After a longer absence so many events wait that a new registration is less work. */
const LIFESPAN_SECONDS = 24 * 3600

/** The parameters of `POST /register`. */
export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  event_types: [...EVENT_TYPES],
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
