import type { Channel } from '../../src/domain/channels/channels/channel'
import { channelPermissions } from '../../src/domain/channels/channels/permissions'
import { mapTable } from '../../src/api/table'
import { NOBODY_GROUP } from './system-groups'

/** A public channel without subscribers and permissions, for tests of rules. */
export const SAMPLE_CHANNEL: Channel = {
  stream_id: 1,
  name: 'general',
  description: '',
  rendered_description: '',
  date_created: 0,
  creator_id: null,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_archived: false,
  is_default: false,
  default_push_notifications: false,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: null,
  folder_id: null,
  is_recently_active: true,
  subscriber_count: 0,
  weekly_traffic: null,
  permissions: mapTable(channelPermissions, () => NOBODY_GROUP),
}
