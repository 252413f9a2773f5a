// The name of each setting of the organization, one sentence about it, and its options.

import type { SettingText } from './en-user-settings'
import { translated } from './translated'

export const realmSettingWords = translated('realmSettingWords', {
  name: { name: 'Name', text: 'Of the organization, at the top of every client.' },
  description: { name: 'Description', text: 'People see it before they join. Markdown works.' },
  org_type: {
    name: 'Kind of organization',
    text: 'It helps new members to know where they are.',
    options: {
      0: 'Not said',
      10: 'Business',
      20: 'Open-source project',
      30: 'Education (non-profit)',
      35: 'Education (for-profit)',
      40: 'Research',
      50: 'Event or conference',
      60: 'Non-profit (registered)',
      70: 'Government',
      80: 'Political group',
      90: 'Community',
      100: 'Personal',
      1000: 'Other',
    },
  },
  default_language: { name: 'Language', text: 'For new members and for messages of bots.' },
  welcome_message_custom_text: { name: 'Welcome', text: 'The Welcome Bot sends it to new members. Markdown works.' },

  invite_required: { name: 'Only with an invitation', text: 'Without it, everyone with an allowed address can join.' },
  emails_restricted_to_domains: {
    name: 'Only allowed domains',
    text: 'New members need an address of a domain in the list.',
  },
  disallow_disposable_email_addresses: {
    name: 'No throwaway addresses',
    text: 'Known services for short-lived addresses are refused.',
  },
  enable_spectator_access: {
    name: 'Readers without an account',
    text: 'Anyone on the internet can read web-public channels.',
  },
  parley_public_pages_indexed: {
    name: 'Search engines list public pages',
    text: 'Web-public channels have pages for readers without an account. This lets search engines list these pages.',
  },
  want_advertise_in_communities_directory: {
    name: 'List in directories',
    text: 'Directories of open communities may name the organization.',
  },
  send_welcome_emails: { name: 'Welcome emails', text: 'New members receive emails with first steps.' },
  waiting_period_threshold: {
    name: 'Days until full membership',
    text: 'New members become full members after so many days.',
  },
  parley_passkey_login: { name: 'Passkeys', text: 'Members can log in with a passkey.' },
  parley_factor_required_of: {
    name: 'Who needs a second factor',
    text: 'People of this role must add a passkey or one-time codes before they go on.',
    options: {
      none: 'Nobody',
      owners: 'Owners',
      administrators: 'Administrators and owners',
      moderators: 'Moderators and above',
      members: 'Members and above',
      everyone: 'Everyone, also guests',
    },
  },
  parley_factor_required: {
    name: 'Which factors count',
    text: 'No other site can ask for a passkey, so it protects against false login pages.',
    options: { any: 'Passkeys and one-time codes', passkey: 'Only passkeys' },
  },
  parley_scim_manages_owners: { name: 'The directory manages owners', text: 'It may then change and deactivate them.' },
  parley_agents_enabled: {
    name: 'Agents',
    text: 'Members can connect programs that a language model controls. Without it, connected agents can do nothing.',
  },
  parley_session_idle_days: {
    name: 'Days until an unused login ends',
    text: 'A browser that is not used for so long is logged out.',
  },
  parley_session_absolute_days: { name: 'Days until every login ends', text: 'Each browser must then log in again.' },
  parley_keep_in_browsers: {
    name: 'Browsers keep messages',
    text: 'They open at once, and without a network. Without it, browsers delete what they have kept.',
  },
  parley_language_model: {
    name: 'Language model',
    text: 'It summarizes and translates when a user asks for it. Then it reads the messages.',
    options: { none: 'None', platform: 'That of the platform', address: 'At an address' },
  },
  parley_language_model_url: {
    name: 'Address of the model',
    text: 'The whole address of an API for chat completions, such as https://models.example.com/v1/chat/completions.',
  },
  parley_language_model_name: { name: 'Name of the model', text: 'As the API calls it. The platform has a usual one.' },
  parley_speech_model_name: {
    name: 'Model for voice messages',
    text: 'It writes down speech when a user asks for it. Without a name, there is none at an address, and the usual one of the platform.',
  },
  parley_language_model_requests: { name: 'Questions a day', text: 'All people together. Then the model rests.' },
  parley_gif_service: {
    name: 'Service for GIFs',
    text: 'In which people search for GIFs and stickers.',
    options: { none: 'None', giphy: 'GIPHY', klipy: 'KLIPY', address: 'At an address' },
  },
  parley_gif_url: {
    name: 'Address of the service',
    text: 'Of an API as that of Tenor, version 2, such as https://gifs.example.com/v2.',
  },
  parley_audit_log_days: { name: 'Days in the audit log', text: 'Older entries are deleted.' },

  require_unique_names: { name: 'Names are unique', text: 'Two people cannot have the same name.' },
  name_changes_disabled: { name: 'Only administrators change names', text: 'Members keep the name that they have.' },
  email_changes_disabled: {
    name: 'Only administrators change addresses',
    text: 'Members keep the address that they have.',
  },
  avatar_changes_disabled: {
    name: 'Only administrators change pictures',
    text: 'Members keep the picture that they have.',
  },
  default_avatar_source: {
    name: 'Pictures of new members',
    text: 'Until they upload one of their own.',
    options: { G: 'From Gravatar, by their address', J: 'A pattern that this server draws' },
  },
  presence_disabled: { name: 'Hide who is active', text: 'No one sees a green dot.' },
  enable_read_receipts: { name: 'Read receipts', text: 'Members can see who has read a message.' },
  enable_guest_user_indicator: { name: 'Mark guests', text: 'Clients write “guest” beside their names.' },
  enable_guest_user_dm_warning: {
    name: 'Warn before direct messages to guests',
    text: 'A client says so above the text.',
  },
  send_channel_events_messages: {
    name: 'Notices about channels',
    text: 'A change of a channel is also a message in it.',
  },

  allow_message_editing: {
    name: 'Members can edit their messages',
    text: 'Moving and resolving topics have permissions of their own.',
  },
  message_content_edit_limit_seconds: { name: 'Time to edit a message', text: 'After it, the text stays as it is.' },
  message_content_delete_limit_seconds: {
    name: 'Time to delete a message',
    text: 'For members who may delete their own messages.',
  },
  move_messages_within_stream_limit_seconds: {
    name: 'Time to move to another topic',
    text: 'Moderators can move older messages too.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'Time to move to another channel',
    text: 'Moderators can move older messages too.',
  },
  message_edit_history_visibility_policy: {
    name: 'Who sees earlier versions',
    text: 'Of messages that were edited or moved.',
    options: { all: 'Everyone sees edits and moves', moves: 'Everyone sees moves', none: 'No one sees them' },
  },
  message_retention_days: {
    name: 'Days until messages are deleted',
    text: 'For all channels that have no rule of their own, and for direct messages.',
  },
  topics_policy: {
    name: 'Messages without a topic',
    text: 'Channels can decide otherwise.',
    options: { allow_empty_topic: 'They go to the general chat', disable_empty_topic: 'They need a topic' },
  },
  default_code_block_language: { name: 'Language of code blocks', text: 'For blocks that name none, such as python.' },

  inline_image_preview: { name: 'Show linked pictures', text: 'Below the message, through this server.' },
  inline_url_embed_preview: { name: 'Show linked pages', text: 'Title and description of the page.' },
  media_preview_size: {
    name: 'Size of pictures in messages',
    text: 'Of pictures and videos that messages show.',
    options: { 100: '100%', 150: '150%', 200: '200%' },
  },
  gif_rating_policy: {
    name: 'Animated pictures (GIFs)',
    text: 'Which ones clients may offer.',
    options: { 0: 'None', 1: 'Rated G', 2: 'Rated PG', 3: 'Rated PG-13', 4: 'Rated R' },
  },
  video_chat_provider: {
    name: 'Video calls',
    text: 'With which service calls begin.',
    options: { 0: 'None', 1: 'Jitsi Meet', 3: 'Zoom', 4: 'BigBlueButton', 5: 'Zoom' },
  },
  jitsi_server_url: { name: 'Address of the Jitsi server', text: 'Write “default” for the server of this deployment.' },

  digest_emails_enabled: { name: 'Weekly digest', text: 'Members who were away receive what they missed.' },
  digest_weekday: {
    name: 'Day of the digest',
    text: 'In the time zone of each member.',
    options: { 0: 'Monday', 1: 'Tuesday', 2: 'Wednesday', 3: 'Thursday', 4: 'Friday', 5: 'Saturday', 6: 'Sunday' },
  },
  message_content_allowed_in_email_notifications: {
    name: 'Text of messages in emails',
    text: 'Without it, emails say only who wrote where.',
  },
  require_e2ee_push_notifications: {
    name: 'Only encrypted phone notifications',
    text: 'Devices that cannot decrypt them receive nothing.',
  },

  moderation_request_channel_id: {
    name: 'Channel for reports',
    text: 'Reported messages are sent there, so it must be private.',
  },
  new_stream_announcements_stream_id: {
    name: 'Channel for new channels',
    text: 'A bot announces each new public channel.',
  },
  signup_announcements_stream_id: { name: 'Channel for new members', text: 'A bot announces each new member.' },
  svc_update_announcements_stream_id: { name: 'Channel for news of the server', text: 'A bot announces new features.' },
} satisfies Record<string, SettingText>)
