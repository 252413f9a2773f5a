import type { Row } from './converted.ts'
import type { CopyWriter } from './copy-writer.ts'
import { getOrAdd } from './get-or-add.ts'
import type { ZulipTables } from './zulip-archive.ts'

/** Settings of the organization whose columns have the names that they have here. */
export const SETTINGS = `
  name description org_type default_language welcome_message_custom_text emails_restricted_to_domains invite_required
  disallow_disposable_email_addresses enable_spectator_access want_advertise_in_communities_directory send_welcome_emails
  waiting_period_threshold require_unique_names name_changes_disabled email_changes_disabled avatar_changes_disabled
  enable_read_receipts enable_guest_user_indicator enable_guest_user_dm_warning send_channel_events_messages
  allow_message_editing message_content_edit_limit_seconds message_content_delete_limit_seconds
  move_messages_within_stream_limit_seconds move_messages_between_streams_limit_seconds
  message_edit_history_visibility_policy message_retention_days topics_policy default_code_block_language
  inline_image_preview inline_url_embed_preview gif_rating_policy video_chat_provider jitsi_server_url digest_emails_enabled
  digest_weekday message_content_allowed_in_email_notifications require_e2ee_push_notifications default_avatar_source
  media_preview_size`
  .trim()
  .split(/\s+/)

/** Personal settings whose columns have the names that they have here. */
export const USER_SETTINGS = `
  twenty_four_hour_time starred_message_counts receives_typing_notifications web_suggest_update_timezone
  fluid_layout_width high_contrast_mode web_mark_read_on_scroll_policy web_channel_default_view web_font_size_px
  web_line_height_percent color_scheme enable_drafts_synchronization translate_emoticons display_emoji_reaction_users
  web_home_view web_escape_navigates_to_home_view left_side_userlist emojiset demote_inactive_streams user_list_style
  web_animate_image_previews web_stream_unreads_count_display_policy hide_ai_features
  web_left_sidebar_show_channel_folders web_inbox_show_channel_folders web_left_sidebar_unreads_count_summary
  web_navigate_to_sent_message enter_sends
  enable_stream_desktop_notifications enable_stream_email_notifications enable_stream_push_notifications
  enable_stream_audible_notifications notification_sound enable_desktop_notifications enable_sounds
  enable_followed_topic_desktop_notifications enable_followed_topic_email_notifications
  enable_followed_topic_push_notifications enable_followed_topic_audible_notifications
  email_notifications_batching_period_seconds enable_offline_email_notifications enable_offline_push_notifications
  enable_online_push_notifications enable_digest_emails message_content_in_email_notifications
  pm_content_in_desktop_notifications wildcard_mentions_notify enable_followed_topic_wildcard_mentions_notify
  desktop_icon_count_display realm_name_in_email_notifications_policy automatically_follow_topics_policy
  automatically_unmute_topics_in_muted_streams_policy automatically_follow_topics_where_mentioned
  resolved_topic_notice_auto_read_policy presence_enabled send_private_typing_notifications
  send_stream_typing_notifications send_read_receipts default_language enable_marketing_emails enable_login_emails`
  .trim()
  .split(/\s+/)

/** Settings that have numbers there, and words here. */
const WORDS: Record<string, Record<string, string>> = {
  message_edit_history_visibility_policy: { 1: 'all', 2: 'moves', 3: 'none' },
  topics_policy: { 1: 'inherit', 2: 'allow_empty_topic', 3: 'disable_empty_topic', 4: 'empty_topic_only' },
  resolved_topic_notice_auto_read_policy: { 1: 'always', 2: 'except_followed', 3: 'never' },
  notification_sound: { zulip: 'svc' },
  web_home_view: { recent_topics: 'recent' },
}

export const bit = (value: unknown) => (value ? 1 : 0)

export const valueOf = (name: string, value: unknown): unknown => WORDS[name]?.[String(value)] ?? value

const LENGTHS: Record<string, number> = { name: 40, description: 1000 }

/** Returns the settings that a row has. */
export const settingsIn = (row: Row, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = row[name]
      if (value === undefined || typeof value === 'object') return []
      const given = valueOf(name, value)
      return [[name, typeof given === 'string' && LENGTHS[name] ? given.slice(0, LENGTHS[name]) : given]]
    }),
  )

/** The groups of roles, which every realm has with these ids. */
const SYSTEM_GROUPS = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
]

export const systemGroupId = (name: string | undefined) =>
  name === undefined ? undefined : SYSTEM_GROUPS.indexOf(name) + 1 || undefined

const CHANNELS = {
  moderation_request_channel: 'moderation_request_channel_id',
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'svc_update_announcements_stream_id',
}

/** Groups, and the permissions that name them: by an id, or by a group without a name that is a set of users and groups. */
export class Permissions {
  #members = new Map<number, number[]>()
  #subgroups = new Map<number, number[]>()
  /** The new ids of groups with names. */
  ids = new Map<number, number>()

  addMember({ user_group, user_profile }: ZulipTables['zerver_usergroupmembership']) {
    getOrAdd(this.#members, user_group, () => []).push(user_profile)
  }

  addSubgroup({ supergroup, subgroup }: ZulipTables['zerver_groupgroupmembership']) {
    getOrAdd(this.#subgroups, supergroup, () => []).push(subgroup)
  }

  membersOf = (group: number) => this.#members.get(group) ?? []
  subgroupsOf = (group: number) => (this.#subgroups.get(group) ?? []).flatMap((id) => this.ids.get(id) ?? [])

  /** Returns the value of a permission, or undefined if the export does not say. */
  valueOf(copy: CopyWriter, group: unknown) {
    if (typeof group !== 'number') return undefined
    const named = this.ids.get(group)
    if (named !== undefined) return named
    const direct_members = this.membersOf(group).flatMap((key) => copy.users.get(key)?.user_id ?? [])
    return {
      direct_members: direct_members.toSorted((a, b) => a - b),
      direct_subgroups: this.subgroupsOf(group).toSorted((a, b) => a - b),
    }
  }

  /** Returns the permissions that a row has. Those that the export does not have keep their initial values. */
  in(copy: CopyWriter, row: Row) {
    return Object.fromEntries(
      Object.keys(row)
        .filter((name) => /^(?:can_.*_groups?|create_multiuse_invite_group|direct_message_.*_group)$/.test(name))
        .flatMap((name) => {
          const value = this.valueOf(copy, row[name])
          return value === undefined ? [] : [[name, value]]
        }),
    )
  }
}

/** Returns the settings of a realm that name channels. */
export const channelSettings = (copy: CopyWriter, row: Row) =>
  Object.fromEntries(
    Object.entries(CHANNELS).flatMap(([column, name]) => {
      const key = row[column]
      const channel = typeof key === 'number' ? copy.channels.get(key) : undefined
      return channel === undefined ? [] : [[name, channel.stream_id]]
    }),
  )
