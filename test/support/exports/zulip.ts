import type { Files } from '../../../web/test/archive'

/** Rows as an export has them: foreign keys are old ids, and times are seconds with a fraction. */
export const zulipTables = {
  zerver_realm: [{ id: 7, name: 'Acme', description: 'A kitchen' }],
  // The accounts come before the rows that they need, and the other way round.
  zerver_userprofile: [
    {
      id: 101,
      delivery_email: 'ada@example.com',
      full_name: 'Ada',
      role: 100,
      is_active: true,
      is_bot: false,
      date_joined: 1.5e9,
    },
    {
      id: 102,
      delivery_email: 'ben@example.com',
      full_name: 'Ben',
      role: 400,
      is_active: true,
      is_bot: false,
      avatar_source: 'U',
    },
    {
      id: 103,
      delivery_email: 'fig-bot@acme.example.com',
      full_name: 'Fig',
      role: 400,
      is_active: true,
      is_bot: true,
      bot_type: 1,
    },
  ],
  zerver_userprofile_crossrealm: [{ id: 5, email: 'notification-bot@zulip.com' }],
  zerver_customprofilefield: [
    { id: 1, name: 'Phone', field_type: 1, order: 1 },
    { id: 2, name: 'Mentor', field_type: 6, order: 2 },
  ],
  zerver_customprofilefieldvalue: [
    { id: 1, user_profile: 101, field: 1, value: '123' },
    { id: 2, user_profile: 101, field: 2, value: '[102, 999]' },
  ],
  zerver_stream: [
    { id: 50, name: 'general', description: 'For all', invite_only: false, history_public_to_subscribers: true },
  ],
  zerver_defaultstream: [{ id: 1, stream: 50 }],
  zerver_recipient: [
    { id: 201, type: 1, type_id: 101 },
    { id: 202, type: 1, type_id: 102 },
    { id: 250, type: 2, type_id: 50 },
    { id: 260, type: 3, type_id: 9 },
  ],
  zerver_subscription: [
    { user_profile: 101, recipient: 250, active: true, color: '#c2c2c2', pin_to_top: true },
    { user_profile: 102, recipient: 250, active: false },
    ...[101, 102, 103].map((user_profile) => ({ user_profile, recipient: 260, active: true })),
  ],
  zerver_namedusergroup: [
    { usergroup_ptr: 30, name: 'cooks', description: '' },
    { usergroup_ptr: 31, name: 'role:owners', is_system_group: true },
  ],
  zerver_usergroupmembership: [{ user_group: 30, user_profile: 102 }],
  zerver_usertopic: [{ user_profile: 101, stream: 50, topic_name: 'Lunch', visibility_policy: 3, last_updated: 1.6e9 }],
  zerver_muteduser: [{ user_profile: 101, muted_user: 102, date_muted: 1.6e9 }],
  zerver_reaction: [
    { message: 9002, user_profile: 101, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' },
    { message: 9001, user_profile: 102, emoji_name: 'parley', emoji_code: '4', reaction_type: 'realm_emoji' },
  ],
  zerver_scheduledmessage: [
    { id: 70, sender: 101, recipient: 250, subject: 'Lunch', content: 'Later, @**Ben|102**', scheduled_timestamp: 4e9 },
    {
      id: 71,
      sender: 102,
      recipient: 201,
      subject: '',
      content: 'Only Ada',
      scheduled_timestamp: 4e9,
      read_by_sender: true,
    },
    { id: 72, sender: 101, recipient: 250, subject: 'Lunch', content: 'Too late', scheduled_timestamp: 1.6e9 },
    {
      id: 73,
      sender: 101,
      recipient: 250,
      subject: 'Lunch',
      content: 'Sent',
      scheduled_timestamp: 4e9,
      delivered: true,
    },
  ],
  zerver_realmemoji: [{ id: 4, name: 'parley', author: 101, file_name: '4.png', deactivated: false }],
}

export const zulipMessage = (id: number, recipient: number, content: string, more: object = {}) => ({
  id,
  sender: 101,
  recipient,
  subject: recipient === 250 ? 'Lunch' : '\u0007',
  content,
  date_sent: 1_600_000_000.25 + id,
  ...more,
})

const edit_history = JSON.stringify([
  { user_id: 101, timestamp: 1_600_000_900, prev_content: 'Supp?' },
  { user_id: 101, timestamp: 1_600_000_800, prev_content: 'Suop?', prev_topic: 'x' },
])

export const zulipExport = (): Files => ({
  'realm.json': zulipTables,
  'attachment.json': {
    zerver_attachment: [
      {
        id: 1,
        file_name: 'notes.txt',
        path_id: '7/ab/cd/notes.txt',
        owner: 101,
        content_type: 'text/plain',
        messages: [9001],
      },
    ],
  },
  'uploads/7/ab/cd/notes.txt': 'The notes',
  'avatars/records.json': [
    { path: '7/x.png', user_profile_id: 102 },
    { path: '7/x.original', user_profile_id: 102 },
  ],
  'avatars/7/x.png': 'a picture',
  'emoji/records.json': [{ path: '7/emoji/4.png', name: 'parley', file_name: '4.png' }],
  'emoji/7/emoji/4.png': 'another picture',
  'messages-000001.json': {
    zerver_message: [
      zulipMessage(9001, 250, 'Soup, @**Ben|102**? [notes.txt](/user_uploads/7/ab/cd/notes.txt)', { edit_history }),
      zulipMessage(9002, 250, 'See https://acme.example.com/#narrow/stream/50-general/topic/Lunch/near/9001'),
    ],
    zerver_usermessage: [
      { message: 9001, user_profile: 101, flags_mask: 3 },
      { message: 9001, user_profile: 102, flags_mask: 0 },
      { message: 9002, user_profile: 102, flags_mask: 1 },
    ],
  },
  'messages-000002.json': {
    zerver_message: [
      zulipMessage(9003, 202, 'Just us'),
      zulipMessage(9004, 260, 'All three'),
      zulipMessage(9005, 201, 'A move', { sender: 5 }),
    ],
    zerver_usermessage: [],
  },
})
