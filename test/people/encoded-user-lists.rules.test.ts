import { expect, test } from 'vitest'
import { encodedProfiles } from '../../src/domain/people/users/encoded-profiles'
import { jsonList } from '../../src/api/json-text'
import { encodedUserList as encodedBlocks } from '../../src/domain/people/users/encoded-user-lists'
import {
  ADMINISTRATOR,
  GUEST,
  MEMBER,
  type EmailVisibility,
  type Role,
  type User,
} from '../../src/domain/people/users/user'

const FIELDS = { client_gravatar: true, withProfileData: true, withActivity: false }
const HIDDEN_FROM_ALL: EmailVisibility = 4
const ONLY_ADMINISTRATORS: EmailVisibility = 3

const user = (user_id: number, changes: Partial<User> = {}): User => ({
  user_id,
  delivery_email: `real${user_id}@example.com`,
  email: `user${user_id}@realm.example.com`,
  full_name: `User ${user_id}`,
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
  avatar_hash: 'f',
  email_address_visibility: user_id % 2 === 0 ? HIDDEN_FROM_ALL : ONLY_ADMINISTRATORS,
  profile_data: {},
  standing: 'claimed',
  guest_link_id: null,
  ...changes,
})

const inRole = (users: readonly User[], user_id: number, role: Role): User => ({ ...users[user_id - 1]!, role })
const people = Array.from({ length: 1000 }, (_, nth) => user(nth + 1))

const encodedUserList = (users: readonly User[], viewer: User, fields = FIELDS): string =>
  jsonList(encodedBlocks(users, viewer, fields)).json.slice(1, -1)

const withoutCache = (users: readonly User[], viewer: User, fields = FIELDS): string =>
  encodedProfiles(users, viewer, fields)

test('each viewer receives what the viewer may see, also after another viewer received it', () => {
  for (const [id, role] of [
    [2, MEMBER],
    [3, MEMBER],
    [700, MEMBER],
    [700, ADMINISTRATOR],
    [4, GUEST],
    [3, MEMBER],
  ] as const)
    expect(encodedUserList(people, inRole(people, id, role), FIELDS)).toBe(
      withoutCache(people, inRole(people, id, role)),
    )
})

test('no other viewer receives the address that a user sees of themselves', () => {
  const [first, second] = [people[1]!, people[3]!]
  expect(encodedUserList(people, first, FIELDS)).toContain(first.delivery_email)
  expect(encodedUserList(people, second, FIELDS)).not.toContain(first.delivery_email)
})

test('a changed, new or missing user changes the list', () => {
  const viewer = people[0]!
  expect(encodedUserList(people, viewer, FIELDS)).toBe(withoutCache(people, viewer))
  const renamed = people.with(499, user(500, { full_name: 'Renamed' }))
  expect(encodedUserList(renamed, viewer, FIELDS)).toContain('Renamed')
  expect(encodedUserList(renamed, viewer, FIELDS)).toBe(withoutCache(renamed, viewer))
  expect(encodedUserList([...renamed, user(1001)], viewer, FIELDS)).toBe(withoutCache([...renamed, user(1001)], viewer))
  expect(encodedUserList(renamed.toSpliced(600, 1), viewer, FIELDS)).toBe(
    withoutCache(renamed.toSpliced(600, 1), viewer),
  )
  expect(encodedUserList(people, viewer, FIELDS)).toBe(withoutCache(people, viewer))
})

test('lists with other fields are not mixed up', () => {
  for (const client_gravatar of [true, false])
    for (const withActivity of [true, false])
      for (const withProfileData of [true, false])
        expect(encodedUserList(people, people[0]!, { client_gravatar, withActivity, withProfileData })).toBe(
          withoutCache(people, people[0]!, { client_gravatar, withActivity, withProfileData }),
        )
})

test.for([0, 1, 510, 511, 512, 513])('a list of %d users is complete', (count) => {
  expect(encodedUserList(people.slice(0, count), people[0]!, FIELDS)).toBe(
    withoutCache(people.slice(0, count), people[0]!),
  )
  expect(encodedUserList(people.slice(1000 - count), people[0]!, FIELDS)).toBe(
    withoutCache(people.slice(1000 - count), people[0]!),
  )
})
