import { describe, expect, test } from 'vitest'
import {
  canChangeSettings,
  changedNames,
  hasMethod,
  methodStates,
  refusalOfChannel,
  refusalOfMethods,
  refusalOfValues,
  settingEvents,
} from '../../src/domain/organization/settings/rules'
import { ADMINISTRATOR, OWNER } from '../../src/domain/people/users/user'
import { mapTable } from '../../src/api/table'
import { realmSettings, type RealmSettings } from '../../src/domain/realm/settings/settings'

const METHODS = ['Dev', 'Email'] as const
const SETTINGS = mapTable(realmSettings, ({ initial }) => initial) as RealmSettings

describe('permission to change settings', () => {
  test.for([
    [{ name: 'Acme' }, true],
    [{ authentication_methods: { Dev: false } }, false],
    [{ string_id: 'acme' }, false],
    [{ can_create_groups: { new: 1 } }, false],
    [{ can_add_custom_emoji_group: { new: 1 } }, true],
  ] as const)('owners can change %j, and administrators: %s', ([changes, forAdministrators]) => {
    expect(canChangeSettings(OWNER, changes)).toBe(true)
    expect(canChangeSettings(ADMINISTRATOR, changes)).toBe(forAdministrators)
  })
})

describe('refusals of values', () => {
  test.for<[values: Partial<RealmSettings>, refusal: string | undefined]>([
    [{}, undefined],
    [{ name: 'Acme', default_language: 'de' }, undefined],
    [{ name: '' }, "The organization's name cannot be blank."],
    [{ default_language: 'klingon' }, "Invalid language 'klingon'"],
  ])('%j: %s', ([values, refusal]) => {
    expect(refusalOfValues(values)?.message).toBe(refusal)
  })

  test.for([
    [{ Dev: false, Email: true }, true],
    [{ Dev: false, Email: false }, false],
    [{ GitHub: true }, false],
  ] as const)('the methods %j suffice: %s', ([enabled, suffices]) => {
    expect(hasMethod(enabled, METHODS)).toBe(suffices)
  })

  test.for([
    [undefined, undefined],
    [{ Email: false }, undefined],
    [{ GitHub: true }, 'Invalid authentication method: GitHub. Valid methods are: Dev, Email.'],
  ] as const)('authentication methods %j: %s', ([requested, refusal]) => {
    expect(refusalOfMethods(requested, METHODS)?.message).toBe(refusal)
  })
})

describe('refusals of channels for messages of the server', () => {
  const channel = (changes: object) => ({ is_archived: false, invite_only: false, ...changes }) as never
  test.for([
    ['signup_announcements_stream_id', channel({}), undefined],
    ['signup_announcements_stream_id', undefined, 'Invalid channel ID'],
    ['signup_announcements_stream_id', channel({ is_archived: true }), 'Invalid channel ID'],
    ['moderation_request_channel_id', channel({}), 'The channel for moderation requests must be private.'],
    ['moderation_request_channel_id', channel({ invite_only: true }), undefined],
  ] as const)('%s, %j: %s', ([name, value, refusal]) => {
    expect(refusalOfChannel(name, value)?.message).toBe(refusal)
  })
})

describe('changed settings', () => {
  test.for<[requested: Partial<RealmSettings>, changed: string[]]>([
    [{}, []],
    [{ name: SETTINGS.name }, []],
    [{ authentication_methods: { ...SETTINGS.authentication_methods } }, []],
    [{ topics_policy: 'disable_empty_topic', name: 'Acme' }, ['name', 'topics_policy']],
  ])('of %j are %j', ([requested, changed]) => {
    expect(changedNames(SETTINGS, requested).toSorted()).toEqual(changed)
  })

  test('have an event each, or share one with the fields of older clients', () => {
    const { alone, together } = settingEvents(['name', 'topics_policy', 'allow_message_editing'], {
      settings: { ...SETTINGS, topics_policy: 'disable_empty_topic' },
      methods: METHODS,
      rendered_description: '',
    })
    expect(alone).toEqual(['name'])
    expect(together).toEqual([
      { allow_message_editing: true, message_content_edit_limit_seconds: 600 },
      { topics_policy: 'disable_empty_topic', mandatory_topics: true },
    ])
  })

  test('of authentication methods list all methods of the server', () => {
    expect(methodStates({ Email: true, GitHub: true }, METHODS)).toEqual({
      Dev: { enabled: false, available: true },
      Email: { enabled: true, available: true },
    })
  })
})
