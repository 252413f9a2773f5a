import * as v from 'valibot'
import { audience, event, type Realm } from '../../../realm'
import type { ClientOptions, Queue } from '../../../events/queue'
import { fullProfileOf, UNKNOWN_NAME, unknownUser, userShape } from './profile'
import { canSeeRealEmail } from './rules'
import { canKnowOf } from './sight'
import { userAsOf } from './past-roles'
import { maybeUser } from './storage'
import { ADMINISTRATOR, GUEST, ROLES, type EmailVisibility, type Role, type User } from './user'

/** Everyone in the realm. */
export const everyone = audience<object>({
  name: 'everyone',
  description: 'All users of the organization.',
  includes: () => () => true,
})

/** Everyone who may know of somebody. */
export const whoKnows = audience<{ user_id: number }>({
  name: 'can_see_user',
  description: 'The users who can see the user.',
  includes: (realm, { user_id }) => {
    const user = maybeUser(realm, user_id)
    return (queue, event_id) => {
      const viewer = userAsOf(realm, queue.user_id, event_id)
      return user !== undefined && viewer !== undefined && canKnowOf(realm, viewer, user)
    }
  },
})

/** These people, wherever they are. */
export const people = audience<{ user_ids: number[] }>({
  name: 'users',
  description: 'Users that are named when the event is published.',
  includes: (_, { user_ids }) => {
    const ids = new Set(user_ids)
    return (queue) => ids.has(queue.user_id)
  },
  userIds: ({ user_ids }) => user_ids,
})

/** Everyone of this role or a more powerful one. */
export const roleAtLeast = audience<{ role: number }>({
  name: 'role_at_least',
  description: 'The users with at least a certain role.',
  includes:
    (realm, { role }) =>
    (queue, event_id) =>
      (userAsOf(realm, queue.user_id, event_id)?.role ?? Infinity) <= role,
})

export const nonGuests = () => roleAtLeast({ role: GUEST - 1 })
export const administratorsOnly = () => roleAtLeast({ role: ADMINISTRATOR })

/** Everyone whose sight of a person's real address comes or goes. */
export const whoseSightChanges = audience<{ user_id: number; before: EmailVisibility; after: EmailVisibility }>({
  name: 'email_visibility_changes',
  description: 'The users who can see the email address of the user from now on, or no longer.',
  includes: (realm, { user_id, before, after }) => {
    const user = maybeUser(realm, user_id)
    return (queue, event_id) => {
      const viewer = userAsOf(realm, queue.user_id, event_id)
      if (user === undefined || viewer === undefined) return false
      const sees = (email_address_visibility: EmailVisibility) =>
        canSeeRealEmail(viewer, { ...user, email_address_visibility })
      return sees(before) !== sees(after) && canKnowOf(realm, viewer, user)
    }
  },
})

/** Everyone who may know a person's real address. */
export const whoSeesAddress = audience<{ user_id: number }>({
  name: 'can_see_email',
  description: 'The users who can see the email address of the user.',
  includes: (realm, { user_id }) => {
    const user = maybeUser(realm, user_id)
    return (queue, event_id) => {
      const viewer = userAsOf(realm, queue.user_id, event_id)
      if (user === undefined || viewer === undefined) return false
      return canSeeRealEmail(viewer, user) && canKnowOf(realm, viewer, user)
    }
  },
})

// Accounts are never deleted, so whoever listens is somebody, and so is whoever is told of.
const viewerFor = (realm: Realm, queue: Queue, event_id: number): User => userAsOf(realm, queue.user_id, event_id)!

/** An account, as it was when everyone was told of it: what became of it since is told by later events. */
export const userAdded = event<{ user: User }>({
  type: 'realm_user',
  op: 'add',
  summary: 'A user was created, or the recipient can see this user from now on.',
  recipients: { everyone: true, users: 'the users who can see the user from now on' },
  dependsOn: ['client_gravatar', 'user_list_incomplete'],
  keeps: 'realm_user',
  fields: { person: userShape },
  accepts: (realm, { user }, queue, event_id) =>
    isTold(queue.client) || canKnowOf(realm, viewerFor(realm, queue, event_id), user),
  variant: (realm, { user }, queue, event_id) =>
    `${canKnowOf(realm, viewerFor(realm, queue, event_id), user)} ${canSeeRealEmail(viewerFor(realm, queue, event_id), asHidden(realm, user))} ${queue.client.client_gravatar}`,
  encode: (realm, { user }, queue, event_id) => ({
    person: canKnowOf(realm, viewerFor(realm, queue, event_id), user)
      ? fullProfileOf(asHidden(realm, user), viewerFor(realm, queue, event_id), queue.client.client_gravatar)
      : unknownUser(realm, user.user_id),
  }),
})

/** Somebody is known no longer. Who they were is not said again. */
export const userRemoved = event<{ user_id: number }>({
  type: 'realm_user',
  op: 'remove',
  summary: 'The recipient can no longer see a user.',
  recipients: { users: 'the users who can no longer see the user' },
  keeps: 'realm_user',
  fields: { person: v.strictObject({ user_id: v.number(), full_name: v.string() }) },
  encode: (_, { user_id }) => ({ person: { user_id, full_name: UNKNOWN_NAME } }),
})

/** Older clients want a record of whoever there is: of whom its reader may not know, it says nothing but that. */
export const isTold = ({ capabilities }: ClientOptions) => capabilities.user_list_incomplete !== true

// Whoever hears late of an address that is hidden by now is not told it after all.
const asHidden = (realm: Realm, user: User): User => ({
  ...user,
  email_address_visibility: maybeUser(realm, user.user_id)!.email_address_visibility,
})

/** What changed of an account, in the one form of `person` that says so. The real address is left for each to be told. */
type Change =
  | { full_name: string }
  | { email: string; timezone: string }
  | { role: Role }
  | { is_active: boolean }
  | { bot_owner_id: number }
  | { custom_profile_field: { id: number; value: string | null; rendered_value?: string } }
  | { new_email: string }
  | { delivery_email: null }
  | { avatar_url: string; avatar_source: string; avatar_url_medium: string; avatar_version: number }

const person = <Fields extends v.ObjectEntries>(fields: Fields) => v.strictObject({ user_id: v.number(), ...fields })

export const userUpdated = event<{ person: Change & { user_id: number } }>({
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
  keeps: 'realm_user',
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
    String('delivery_email' in person && realEmail(realm, person.user_id, viewerFor(realm, queue, event_id))),
  encode: (realm, { person }, queue, event_id) =>
    'delivery_email' in person
      ? { person: { ...person, delivery_email: realEmail(realm, person.user_id, viewerFor(realm, queue, event_id)) } }
      : { person },
})

// As of when it is read: whoever hears late of an address that is hidden again is not told it after all.
function realEmail(realm: Realm, user_id: number, viewer: User): string | null {
  const user = maybeUser(realm, user_id)!
  return canSeeRealEmail(viewer, user) ? user.delivery_email : null
}
