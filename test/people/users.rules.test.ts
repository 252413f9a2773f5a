import { describe, expect, test } from 'vitest'
import { apiEmailOf } from '../../src/domain/people/users/storage'
import {
  canSeeRealEmail,
  isAdministrator,
  isGuest,
  isHumanClient,
  refusalOfEmail,
  refusalOfName,
  refusalOfPassword,
} from '../../src/domain/people/users/rules'
import {
  ADMINISTRATOR,
  GUEST,
  MEMBER,
  MODERATOR,
  OWNER,
  ROLES,
  type EmailVisibility,
  type User,
} from '../../src/domain/people/users/user'
import { avatarUrlFor } from '../../src/domain/people/users/avatar'
import { wireTime } from '../../src/domain/people/users/profile'

const member: User = {
  user_id: 7,
  delivery_email: 'dov@example.com',
  email: 'dov@example.com',
  full_name: 'Dov',
  role: MEMBER,
  is_active: true,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  is_system_bot: false,
  can_create_users: false,
  can_change_user_emails: false,
  date_joined: 0,
  timezone: '',
  avatar_source: 'G',
  avatar_version: 1,
  avatar_hash: 'abc',
  email_address_visibility: 1,
  profile_data: {},
  standing: 'claimed',
  guest_link_id: null,
}

describe('roles', () => {
  test.for([
    { role: OWNER, administrator: true, guest: false },
    { role: ADMINISTRATOR, administrator: true, guest: false },
    { role: MODERATOR, administrator: false, guest: false },
    { role: MEMBER, administrator: false, guest: false },
    { role: GUEST, administrator: false, guest: true },
  ] as const)('$role: administrator $administrator, guest $guest', ({ role, administrator, guest }) => {
    expect({ administrator: isAdministrator({ role }), guest: isGuest({ role }) }).toEqual({ administrator, guest })
  })
})

describe('canSeeRealEmail', () => {
  //                                        owner, administrator, moderator, member, guest
  const table: Record<EmailVisibility, boolean[]> = {
    1: [true, true, true, true, true],
    2: [true, true, true, true, false],
    3: [true, true, false, false, false],
    4: [false, false, false, false, false],
    5: [true, true, true, false, false],
  }
  const visibilities: EmailVisibility[] = [1, 2, 3, 4, 5]

  test.for(visibilities)('visibility %i', (email_address_visibility) => {
    const target = { ...member, email_address_visibility }
    expect(ROLES.map((role) => canSeeRealEmail({ user_id: 8, role }, target))).toEqual(table[email_address_visibility])
  })

  test('every user sees their own address, and the address of any bot', () => {
    for (const email_address_visibility of visibilities) {
      const target = { ...member, email_address_visibility }
      expect(canSeeRealEmail({ user_id: member.user_id, role: GUEST }, target)).toBe(true)
      expect(canSeeRealEmail({ user_id: 8, role: GUEST }, { ...target, is_bot: true })).toBe(true)
    }
  })
})

describe('apiEmailOf', () => {
  test('is the real address only if all users can see it, or if the user is a bot', () => {
    for (const email_address_visibility of [2, 3, 4, 5] as const) {
      const hidden = { ...member, email_address_visibility }
      expect(apiEmailOf(hidden, 'acme.test')).toBe('user7@acme.test')
      expect(apiEmailOf({ ...hidden, is_bot: true }, 'acme.test')).toBe('dov@example.com')
    }
    expect(apiEmailOf(member, 'acme.test')).toBe('dov@example.com')
  })
})

describe('avatarUrlFor', () => {
  test('is null only for a Gravatar, and a client that computes its URL', () => {
    expect(avatarUrlFor(member, true)).toBeNull()
    expect(avatarUrlFor(member, false)).toBe('https://secure.gravatar.com/avatar/abc?d=identicon&version=1')
    const uploaded = { ...member, avatar_source: 'U', avatar_version: 3 } as const
    for (const clientComputes of [true, false])
      expect(avatarUrlFor(uploaded, clientComputes)).toBe('/user_avatars/abc.png?version=3')
  })
})

describe('refusalOfName', () => {
  test.for([
    ['Ada', undefined],
    ['Жанна Д’Арк', undefined],
    ['O’Brien-Smith, Jr.', undefined],
    ['<img src=x onerror=alert(1)', undefined], // harmless: clients never interpret a name as HTML
    ['Gwen|', undefined],
    ['Gwen|12a', undefined],
    ['12', undefined],
    ['🐙'.repeat(100), undefined],
    ['', 'Bad name or username'],
    ['x', 'Name too short!'],
    ['x'.repeat(101), 'Name too long!'],
    ['a*b', 'Invalid characters in name!'],
    ['a`b', 'Invalid characters in name!'],
    ['a\\b', 'Invalid characters in name!'],
    ['a>b', 'Invalid characters in name!'],
    ['a"b', 'Invalid characters in name!'],
    ['a@b', 'Invalid characters in name!'],
    ['a\nb', 'Invalid characters in name!'],
    ['a\u007fb', 'Invalid characters in name!'],
    ['a\ud800b', 'Invalid characters in name!'],
    ['Gwen|12', 'Invalid format!'],
  ] as const)('%j: %s', ([name, msg]) => {
    expect(refusalOfName(name)?.refusal.msg).toBe(msg)
  })
})

describe('refusalOfEmail', () => {
  test.for([
    'a@b',
    'ada@example.com',
    "o'brien+tag@mail.example.co.uk",
    'A_B@x-y.test',
    `${'x'.repeat(242)}@example.com`,
  ])('%s is valid', (email) => expect(refusalOfEmail(email)).toBeUndefined())

  test.for([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a@b@c',
    'a da@example.com',
    'ada@-example.com',
    'ada@example..com',
    'ada@example.com.',
    'ada@exa_mple.com',
    '<ada@example.com>',
    'ada@example.com\n',
    'жанна@example.com',
    `${'x'.repeat(243)}@example.com`,
  ])('%j is invalid', (email) => {
    expect(refusalOfEmail(email)?.refusal.msg).toBe(`Invalid email '${email}'`)
  })
})

describe('refusalOfPassword', () => {
  test.for([
    [9, false],
    [10, true],
    [100, true],
    [101, false],
  ] as const)('a password of %i characters is permitted: %s', ([length, isPermitted]) => {
    expect(refusalOfPassword('x'.repeat(length)) === undefined).toBe(isPermitted)
  })
})

describe('isHumanClient', () => {
  test.for([
    ['SvcMobile', true],
    ['svcmobile', true],
    ['AcmeMobile', true], // the vendor’s spelling of the same
    ['website', true],
    ['curl', false],
    ['AcmePython', false],
    ['', false],
  ] as const)('%s: %s', ([client, isHuman]) => {
    expect(isHumanClient(client, 'acme')).toBe(isHuman)
  })
})

test('a time is written as the date and the time of day in UTC, in any order of days', () => {
  const written = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`
  for (const seconds of [0, 59, 60, 3599, 3600, 86_399, 86_400, 0, -1, 951_782_400, 1_795_748_480, 951_868_799])
    expect(wireTime(seconds)).toBe(written(seconds))
})
