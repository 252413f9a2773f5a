import * as v from 'valibot'
import { audience, event, type ReadOnlyRealm } from '../../../realm'
import type { ClientOptions, Queue } from '../../../events/queue'
import { fullProfileOf, UNKNOWN_USER_NAME, unknownUserProfile, userShape } from './profile'
import { canSeeRealEmail } from './rules'
import { canSeeUser, decidedForLimitedGuests } from './visible-users'
import { userAtEvent } from './role-history-storage'
import { findUser } from './storage'
import { ADMINISTRATOR, GUEST, ROLES, type EmailVisibility, type Role, type User } from './user'

export const everyone = audience<object>({
  name: 'everyone',
  description: 'All users of the organization.',
  includes: () => () => true,
  repeats: () => ({ group: '' }),
})

export const usersWhoCanSee = audience<{ user_id: number }>({
  name: 'can_see_user',
  description: 'The users who can see the user.',
  includes: (realm, { user_id }) => {
    const user = findUser(realm, user_id)
    return (queue, event_id) => {
      const viewer = userAtEvent(realm, queue.user_id, event_id)
      return user !== undefined && viewer !== undefined && canSeeUser(realm, viewer, user)
    }
  },
  repeats: (realm) => ({ group: '', ...decidedForLimitedGuests(realm) }),
})

/** More users are tested one by one, also beside an audience that repeats. */
const MAX_EXCEPTIONS = 1000

export const onlyUsers = audience<{ user_ids: number[] }>({
  name: 'users',
  description: 'Users that are named when the event is published.',
  includes: (_, { user_ids }) => {
    const ids = new Set(user_ids)
    return (queue) => ids.has(queue.user_id)
  },
  candidates: (_, { user_ids }) => user_ids,
  repeats: (_, { user_ids }) => (user_ids.length > MAX_EXCEPTIONS ? undefined : { group: '', exceptions: user_ids }),
})

export const roleAtLeast = audience<{ role: number }>({
  name: 'role_at_least',
  description: 'The users with at least a certain role.',
  includes:
    (realm, { role }) =>
    (queue, event_id) =>
      (userAtEvent(realm, queue.user_id, event_id)?.role ?? Infinity) <= role,
  repeats: (_, { role }) => ({ group: String(role) }),
})

export const nonGuests = () => roleAtLeast({ role: GUEST - 1 })
export const administratorsOnly = () => roleAtLeast({ role: ADMINISTRATOR })

export const usersWithChangedEmailAccess = audience<{
  user_id: number
  before: EmailVisibility
  after: EmailVisibility
}>({
  name: 'email_visibility_changes',
  description: 'The users who can see the email address of the user from now on, or no longer.',
  includes: (realm, { user_id, before, after }) => {
    const user = findUser(realm, user_id)
    return (queue, event_id) => {
      const viewer = userAtEvent(realm, queue.user_id, event_id)
      if (user === undefined || viewer === undefined) return false
      const canSee = (email_address_visibility: EmailVisibility) =>
        canSeeRealEmail(viewer, { ...user, email_address_visibility })
      return canSee(before) !== canSee(after) && canSeeUser(realm, viewer, user)
    }
  },
  repeats: (realm, { user_id, before, after }) => ({
    group: `${before} ${after}`,
    exceptions: [user_id],
    ...decidedForLimitedGuests(realm),
  }),
})

export const usersWhoCanSeeEmail = audience<{ user_id: number }>({
  name: 'can_see_email',
  description: 'The users who can see the email address of the user.',
  includes: (realm, { user_id }) => {
    const user = findUser(realm, user_id)
    return (queue, event_id) => {
      const viewer = userAtEvent(realm, queue.user_id, event_id)
      if (user === undefined || viewer === undefined) return false
      return canSeeRealEmail(viewer, user) && canSeeUser(realm, viewer, user)
    }
  },
  repeats: repeatsByEmailAccess,
})

/** The role of a viewer decides who sees the email address of a user, except for the user. */
function repeatsByEmailAccess(realm: ReadOnlyRealm, { user_id }: { user_id: number }) {
  const { is_bot, email_address_visibility } = findUser(realm, user_id)!
  return { group: `${is_bot} ${email_address_visibility}`, exceptions: [user_id], ...decidedForLimitedGuests(realm) }
}

// The user of a queue and the user of an event always exist, because accounts are never deleted.
const viewerFor = (realm: ReadOnlyRealm, queue: Queue, event_id: number): User =>
  userAtEvent(realm, queue.user_id, event_id)!

/** Has the user as they were when the event was published. Later events have the changes since then. */
export const userAdded = event<{ user: User }>({
  type: 'realm_user',
  op: 'add',
  summary: 'A user was created, or is no guest of a link any more, or the recipient can see this user from now on.',
  recipients: { everyone: true, users: 'the users who can see the user from now on' },
  dependsOn: ['client_gravatar', 'user_list_incomplete'],
  updates: 'realm_user',
  fields: { person: userShape },
  accepts: (realm, { user }, queue, event_id) =>
    expectsAllUsers(queue.client) || canSeeUser(realm, viewerFor(realm, queue, event_id), user),
  variant: (realm, { user }, queue, event_id) =>
    `${canSeeUser(realm, viewerFor(realm, queue, event_id), user)} ${canSeeRealEmail(viewerFor(realm, queue, event_id), asHidden(realm, user))} ${queue.client.client_gravatar}`,
  encode: (realm, { user }, queue, event_id) => ({
    person: canSeeUser(realm, viewerFor(realm, queue, event_id), user)
      ? fullProfileOf(asHidden(realm, user), viewerFor(realm, queue, event_id), queue.client.client_gravatar)
      : unknownUserProfile(realm, user.user_id),
  }),
  repeats: (realm, { user }) => repeatsByEmailAccess(realm, user),
})

/** Has no name: the recipient can no longer see the user. */
export const userRemoved = event<{ user_id: number }>({
  type: 'realm_user',
  op: 'remove',
  summary: 'The recipient can no longer see a user.',
  recipients: { users: 'the users who can no longer see the user' },
  updates: 'realm_user',
  fields: { person: v.strictObject({ user_id: v.number(), full_name: v.string() }) },
  encode: (_, { user_id }) => ({ person: { user_id, full_name: UNKNOWN_USER_NAME } }),
})

/** Whether the client needs a record of every user. For users whom it cannot see, it receives a placeholder. */
export const expectsAllUsers = ({ capabilities }: ClientOptions) => capabilities.user_list_incomplete !== true

// Uses the current visibility of the address: a client that reads the event late must not receive an address that is hidden now.
const asHidden = (realm: ReadOnlyRealm, user: User): User => ({
  ...user,
  email_address_visibility: findUser(realm, user.user_id)!.email_address_visibility,
})

/** The changes of a user, each in its form of `person`. The real address is added for the recipients who can see it. */
type UserChange =
  | { full_name: string }
  | { email: string; timezone: string }
  | { role: Role }
  | { is_active: boolean }
  | { bot_owner_id: number }
  | { custom_profile_field: { id: number; value: string | null; rendered_value?: string } }
  | { new_email: string }
  | { date_joined: string }
  | { is_imported_stub: boolean }
  | { is_deleted: true }
  | { delivery_email: null }
  | { avatar_url: string; avatar_source: string; avatar_url_medium: string; avatar_version: number }

const person = <Fields extends v.ObjectEntries>(fields: Fields) => v.strictObject({ user_id: v.number(), ...fields })

export const userUpdated = event<{ person: UserChange & { user_id: number } }>({
  type: 'realm_user',
  op: 'update',
  summary:
    'A user changed: name, role, email address, avatar, custom profile field, or another of the listed properties.',
  recipients: {
    can_see_user: true,
    can_see_email: true,
    email_visibility_changes: true,
    users: 'the user whose access to email addresses changed',
  },
  updates: 'realm_user',
  fields: {
    person: v.union([
      person({ full_name: v.string() }),
      person({ email: v.string(), timezone: v.string() }),
      person({ role: v.picklist(ROLES) }),
      person({ is_active: v.boolean() }),
      person({ bot_owner_id: v.number() }),
      person({
        custom_profile_field: v.strictObject({
          id: v.number(),
          value: v.nullable(v.string()),
          rendered_value: v.optional(v.string()),
        }),
      }),
      person({ new_email: v.string() }),
      person({ date_joined: v.string() }),
      person({ is_imported_stub: v.boolean() }),
      person({ is_deleted: v.literal(true) }),
      person({ delivery_email: v.nullable(v.string()) }),
      person({
        avatar_url: v.string(),
        avatar_source: v.string(),
        avatar_url_medium: v.string(),
        avatar_version: v.number(),
      }),
    ]),
  },
  variant: (realm, { person }, queue, event_id) =>
    String('delivery_email' in person && realEmail(realm, person.user_id, viewerFor(realm, queue, event_id)) !== null),
  encode: (realm, { person }, queue, event_id) =>
    'delivery_email' in person
      ? { person: { ...person, delivery_email: realEmail(realm, person.user_id, viewerFor(realm, queue, event_id)) } }
      : { person },
  repeats: (realm, { person }) => ('delivery_email' in person ? repeatsByEmailAccess(realm, person) : { group: '' }),
})

// Uses the state at the time of reading: a client that reads the event late must not receive an address that is hidden now.
function realEmail(realm: ReadOnlyRealm, user_id: number, viewer: User): string | null {
  const user = findUser(realm, user_id)!
  return canSeeRealEmail(viewer, user) ? user.delivery_email : null
}
