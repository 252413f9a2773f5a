import type { ClientOption } from '../../../api/documentation/reference'

const capability = (description: string): ClientOption => ({ place: 'capability', description })
const parameter = (description: string): ClientOption => ({ place: 'parameter', description })

/** The options of a client that registers, and their effect on events. The server ignores other capabilities. */
export const clientOptions: Readonly<Record<string, ClientOption>> = {
  event_types: parameter('The types of events that the client receives. Without it, the client receives all types.'),
  narrow: parameter('The client receives only the messages that match the narrow.'),
  all_public_streams: parameter(
    'The client receives the messages of all public channels, also of those that the user is not subscribed to.',
  ),
  apply_markdown: parameter('The content of messages is HTML. Without it, the content is Markdown.'),
  client_gravatar: parameter(
    'The avatar of a user with a Gravatar is `null` where the recipient can see the email address, because the client can compute it.',
  ),
  include_subscribers: parameter(
    'With `true`, a new subscription lists all subscribers. With `partial`, it lists some of them in a large channel. With `false`, it lists none.',
  ),
  slim_presence: parameter('The presence of a user has no email address.'),
  archived_channels: capability(
    'The client knows archived channels. To other clients, an archived channel is deleted, and a restored channel is new.',
  ),
  bulk_message_deletion: capability(
    '`delete_message` has a list of messages in `message_ids`. Other clients receive one event for each message, with `message_id`.',
  ),
  empty_topic_name: capability(
    'A topic without a name has the name `""`. Other clients receive the value of `realm_empty_topic_display_name` instead.',
  ),
  include_deactivated_groups: capability(
    'The client knows deactivated user groups. To other clients, a deactivated group is removed, and a reactivated group is new.',
  ),
  individual_emoji_changes: capability(
    'The client receives each change of a custom emoji alone. Other clients receive the whole list.',
  ),
  linkifier_url_template: capability(
    'The client supports URL templates in linkifiers. Other clients receive no linkifiers.',
  ),
  notification_settings_null: capability(
    'A notification setting of a subscription is `null` where the general setting of the user applies. Other clients receive the value of the general setting, and an event when it changes.',
  ),
  simplified_presence_events: capability(
    '`presence` has `presences`, by user id. Other clients receive the older form.',
  ),
  stream_typing_notifications: capability(
    'The client receives typing notifications for channels. Other clients receive them for direct messages only.',
  ),
  user_list_incomplete: capability(
    'The client accepts that users are missing. Other clients receive a placeholder for each user that the recipient cannot see.',
  ),
  user_settings_object: capability(
    'The client reads personal settings from `user_settings`. Other clients also receive the two older kinds of events.',
  ),
}
