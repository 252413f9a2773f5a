import { toJsonSchema } from '@valibot/to-json-schema'
import { describe, expect, test } from 'vitest'
import { inVendorSpelling, specifiedProduct, spellingsOf, specifiedValue, vendorFor } from '../../src/api/vendor-names'
import { channelShape } from '../../src/domain/channels/channels/events'
import { subscriptionShape } from '../../src/domain/channels/subscriptions/events'
import { groupShape } from '../../src/domain/people/groups/events'
import { userShape } from '../../src/domain/people/users/profile'

const EXTRA = { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }
const VENDORS_EXTRA = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }

describe('a response in the vendor’s names', () => {
  test.each<[string, unknown, unknown]>([
    ['a key', { svc_version: '1' }, { svc_version: '1', zulip_version: '1' }],
    ['a key with more before it', { realm_svc_plan: 1 }, { realm_svc_plan: 1, realm_zulip_plan: 1 }],
    ['a key inside', { a: [{ svc_x: 1 }] }, { a: [{ svc_x: 1, zulip_x: 1 }] }],
    ['a key with null', { svc_x: null, a: [] }, { svc_x: null, zulip_x: null, a: [] }],
    [
      'a key that was renamed',
      { legacy_mirror_active: false },
      { legacy_mirror_active: false, zephyr_mirror_active: false },
    ],
    [
      'another such key',
      { realm_is_legacy_mirror_realm: true },
      { realm_is_legacy_mirror_realm: true, realm_is_zephyr_mirror_realm: true },
    ],
    ['keys that are others', { rsvc_x: 1, svc: 2, xsvc_: 3 }, { rsvc_x: 1, svc: 2, xsvc_: 3 }],
    ['an emoji', { message_id: 1, ...EXTRA, user: { id: 1 } }, { message_id: 1, ...VENDORS_EXTRA, user: { id: 1 } }],
    ['several emoji', { reactions: [EXTRA, EXTRA] }, { reactions: [VENDORS_EXTRA, VENDORS_EXTRA] }],
    [
      'a custom emoji of that name',
      { emoji_name: 'svc', emoji_code: '7', reaction_type: 'realm_emoji' },
      { emoji_name: 'svc', emoji_code: '7', reaction_type: 'realm_emoji' },
    ],
    ['a sound', { notification_sound: 'svc' }, { notification_sound: 'zulip' }],
    ['another sound', { notification_sound: 'ding' }, { notification_sound: 'ding' }],
    [
      'the sounds',
      { available_notification_sounds: ['chime', 'ding', 'svc'] },
      { available_notification_sounds: ['chime', 'ding', 'zulip'] },
    ],
    [
      'a sound that changed',
      { property: 'notification_sound', value: 'svc', id: 1 },
      { property: 'notification_sound', value: 'zulip', id: 1 },
    ],
    [
      'a sound that changed, for an older client',
      { notification_name: 'notification_sound', setting: 'svc' },
      { notification_name: 'notification_sound', setting: 'zulip' },
    ],
    ['another setting', { property: 'full_name', value: 'svc' }, { property: 'full_name', value: 'svc' }],
    [
      'a bot’s configuration',
      { config_data: { svc_x: 'a "quote\\', reaction_type: 'svc_extra_emoji' }, svc_x: 1 },
      { config_data: { svc_x: 'a "quote\\', reaction_type: 'svc_extra_emoji' }, svc_x: 1, zulip_x: 1 },
    ],
    ['what a sender wrote', { content: '{"svc_version": 1}' }, { content: '{"svc_version": 1}' }],
    [
      'a value that a sender wrote',
      { content: JSON.stringify(EXTRA), topic: '"reaction_type":"svc_extra_emoji"' },
      { content: JSON.stringify(EXTRA), topic: '"reaction_type":"svc_extra_emoji"' },
    ],
    [
      'an address beside a key',
      { svc_version: '1', presences: { 'svc_bot@example.com': 1 } },
      { svc_version: '1', zulip_version: '1', presences: { 'svc_bot@example.com': 1 } },
    ],
  ])('has %s', (_, specified, sent) => {
    expect(JSON.parse(inVendorSpelling(JSON.stringify(specified), 'zulip'))).toEqual(sent)
  })

  test('has only the specification’s names without a vendor', () => {
    const json = JSON.stringify({ svc_version: '1', ...EXTRA, legacy_mirror_active: false })
    expect(inVendorSpelling(json, '')).toBe(json)
  })

  test('has the specification’s form of files without a vendor', () => {
    const file = {
      size: 5,
      create_time: 17,
      messages: [
        { date_sent: 18, id: 1 },
        { date_sent: 19, id: 2 },
      ],
      message_ids: [1, 2],
    }
    const unused = { create_time: 20, messages: [], message_ids: [] }
    const text = { content: JSON.stringify(file), create_time: 21 }
    const json = JSON.stringify([file, unused, text])
    expect(inVendorSpelling(json, 'zulip')).toBe(json)
    expect(JSON.parse(inVendorSpelling(json, ''))).toEqual([
      {
        size: 5,
        create_time: 17_000,
        messages: [
          { date_sent: 18_000, id: 1 },
          { date_sent: 19_000, id: 2 },
        ],
      },
      { create_time: 20_000, messages: [] },
      text,
    ])
  })

  test('is unchanged if it contains no such name', () => {
    const json = '{"n":1.0,"content":"svc_x"}'
    expect(inVendorSpelling(json, 'zulip')).toBe(json)
  })

  test('takes linear time', () => {
    const texts = [
      { content: '"svc_'.repeat(20_000), more: '_'.repeat(500_000) },
      { content: '"config_data":{"a":"'.repeat(50_000), svc_x: 1 },
      { create_time: 1, content: '"create_time":1,"messages":['.repeat(20_000) },
      { create_time: 1, messages: Array.from({ length: 50_000 }, () => ({ date_sent: 1, id: 1 })) },
      { config_data: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 'svc'])) },
    ]
    for (const text of texts) {
      const json = JSON.stringify(text)
      const start = performance.now()
      for (const vendor of ['zulip', '']) inVendorSpelling(json, vendor)
      expect(performance.now() - start, json.slice(0, 30)).toBeLessThan(1000)
    }
  })
})

describe('a request in the vendor’s names', () => {
  test.each([
    ['reaction_type', 'zulip_extra_emoji', 'svc_extra_emoji'],
    ['reaction_type', 'svc_extra_emoji', 'svc_extra_emoji'],
    ['emoji_code', 'zulip', 'svc'],
    ['notification_sound', 'zulip', 'svc'],
    ['notification_sound', 'ding', 'ding'],
    // A custom emoji, a topic and a user can have this name.
    ['emoji_name', 'zulip', 'zulip'],
    ['topic', 'zulip', 'zulip'],
    ['content', 'zulip_extra_emoji', 'zulip_extra_emoji'],
    ['full_name', 'zulip_x', 'zulip_x'],
  ])('%s=%s means %s', (name, sent, specified) => {
    expect(specifiedValue(name, sent, 'zulip')).toBe(specified)
  })

  test('has no other spelling without a vendor', () => {
    expect(specifiedValue('notification_sound', 'zulip', '')).toBe('zulip')
    expect(specifiedValue('notification_sound', '', '')).toBe('')
  })

  test('can have each parameter in both spellings, if the deployment has a vendor', () => {
    expect(spellingsOf('svc_x', 'zulip')).toEqual(['svc_x', 'zulip_x'])
    expect(spellingsOf('svc_x', '')).toEqual(['svc_x'])
    expect(spellingsOf('x', 'zulip')).toEqual(['x'])
  })
})

test.each([
  ['ZulipMobile/27.0 (Android 14)', 'zulip'],
  ['Mozilla/5.0', 'zulip'],
  ['', 'zulip'],
  [null, 'zulip'],
  ['SvcMobile/27.0', ''],
  ['svc-conformance', ''],
])('a client that calls itself %j gets the names of %j', (user_agent, vendor) => {
  expect(vendorFor(user_agent, 'zulip')).toBe(vendor)
})

test.each([
  ['ZulipMobile', 'zulip', 'SvcMobile'],
  ['zulip', 'zulip', 'Svc'],
  ['SvcMobile', 'zulip', 'SvcMobile'],
  ['ZulipMobile', '', 'ZulipMobile'],
  ['curl', 'zulip', 'curl'],
])('the product %s of the vendor %j is %s', (product, vendor, specified) => {
  expect(specifiedProduct(product, vendor)).toBe(specified)
})

test.each([
  ['users', userShape],
  ['channels', channelShape],
  ['subscriptions', subscriptionShape],
  ['groups', groupShape],
])('lists of %s have no name to spell, so the Worker does not search them', (_, shape) => {
  expect(JSON.stringify(toJsonSchema(shape, { errorMode: 'ignore' }))).not.toMatch(/svc|legacy_mirror/)
})
