import type { GroupSetting } from '../../realm/settings/permissions'
import type { ChannelPermission } from './permissions'

/** A channel: its settings and permissions, and counts that the realm keeps with it. */
export type Channel = {
  stream_id: number
  name: string
  description: string
  rendered_description: string
  date_created: number
  creator_id: number | null
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers: boolean
  is_archived: boolean
  is_default: boolean // new users are subscribed to it
  default_push_notifications: boolean // the first subscription of a user notifies the user's phones
  message_retention_days: number | null // null: the realm's setting applies
  topics_policy: TopicsPolicy
  first_message_id: number | null
  folder_id: number | null
  is_recently_active: boolean
  subscriber_count: number
  weekly_traffic: number | null // null: the channel is too new for an average
  permissions: Record<ChannelPermission, GroupSetting>
}

export const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const
export type TopicsPolicy = (typeof TOPICS_POLICIES)[number]
