import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { OWNERS_PERMISSIONS, realmPermissions } from '../../src/domain/realm/settings/permissions'
import { changeableSettings, realmSettings } from '../../src/domain/realm/settings/settings'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { newGroup } from '../support/groups'
import { OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { stopClock } from '../support/tables'

const ADMINISTRATORS_ONLY = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')

const alone = (property: string, value: unknown) => ({ type: 'realm', op: 'update', property, value })
const together = (data: object) => ({ type: 'realm', op: 'update_dict', property: 'default', data })

async function realmOf(person: Person): Promise<Json> {
  const { state } = await person.registers({ fetch_event_types: ['realm'] })
  return state
}

type Case = { said: FieldValue; kept?: unknown; told?: object }
const editing = { allow_message_editing: true, message_content_edit_limit_seconds: 600 }

/** Another value for each, and what is told of it where that is more than the value. */
const OTHER: Record<string, Case> = {
  name: { said: ' Acme, Inc. ', kept: 'Acme, Inc.' },
  description: { said: 'We make *everything*.' },
  org_type: { said: 10 },
  default_language: { said: 'de' },
  welcome_message_custom_text: { said: 'Hello!' },
  authentication_methods: {
    said: { Dev: false },
    kept: { Dev: false, Email: true },
    told: together({
      authentication_methods: { Dev: { enabled: false, available: true }, Email: { enabled: true, available: true } },
    }),
  },
  emails_restricted_to_domains: { said: true },
  invite_required: { said: false },
  disallow_disposable_email_addresses: { said: false },
  enable_spectator_access: { said: true },
  want_advertise_in_communities_directory: { said: true },
  send_welcome_emails: { said: false },
  send_channel_events_messages: { said: true },
  waiting_period_threshold: { said: 3 },
  require_unique_names: { said: true },
  name_changes_disabled: { said: true },
  email_changes_disabled: { said: true },
  avatar_changes_disabled: { said: true },
  presence_disabled: { said: true },
  enable_read_receipts: { said: false },
  enable_guest_user_indicator: { said: false },
  enable_guest_user_dm_warning: { said: false },
  allow_message_editing: { said: false, told: together({ ...editing, allow_message_editing: false }) },
  message_content_edit_limit_seconds: {
    said: 'unlimited',
    kept: null,
    told: together({ ...editing, message_content_edit_limit_seconds: null }),
  },
  message_content_delete_limit_seconds: { said: 60 },
  move_messages_within_stream_limit_seconds: { said: 'unlimited', kept: null },
  move_messages_between_streams_limit_seconds: { said: 3600 },
  message_edit_history_visibility_policy: {
    said: 'none',
    told: together({ message_edit_history_visibility_policy: 'none', allow_edit_history: false }),
  },
  message_retention_days: { said: 30 },
  topics_policy: {
    said: 'disable_empty_topic',
    told: together({ topics_policy: 'disable_empty_topic', mandatory_topics: true }),
  },
  default_code_block_language: { said: 'python' },
  inline_image_preview: { said: false },
  inline_url_embed_preview: { said: true },
  giphy_rating: { said: 0 },
  video_chat_provider: { said: 0 },
  jitsi_server_url: { said: 'https://meet.example.com' },
  digest_emails_enabled: { said: true },
  digest_weekday: { said: 6 },
  message_content_allowed_in_email_notifications: { said: false },
  require_e2ee_push_notifications: { said: true },
}

const CHANNELS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'svc_update_announcements_stream_id',
]

describe('PATCH /realm', () => {
  test('every setting is here', () => {
    expect([...Object.keys(OTHER), ...CHANNELS].sort()).toEqual(Object.keys(changeableSettings).sort())
  })

  test.for(Object.entries(OTHER))(
    '%s is changed by those whose it is to change, and everyone hears of it',
    async ([name, { said, kept = said, told = alone(name, kept) }]) => {
      const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
      const isOwners = name in realmSettings && realmSettings[name as 'name'].by === 'owners'
      const [least, most, words] = isOwners ? [ada, ben, OWNERS_ONLY] : [ben, cleo, ADMINISTRATORS_ONLY]
      await changesNothing([ada, ezra], async () => {
        expect(await most.patch('/realm', { [name]: said })).toEqual(words)
        for (const other of [dov, ezra, fig])
          expect(await other.patch('/realm', { [name]: said })).toEqual(ADMINISTRATORS_ONLY)
      })
      const heard = await receivedBy([ada, dov, ezra], async () =>
        expect(await least.patch('/realm', { [name]: said })).toEqual({ ...SUCCESS, [name]: kept }),
      )
      for (const { plain, able } of heard) for (const events of [plain, able]) expect(events).toContainEqual(told)
      // Who is a full member is told as well.
      expect(heard[2]!.able).toHaveLength(name === 'waiting_period_threshold' ? 2 : 1)
      await changesNothing([dov], async () => expect(await least.patch('/realm', { [name]: said })).toEqual(SUCCESS))
    },
  )

  const BAD: [wanted: Record<string, FieldValue>, msg: string, code?: string][] = [
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
    [{ video_chat_provider: 3 }, 'Invalid video_chat_provider'],
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
  test('what it cannot be is refused, and nothing changes, not what was asked along with it either', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const [wanted, msg, code] of BAD)
        expect(await ada.patch('/realm', { org_type: 20, ...wanted }), JSON.stringify(wanted)).toEqual(
          refusal(msg, code),
        )
    })
  })

  test('nothing asked is nothing changed, and what is no setting is said to be ignored', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([dov], async () => {
      expect(await ada.patch('/realm')).toEqual(SUCCESS)
      expect(await ada.patch('/realm', { plan_type: 10, color: 'red' })).toEqual({
        ...SUCCESS,
        ignored_parameters_unsupported: ['plan_type', 'color'],
      })
    })
  })

  test('a channel that the server is to write to is one that is there', async () => {
    const { ben, ezra, general, vault } = await freshRealm()
    for (const name of CHANNELS) {
      const { stream_id } = name.startsWith('moderation') ? vault : general
      const [heard] = await receivedBy([ezra], async () =>
        expect(await ben.patch('/realm', { [name]: stream_id })).toMatchObject({ ...SUCCESS, [name]: stream_id }),
      )
      expect(heard!.plain).toMatchObject([{ type: 'realm' }])
      succeeded(await ben.patch('/realm', { [name]: -1 }))
      expect((await realmOf(ezra))[`realm_${name}`]).toBe(-1)
    }
    expect(await ben.patch('/realm', { moderation_request_channel_id: general.stream_id })).toEqual(
      refusal('The channel for moderation requests must be private.'),
    )
  })

  test('a channel that is archived is written to no more', async () => {
    const { ada, dov, general } = await freshRealm()
    const to = general.stream_id
    succeeded(await ada.patch('/realm', { signup_announcements_stream_id: to, new_stream_announcements_stream_id: to }))
    const heard = await replays([ada, dov], () => ada.delete(`/streams/${to}`))
    for (const events of heard)
      expect(events).toEqual(
        expect.arrayContaining([
          expect.objectContaining(
            together({ signup_announcements_stream_id: -1, new_stream_announcements_stream_id: -1 }),
          ),
        ]),
      )
  })

  test('clients may say a setting in their vendor’s spelling', async () => {
    const { ada, general } = await freshRealm()
    const said = { zulip_update_announcements_stream_id: general.stream_id }
    expect(await ada.patch('/realm', said)).toMatchObject({ ...SUCCESS, ...said })
    expect((await realmOf(ada)).realm_svc_update_announcements_stream_id).toBe(general.stream_id)
  })
})

describe('PATCH /realm, permissions', () => {
  test.for(Object.entries(realmPermissions))('%s is given and taken as its line says', async ([name, rules]) => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const isOwners = OWNERS_PERMISSIONS.some((each) => each === name)
    const [least, most, words] = isOwners ? [ada, ben, OWNERS_ONLY] : [ben, cleo, ADMINISTRATORS_ONLY]
    const allowed = rules.allowed_system_groups
    const old = (await realmOf(ada))[`realm_${name}`]
    const some = allowed.length > 0 ? allowed : (['role:moderators', 'role:administrators'] as const)
    const to = some.map((each) => SYSTEM_GROUPS[each]).find((id) => id !== old)!
    await changesNothing([dov], async () => expect(await most.patch('/realm', { [name]: { new: to } })).toEqual(words))
    const heard = await receivedBy([ada, dov], async () =>
      expect(await least.patch('/realm', { [name]: { new: to, old } })).toEqual({ ...SUCCESS, [name]: to }),
    )
    for (const { plain, able } of heard)
      for (const events of [plain, able]) expect(events).toContainEqual(together({ [name]: to }))
    const people = { direct_members: [dov.id, ada.id], direct_subgroups: [await newGroup(ada, 'bakers')] }
    const kept = { ...people, direct_members: [ada.id, dov.id] }
    const refused = { code: 'SYSTEM_GROUP_REQUIRED', setting_name: name }
    const { require_system_group } = rules
    expect(await least.patch('/realm', { [name]: { new: people } })).toMatchObject(
      require_system_group ? refused : { ...SUCCESS, [name]: kept },
    )
    expect((await realmOf(ezra))[`realm_${name}`]).toEqual(require_system_group ? to : kept)
    for (const [group, isAllowed] of [
      ['role:internet', rules.allow_internet_group],
      ['role:nobody', rules.allow_nobody_group],
      ['role:everyone', rules.allow_everyone_group],
    ] as const) {
      const fits = isAllowed && (allowed.length === 0 || allowed.includes(group))
      const answer = await least.patch('/realm', { [name]: { new: SYSTEM_GROUPS[group] } })
      expect(answer.result, group).toBe(fits ? 'success' : 'error')
    }
  })
})

const messagesSeenBy = async (person: Person): Promise<number> =>
  succeeded(await person.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })).messages.length
const realmTime = async (person: Person): Promise<number> =>
  succeeded(await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages[0].timestamp

describe('what follows from the realm’s settings', () => {
  test('who has to wait to be a full member, and sees a channel by being one, is told', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    await newChannel(ada, 'circle', [ada], {
      invite_only: true,
      can_subscribe_group: SYSTEM_GROUPS['role:fullmembers'],
    })
    const heard = await replays([ada, cleo, dov, ezra], async () => {
      succeeded(await ada.patch('/realm', { waiting_period_threshold: 3 }))
    })
    const group_id = SYSTEM_GROUPS['role:fullmembers']
    expect(heard[4]).toContainEqual(
      expect.objectContaining({ type: 'user_group', op: 'remove_members', group_id, user_ids: [dov.id, fig.id] }),
    )
    expect(heard[4]).toContainEqual(expect.objectContaining({ type: 'stream', op: 'delete' }))
    await replays([ada, dov], () => ada.patch('/realm', { waiting_period_threshold: 0 }))
    expect((await dov.get('/streams', { include_all: true })).streams).toHaveLength(2)
  })

  test('without passwords nobody logs in by one, and without addresses nobody by address', async () => {
    const { realm, ada, dov } = await freshRealm()
    const { email: username, password } = dov.account
    await replays([ada, dov], () => ada.patch('/realm', { authentication_methods: { Email: false } }))
    for (const said of [password, 'a wrong password'])
      expect(await realm.post('/fetch_api_key', { username, password: said })).toEqual(
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

  test('what is kept for less long from here on is gone soon', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const sent = await realmTime(dov)
    await stopClock(realm, sent + 2 * 86_400)
    await runDurableObjectAlarm(realm.stub)
    expect(await messagesSeenBy(dov)).toBe(1)
    succeeded(await ada.patch('/realm', { message_retention_days: 1 }))
    await runDurableObjectAlarm(realm.stub)
    expect(await messagesSeenBy(dov)).toBe(0)
  })

  test('what newcomers are spoken to in is the realm’s language', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await ada.patch('/realm', { default_language: 'fr' }))
    const gwen = await realm.newPerson('gwen')
    expect((await gwen.registers()).state.user_settings.default_language).toBe('fr')
  })
})
