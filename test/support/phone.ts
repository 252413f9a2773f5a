import { Person, type FieldValue } from './person'

/** What Zulip's phone app sends with `POST /register`. */
export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  idle_queue_timeout: '"mobile"',
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
}

/** The phone app of a person. It notes each request, without what is in the query. */
export class Phone extends Person {
  readonly requests: string[] = []

  override async request(path: string, init: RequestInit = {}): Promise<Response> {
    this.requests.push(`${init.method ?? 'GET'} ${path.split('?')[0]}`)
    const headers = new Headers(init.headers)
    headers.set('user-agent', 'ZulipFlutter/30.0.274+274 (android)')
    return super.request(path, { ...init, headers })
  }

  readonly pings = (fields: Record<string, FieldValue>) =>
    this.post('/users/me/presence', { new_user_input: false, slim_presence: true, ...fields })
}
