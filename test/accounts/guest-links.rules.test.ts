import { describe, expect, test } from 'vitest'
import { channelNameOf, followsTopic } from '../../src/domain/accounts/invitations/guest-link-rules'

const MEMBER = 400
const GUEST = 600

describe('channelNameOf', () => {
  test.for<[string, number, string]>([
    ['offer', 1, 'offer'],
    ['offer', 2, 'offer 2'],
    ['✔ offer', 1, 'offer'],
    ['✔ ', 1, 'general chat'],
    ['', 1, 'general chat'],
    ['', 12, 'general chat 12'],
    ['x'.repeat(60), 1, 'x'.repeat(60)],
    ['x'.repeat(60), 10, `${'x'.repeat(57)} 10`],
    [`${'x'.repeat(57)} yz`, 2, `${'x'.repeat(57)} 2`],
    ['😀'.repeat(60), 2, `${'😀'.repeat(58)} 2`],
  ])('%j, %d', ([topic, tries, name]) => {
    expect(channelNameOf(topic, tries)).toBe(name)
  })
})

describe('followsTopic', () => {
  const user: Parameters<typeof followsTopic>[1]['user'] = {
    user_id: 10,
    role: MEMBER,
    is_active: true,
    is_system_bot: false,
  }
  test.for<[string, boolean, Partial<typeof user>, boolean, boolean]>([
    ['a member of a public channel who wrote', false, {}, true, true],
    ['a member of a public channel who did not write', false, {}, false, false],
    ['a member of a private channel who did not write', true, {}, false, true],
    ['a guest of a private channel who wrote', true, { role: GUEST }, true, true],
    ['a guest of a private channel who did not write', true, { role: GUEST }, false, false],
    ['a deactivated user', true, { is_active: false }, true, false],
    ['a bot of the server', true, { is_system_bot: true }, true, false],
  ])('%s', ([, invite_only, more, isSender, follows]) => {
    expect(followsTopic({ invite_only }, { user: { ...user, ...more }, isSender })).toBe(follows)
  })
})
