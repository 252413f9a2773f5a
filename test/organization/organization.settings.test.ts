import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { PERMISSIONS_FOR_OWNERS, realmPermissions } from '../../src/domain/realm/settings/permissions'
import { changeableSettings, realmSettings } from '../../src/domain/realm/settings/settings'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { newGroup } from '../support/groups'
import { OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { withPasskey } from '../support/passkeys'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { stopClock } from '../support/clock'

const ADMINISTRATORS_ONLY = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')

const updateOf = (property: string, value: unknown) => ({ type: 'realm', op: 'update', property, value })
const updatesOf = (data: object) => ({ type: 'realm', op: 'update_dict', property: 'default', data })

async function realmState(person: Person): Promise<Json> {
  const { state } = await person.registers({ fetch_event_types: ['realm'] })
  return state
}

type Change = { value: FieldValue; stored?: unknown; event?: object }
const editing = { allow_message_editing: true, message_content_edit_limit_seconds: 600 }

/** Another value for each setting, and the event about it if that has more than the value. */
const CHANGES: Record<string, Change> = {
  name: { value: ' Acme, Inc. ', stored: 'Acme, Inc.' },
  description: {
    value: 'We make *everything*.',
    event: updatesOf({
      description: 'We make *everything*.',
      rendered_description: '<p>We make <em>everything</em>.</p>',
    }),
  },
  org_type: { value: 10 },
  default_language: { value: 'de' },
  welcome_message_custom_text: { value: 'Hello!' },
  authentication_methods: {
    value: { Dev: false },
    stored: { Dev: false, Email: true },
    event: updatesOf({
      authentication_methods: { Dev: { enabled: false, available: true }, Email: { enabled: true, available: true } },
    }),
  },
  emails_restricted_to_domains: { value: true },
  invite_required: { value: false },
  disallow_disposable_email_addresses: { value: false },
  enable_spectator_access: { value: true },
  parley_public_pages_indexed: { value: true },
  want_advertise_in_communities_directory: { value: true },
  send_welcome_emails: { value: false },
  send_channel_events_messages: { value: true },
  waiting_period_threshold: { value: 3 },
  parley_passkey_login: { value: false },
  parley_factor_required_of: { value: 'owners' },
  parley_factor_required: { value: 'passkey' },
  parley_session_idle_days: { value: 7 },
  parley_session_absolute_days: { value: 30 },
  parley_keep_in_browsers: { value: false },
  parley_scim_manages_owners: { value: true },
  parley_agents_enabled: { value: false },
  parley_audit_log_days: { value: 30 },
  parley_language_model: { value: 'platform' },
  parley_language_model_url: { value: 'https://models.example.com/v1/chat/completions' },
  parley_language_model_name: { value: 'small' },
  parley_speech_model_name: { value: 'whisper-1' },
  parley_language_model_requests: { value: 20 },
  parley_gif_service: { value: 'giphy' },
  parley_gif_url: { value: 'https://gifs.example.com/v2' },
  require_unique_names: { value: true },
  name_changes_disabled: { value: true },
  email_changes_disabled: { value: true },
  avatar_changes_disabled: { value: true },
  default_avatar_source: { value: 'J' },
  presence_disabled: { value: true },
  enable_read_receipts: { value: false },
  enable_guest_user_indicator: { value: false },
  enable_guest_user_dm_warning: { value: false },
  allow_message_editing: { value: false, event: updatesOf({ ...editing, allow_message_editing: false }) },
  message_content_edit_limit_seconds: {
    value: 'unlimited',
    stored: null,
    event: updatesOf({ ...editing, message_content_edit_limit_seconds: null }),
  },
  message_content_delete_limit_seconds: { value: 60 },
  move_messages_within_stream_limit_seconds: { value: 'unlimited', stored: null },
  move_messages_between_streams_limit_seconds: { value: 3600 },
  message_edit_history_visibility_policy: {
    value: 'none',
    event: updatesOf({ message_edit_history_visibility_policy: 'none', allow_edit_history: false }),
  },
  message_retention_days: { value: 30 },
  topics_policy: {
    value: 'disable_empty_topic',
    event: updatesOf({ topics_policy: 'disable_empty_topic', mandatory_topics: true }),
  },
  default_code_block_language: { value: 'python' },
  inline_image_preview: { value: false },
  inline_url_embed_preview: { value: true },
  media_preview_size: { value: 150 },
  gif_rating_policy: { value: 4, event: updatesOf({ gif_rating_policy: 4, giphy_rating: 5 }) },
  video_chat_provider: { value: 0 },
  jitsi_server_url: { value: 'https://meet.example.com' },
  digest_emails_enabled: { value: true },
  digest_weekday: { value: 6 },
  message_content_allowed_in_email_notifications: { value: false },
  require_e2ee_push_notifications: { value: true },
}

const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'svc_update_announcements_stream_id',
]

const WITH_ANOTHER_EVENT = ['waiting_period_threshold', 'presence_disabled']

describe('PATCH /realm', () => {
  test('this test knows every setting', () => {
    expect([...Object.keys(CHANGES), ...CHANNEL_SETTINGS].sort()).toEqual(Object.keys(changeableSettings).sort())
  })

  test.for(Object.entries(CHANGES))(
    'changes %s for owners or administrators only, and publishes it to all users',
    async ([name, { value, stored = value, event = updateOf(name, stored) }]) => {
      const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
      const isForOwners = name in realmSettings && realmSettings[name as 'name'].changedBy === 'owners'
      // An owner can require only what the owner has.
      if (name.startsWith('parley_factor_')) await withPasskey(ada)
      const [permitted, refused, answer] = isForOwners ? [ada, ben, OWNERS_ONLY] : [ben, cleo, ADMINISTRATORS_ONLY]
      await changesNothing([ada, ezra], async () => {
        expect(await refused.patch('/realm', { [name]: value })).toEqual(answer)
        for (const other of [dov, ezra, fig])
          expect(await other.patch('/realm', { [name]: value })).toEqual(ADMINISTRATORS_ONLY)
      })
      const received = await receivedBy([ada, dov, ezra], async () =>
        expect(await permitted.patch('/realm', { [name]: value })).toEqual({ ...SUCCESS, [name]: stored }),
      )
      for (const { plain, able } of received) for (const events of [plain, able]) expect(events).toContainEqual(event)
      // A new waiting period also publishes who is a full member, and `presence_disabled` has a second name.
      expect(received[2]!.able).toHaveLength(WITH_ANOTHER_EVENT.includes(name) ? 2 : 1)
      await changesNothing([dov], async () =>
        expect(await permitted.patch('/realm', { [name]: value })).toEqual(SUCCESS),
      )
    },
  )

  test('the organization has a UUID of version 4, which stays', async () => {
    const { ada, dov } = await freshRealm()
    const { realm_uuid } = await realmState(dov)
    expect(realm_uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    succeeded(await ada.patch('/realm', { name: 'Another name' }))
    expect((await realmState(ada)).realm_uuid).toBe(realm_uuid)
  })

  test('the ratings of GIFs also have their older form', async () => {
    const { ada } = await freshRealm()
    const { gif_rating_policy_options, ...state } = await realmState(ada)
    expect(gif_rating_policy_options.g).toEqual({ name: 'Allow GIFs rated G (General audience)', id: 1 })
    expect(gif_rating_policy_options).not.toHaveProperty('y')
    expect(state).toMatchObject({ realm_gif_rating_policy: 1, realm_giphy_rating: 2 })
    expect(state.giphy_rating_options.g.id).toBe(2)
    await replays([ada], async () => succeeded(await ada.patch('/realm', { gif_rating_policy: 0 })))
    expect(await realmState(ada)).toMatchObject({ realm_gif_rating_policy: 0, realm_giphy_rating: 0 })
    expect(await ada.patch('/realm', { giphy_rating: 5 })).toEqual({ ...SUCCESS, gif_rating_policy: 4 })
    expect(await ada.patch('/realm', { gif_rating_policy: 5 })).toEqual(refusal('Invalid gif_rating_policy'))
    const whole = (await ada.registers()).state
    expect([whole.tenor_api_key, whole.klipy_api_key, whole.giphy_api_key]).toEqual(['', '', ''])
  })

  const INVALID: [params: Record<string, FieldValue>, msg: string, code?: string][] = [
    [{ name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    [{ name: ' ' }, "The organization's name cannot be blank."],
    [{ description: 'x'.repeat(1001) }, 'description is too long (limit: 1000 characters)'],
    [{ org_type: 11 }, 'Invalid org_type'],
    [{ default_language: 'klingon' }, "Invalid language 'klingon'"],
    [
      { welcome_message_custom_text: 'x'.repeat(8001) },
      'welcome_message_custom_text is too long (limit: 8000 characters)',
    ],
    [{ welcome_message_custom_text: 'a\0b' }, 'welcome_message_custom_text is not text without null bytes'],
    [{ authentication_methods: { Dev: false, Email: false } }, 'At least one authentication method must be enabled.'],
    [
      { authentication_methods: { GitHub: true } },
      'Invalid authentication method: GitHub. Valid methods are: Dev, Email.',
    ],
    [{ authentication_methods: { Dev: 1 } }, 'authentication_methods["Dev"] is not a boolean'],
    [{ authentication_methods: true }, 'authentication_methods is not a dict'],
    [{ invite_required: 1 }, 'invite_required is not a boolean'],
    [{ waiting_period_threshold: -1 }, 'waiting_period_threshold is not a non-negative integer'],
    [{ message_content_edit_limit_seconds: 0 }, 'message_content_edit_limit_seconds is not a positive integer'],
    [{ message_content_edit_limit_seconds: 'never' }, 'Invalid message_content_edit_limit_seconds'],
    [{ message_content_edit_limit_seconds: null }, 'Invalid message_content_edit_limit_seconds'],
    [{ message_content_delete_limit_seconds: -1 }, 'message_content_delete_limit_seconds is not a positive integer'],
    [{ move_messages_within_stream_limit_seconds: 1.5 }, 'move_messages_within_stream_limit_seconds is not an integer'],
    [
      { move_messages_between_streams_limit_seconds: 0 },
      'move_messages_between_streams_limit_seconds is not a positive integer',
    ],
    [{ message_edit_history_visibility_policy: 'some' }, 'Invalid message_edit_history_visibility_policy'],
    [{ message_retention_days: 0 }, 'message_retention_days is not a positive integer'],
    [{ message_retention_days: 'realm_default' }, 'Invalid message_retention_days'],
    [{ topics_policy: 'inherit' }, 'Invalid topics_policy'],
    [{ default_code_block_language: 'x'.repeat(51) }, 'default_code_block_language is too long (limit: 50 characters)'],
    [{ giphy_rating: 6 }, 'Invalid giphy_rating'],
    [{ video_chat_provider: 2 }, 'Invalid video_chat_provider'],
    [{ video_chat_provider: 3 }, 'Invalid video_chat_provider 3'],
    [{ jitsi_server_url: 'meet' }, 'jitsi_server_url is not a URL'],
    [{ jitsi_server_url: 'javascript:alert(1)' }, 'jitsi_server_url is not a URL'],
    [
      { jitsi_server_url: `https://example.com/${'x'.repeat(200)}` },
      'jitsi_server_url is too long (limit: 200 characters)',
    ],
    [{ digest_weekday: 7 }, 'Invalid digest_weekday'],
    [{ moderation_request_channel_id: 99 }, 'Invalid channel ID'],
    [{ new_stream_announcements_stream_id: 3 }, 'Invalid channel ID'], // archived
    [{ signup_announcements_stream_id: -2 }, 'signup_announcements_stream_id is not a channel ID'],
    [{ string_id: 'acme' }, 'Must be a demo organization.'],
    [{ can_create_groups: { new: 99 } }, 'Invalid user group'],
    [
      { can_create_groups: { new: SYSTEM_GROUPS['role:everyone'] } },
      "'can_create_groups' setting cannot be set to 'role:everyone' group.",
    ],
    [
      { can_create_groups: { new: 6, old: 5 } },
      "'old' value does not match the expected value.",
      'EXPECTATION_MISMATCH',
    ],
    [{ can_create_groups: 6 }, 'can_create_groups is not a dict'],
  ]
  test('refuses invalid values, and changes nothing, also not the valid values of the same request', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const [params, msg, code] of INVALID)
        expect(await ada.patch('/realm', { org_type: 20, ...params }), JSON.stringify(params)).toEqual(
          refusal(msg, code),
        )
    })
  })

  test('changes nothing without parameters, and reports unknown parameters as ignored', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([dov], async () => {
      expect(await ada.patch('/realm')).toEqual(SUCCESS)
      expect(await ada.patch('/realm', { plan_type: 10, color: 'red' })).toEqual({
        ...SUCCESS,
        ignored_parameters_unsupported: ['plan_type', 'color'],
      })
    })
  })

  test('accepts only existing channels for the messages of the server', async () => {
    const { ben, ezra, general, vault } = await freshRealm()
    for (const name of CHANNEL_SETTINGS) {
      const { stream_id } = name.startsWith('moderation') ? vault : general
      const [received] = await receivedBy([ezra], async () =>
        expect(await ben.patch('/realm', { [name]: stream_id })).toMatchObject({ ...SUCCESS, [name]: stream_id }),
      )
      expect(received!.plain).toMatchObject([{ type: 'realm' }])
      succeeded(await ben.patch('/realm', { [name]: -1 }))
      expect((await realmState(ezra))[`realm_${name}`]).toBe(-1)
    }
    expect(await ben.patch('/realm', { moderation_request_channel_id: general.stream_id })).toEqual(
      refusal('The channel for moderation requests must be private.'),
    )
  })

  test('resets these settings when the channel is archived', async () => {
    const { ada, dov, general } = await freshRealm()
    const to = general.stream_id
    succeeded(await ada.patch('/realm', { signup_announcements_stream_id: to, new_stream_announcements_stream_id: to }))
    const received = await replays([ada, dov], () => ada.delete(`/streams/${to}`))
    for (const events of received)
      expect(events).toEqual(
        expect.arrayContaining([
          expect.objectContaining(
            updatesOf({ signup_announcements_stream_id: -1, new_stream_announcements_stream_id: -1 }),
          ),
        ]),
      )
  })

  test('accepts a setting with the vendor’s spelling', async () => {
    const { ada, general } = await freshRealm()
    const params = { zulip_update_announcements_stream_id: general.stream_id }
    expect(await ada.patch('/realm', params)).toMatchObject({ ...SUCCESS, ...params })
    expect((await realmState(ada)).realm_svc_update_announcements_stream_id).toBe(general.stream_id)
  })
})

describe('PATCH /realm, permissions', () => {
  test.for(Object.entries(realmPermissions))('%s accepts the groups that its rules allow', async ([name, rules]) => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const isForOwners = PERMISSIONS_FOR_OWNERS.some((permission) => permission === name)
    const [permitted, refused, answer] = isForOwners ? [ada, ben, OWNERS_ONLY] : [ben, cleo, ADMINISTRATORS_ONLY]
    const allowed = rules.allowed_system_groups
    const old = (await realmState(ada))[`realm_${name}`]
    const candidates = allowed.length > 0 ? allowed : (['role:moderators', 'role:administrators'] as const)
    const to = candidates.map((group) => SYSTEM_GROUPS[group]).find((id) => id !== old)!
    await changesNothing([dov], async () =>
      expect(await refused.patch('/realm', { [name]: { new: to } })).toEqual(answer),
    )
    const received = await receivedBy([ada, dov], async () =>
      expect(await permitted.patch('/realm', { [name]: { new: to, old } })).toEqual({ ...SUCCESS, [name]: to }),
    )
    for (const { plain, able } of received)
      for (const events of [plain, able]) expect(events).toContainEqual(updatesOf({ [name]: to }))
    const people = { direct_members: [dov.id, ada.id], direct_subgroups: [await newGroup(ada, 'bakers')] }
    const stored = { ...people, direct_members: [ada.id, dov.id] }
    const systemGroupRequired = { code: 'SYSTEM_GROUP_REQUIRED', setting_name: name }
    const { require_system_group } = rules
    expect(await permitted.patch('/realm', { [name]: { new: people } })).toMatchObject(
      require_system_group ? systemGroupRequired : { ...SUCCESS, [name]: stored },
    )
    expect((await realmState(ezra))[`realm_${name}`]).toEqual(require_system_group ? to : stored)
    for (const [group, isAllowed] of [
      ['role:internet', rules.allow_internet_group],
      ['role:nobody', rules.allow_nobody_group],
      ['role:everyone', rules.allow_everyone_group],
    ] as const) {
      const isAccepted = isAllowed && (allowed.length === 0 || allowed.includes(group))
      const response = await permitted.patch('/realm', { [name]: { new: SYSTEM_GROUPS[group] } })
      expect(response.result, group).toBe(isAccepted ? 'success' : 'error')
    }
  })
})

const countVisibleMessages = async (person: Person): Promise<number> =>
  succeeded(await person.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })).messages.length
const realmTime = async (person: Person): Promise<number> =>
  succeeded(await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages[0].timestamp

describe('the effects of settings', () => {
  test('a new waiting period publishes which users are full members, and which channels they see', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    await newChannel(ada, 'circle', [ada], {
      invite_only: true,
      can_subscribe_group: SYSTEM_GROUPS['role:fullmembers'],
    })
    const received = await replays([ada, cleo, dov, ezra], async () => {
      succeeded(await ada.patch('/realm', { waiting_period_threshold: 3 }))
    })
    const group_id = SYSTEM_GROUPS['role:fullmembers']
    expect(received[4]).toContainEqual(
      expect.objectContaining({ type: 'user_group', op: 'remove_members', group_id, user_ids: [dov.id, fig.id] }),
    )
    expect(received[4]).toContainEqual(expect.objectContaining({ type: 'stream', op: 'delete' }))
    await replays([ada, dov], () => ada.patch('/realm', { waiting_period_threshold: 0 }))
    expect((await dov.get('/streams', { include_all: true })).streams).toHaveLength(2)
  })

  test('a disabled authentication method refuses all logins', async () => {
    const { realm, ada, dov } = await freshRealm()
    const { email: username, password } = dov.account
    await replays([ada, dov], () => ada.patch('/realm', { authentication_methods: { Email: false } }))
    for (const attempt of [password, 'a wrong password'])
      expect(await realm.post('/fetch_api_key', { username, password: attempt })).toEqual(
        refusal('Password authentication is disabled in this organization.', 'PASSWORD_AUTH_DISABLED'),
      )
    succeeded(await realm.post('/dev_fetch_api_key', { username }))
    const settings: Json = await (await realm.request('/server_settings')).json()
    expect(settings).toMatchObject({
      email_auth_enabled: false,
      authentication_methods: { email: false, password: false },
    })
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: true, Dev: false } }))
    expect(await realm.post('/dev_fetch_api_key', { username })).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
    succeeded(await realm.post('/fetch_api_key', { username, password }))
  })

  test('a shorter retention period deletes old messages soon', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const sent = await realmTime(dov)
    await stopClock(realm, sent + 2 * 86_400)
    await runDurableObjectAlarm(realm.stub)
    expect(await countVisibleMessages(dov)).toBe(1)
    succeeded(await ada.patch('/realm', { message_retention_days: 1 }))
    await runDurableObjectAlarm(realm.stub)
    expect(await countVisibleMessages(dov)).toBe(0)
  })

  test('new users get the default language of the organization', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await ada.patch('/realm', { default_language: 'fr' }))
    const gwen = await realm.newPerson('gwen')
    expect((await gwen.registers()).state.user_settings.default_language).toBe('fr')
  })
})
