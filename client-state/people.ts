import type { ClientState, StateWith } from './client-state'
import type { Reducers } from './reducer'
import type { User } from './wire'
import { updateOwnPermissions } from './groups'

/** Events about users, bots, profile fields, presence and status. */
export const peopleReducers = {
  // The user replaces the placeholder of an inaccessible user.
  'realm_user/add'(state, { person }) {
    const { is_active, ...user } = person
    removeUser(state, user.user_id)
    state[is_active ? 'realm_users' : 'realm_non_active_users'].set(user)
  },

  'realm_user/remove'(state, { person: { user_id, full_name } }, registration) {
    const email = state.realm_users.get(user_id)?.email
    removeUser(state, user_id)
    delete state.user_status[user_id]
    forgetPresence(state, user_id, email)
    if (registration.client_capabilities === undefined)
      state.realm_users.set(inaccessibleUser(state, user_id, full_name))
  },

  'realm_user/update'(state, { person }, registration) {
    const { user_id } = person
    const change: FieldsOf<typeof person> = person
    const { user_id: _, new_email, custom_profile_field, ...changed } = change
    const fields = new_email === undefined ? changed : { email: new_email }
    const list = USER_LISTS.find((name) => state[name].has(user_id))
    const user = list && state[list].get(user_id)
    if (list === undefined || user === undefined) return
    if (new_email !== undefined) rename(state.presences, user.email, new_email)
    if (change.is_active === false) forgetPresence(state, user_id, user.email)
    // An event with a new address has a `timezone` for older clients, although it did not change.
    const existing = Object.entries(fields).filter(([key]) => key in user || key === 'is_deleted')
    state[list].update(user_id, Object.fromEntries(existing))
    if (user_id === state.user_id)
      Object.assign(state, Object.fromEntries(Object.entries(fields).filter(([key]) => key in state)))
    if (custom_profile_field !== undefined) {
      const { id, value, ...rendered } = custom_profile_field
      const data = (user.profile_data ??= {})
      if (value === null) delete data[id]
      else data[id] = { value, ...rendered }
    }
    if (change.is_active !== undefined) {
      removeUser(state, user_id)
      state[change.is_active ? 'realm_users' : 'realm_non_active_users'].set(user)
    }
    const { role } = change
    if (role !== undefined) {
      Object.assign(user, {
        is_owner: role === 100,
        is_admin: role <= 200,
        is_guest: role === 600,
      })
      if (user_id === state.user_id) {
        const { is_owner, is_admin, is_guest } = user
        Object.assign(state, { is_owner, is_admin, is_guest, is_moderator: role <= 300 })
        updateOwnPermissions(state)
      }
    }
    // A client with `client_gravatar` computes the URL of a Gravatar from the real address.
    if (change.avatar_source === 'G' && registration.client_gravatar !== false && user.delivery_email !== null)
      user.avatar_url = null
  },

  'realm_bot/add'(state, { bot }) {
    state.realm_bots.set(bot)
  },

  'realm_bot/update'(state, { bot }) {
    state.realm_bots.update(bot.user_id, bot)
  },

  'realm_bot/delete'(state, { bot }) {
    state.realm_bots.remove(bot.user_id)
  },

  custom_profile_fields(state, { fields }) {
    state.custom_profile_fields = fields
    // Values of deleted fields are deleted.
    const ids = new Set(fields.map((field) => String(field.id)))
    for (const user of [...state.realm_users, ...state.realm_non_active_users])
      for (const id of Object.keys(user.profile_data ?? {})) if (!ids.has(id)) delete user.profile_data?.[id]
  },

  presence(state, { presences, email, user_id, presence }, registration) {
    if (presences) Object.assign(state.presences, presences)
    const key = registration.slim_presence ? user_id : email
    if (presence === undefined || key === undefined) return
    const { pushable: _, ...aggregated } = presence.website
    state.presences[key] = { ...presence, aggregated }
  },

  user_status(state, { type: _, id: __, user_id, ...changes }) {
    const { away, status_text, emoji_name, ...emoji } = { ...state.user_status[user_id], ...changes }
    const status = {
      ...(away ? { away } : {}),
      ...(status_text ? { status_text } : {}),
      ...(emoji_name ? { emoji_name, ...emoji } : {}),
    }
    if (Object.keys(status).length > 0) state.user_status[user_id] = status
    else delete state.user_status[user_id]
  },
} satisfies Partial<Reducers>

/** The lists of users of the state. They are long and seldom change. */
export const USER_LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'] as const

/** The fields that any of several shapes has. */
type FieldsOf<Shapes> = {
  [Name in Shapes extends unknown ? keyof Shapes : never]?: Extract<Shapes, { [Key in Name]?: unknown }>[Name]
}

function rename(presences: ClientState['presences'], from: string, to: string) {
  const presence = presences[from]
  if (presence === undefined) return
  presences[to] = presence
  if (to !== from) delete presences[from]
}

function forgetPresence({ presences }: StateWith<'presences'>, user_id: number, email: string | undefined) {
  delete presences[user_id]
  if (email !== undefined) delete presences[email]
}

function removeUser(state: ClientState, user_id: number) {
  state.realm_users.remove(user_id)
  state.realm_non_active_users.remove(user_id)
}

/** Returns the placeholder that older clients show for a user whom they cannot see. */
const inaccessibleUser = (state: ClientState, user_id: number, full_name: string): User => ({
  user_id,
  full_name,
  email: `user${user_id}@${new URL(state.realm_url).hostname}`,
  delivery_email: null,
  date_joined: '1970-01-01T00:00:00+00:00',
  is_imported_stub: false,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: 400,
  timezone: '',
  avatar_url: 'https://secure.gravatar.com/avatar/?d=mp',
  avatar_version: 1,
  profile_data: {},
})
