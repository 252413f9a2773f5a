import { describe, expect, test } from 'vitest'
import { mayPin } from '../../src/domain/writing/pins/permission-rules'
import { MAX_PINS_PER_CHANNEL, refusalOfBookmark, refusalOfPinCount } from '../../src/domain/writing/pins/rules'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'

const NO_USER = SYSTEM_GROUPS['role:nobody']
const general = {
  stream_id: 1,
  invite_only: false,
  is_web_public: false,
  is_archived: false,
  history_public_to_subscribers: true,
  permissions: {
    can_administer_channel_group: NO_USER,
    can_add_subscribers_group: NO_USER,
    can_subscribe_group: NO_USER,
    can_resolve_topics_group: NO_USER,
  },
}
const channelGroup = 90
const withPermission = (name: keyof typeof general.permissions) => ({
  ...general,
  permissions: { ...general.permissions, [name]: channelGroup },
})
const member = { user_id: 7, role: 400, is_subscribed: true, groupIds: new Set([channelGroup]) }
const guest = { ...member, role: 600 }

describe('mayPin', () => {
  const cases: [string, Parameters<typeof mayPin>, boolean][] = [
    ['a member without a permission', [general, member, false], false],
    ['a member whom the realm lets resolve topics', [general, member, true], true],
    ['a guest whom the realm lets resolve topics', [general, guest, true], true],
    [
      'a member whom the channel lets resolve topics',
      [withPermission('can_resolve_topics_group'), member, false],
      true,
    ],
    ['a member who administers the channel', [withPermission('can_administer_channel_group'), member, false], true],
    ['a guest who is named to administer it', [withPermission('can_administer_channel_group'), guest, false], false],
    ['an administrator', [general, { ...member, role: 200 }, false], true],
    [
      'an administrator in an archived channel',
      [{ ...general, is_archived: true }, { ...member, role: 200 }, true],
      false,
    ],
  ]
  test.each(cases)('%s', (_, args, expected) => {
    expect(mayPin(...args)).toBe(expected)
  })
})

describe('refusalOfBookmark', () => {
  const refusalFor = (title: string, url: string) => refusalOfBookmark({ title, url })?.message
  const ADDRESS = 'The address must be that of a web page.'

  test.each(['https://example.com/plan?x=1#y', 'http://intranet/', 'HTTPS://EXAMPLE.COM'])('%s is accepted', (url) => {
    expect(refusalFor('Plan', url)).toBeUndefined()
  })

  test.each(['', 'plan', '/plan', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'https://a b.com/'])(
    'the address %o is refused',
    (url) => {
      expect(refusalFor('Plan', url)).toBe(ADDRESS)
    },
  )

  test('a title has 1 to 100 characters', () => {
    expect(refusalFor('', 'https://example.com')).toBe('Title cannot be empty.')
    expect(refusalFor('🍕'.repeat(100), 'https://example.com')).toBeUndefined()
    expect(refusalFor('x'.repeat(101), 'https://example.com')).toBe('title is too long (limit: 100 characters)')
  })
})

test('a channel has at most 100 pins', () => {
  expect(refusalOfPinCount(MAX_PINS_PER_CHANNEL - 1)).toBeUndefined()
  expect(refusalOfPinCount(MAX_PINS_PER_CHANNEL)?.message).toBe('No more than 100 pins fit into a channel.')
})
