import type { Json, Reducers } from './reducer'
import { updateOwnPermissions } from './groups'

/** Events about users, bots, profile fields, presence and status. */
export const peopleReducers: Reducers = {
  // The user replaces the placeholder of an inaccessible user.
  'realm_user/add'(state, { person }) {
    const { is_active, ...user } = person
    removeUser(state, user.user_id)
    state[is_active ? 'realm_users' : 'realm_non_active_users'].set(user)
  },

  'realm_user/remove'(state, { person: { user_id, full_name } }, registration) {
    const { email } = state.realm_users.get(user_id) ?? {}
    removeUser(state, user_id)
    delete state.user_status[user_id]
    for (const key of [user_id, email]) delete state.presences?.[key]
    if (registration.client_capabilities === undefined)
      state.realm_users.set(inaccessibleUser(state, user_id, full_name))
  },

  'realm_user/update'(state, { person }, registration) {
    const { user_id, new_email, ...changed } = person
    const fields = new_email === undefined ? changed : { email: new_email }
    const list = USER_LISTS.find((name) => state[name].has(user_id)) ?? 'realm_users'
    const user = state[list].get(user_id)
    if (new_email !== undefined) rename(state.presences, user.email, new_email)
    if (person.is_active === false) for (const key of [user_id, user.email]) delete state.presences[key]
    // An event with a new address has a `timezone` for older clients, although it did not change.
    const existing = Object.entries(fields).filter(([key]) => key in user)
    state[list].update(user_id, Object.fromEntries(existing))
    if (user_id === state.user_id) for (const key of Object.keys(fields)) if (key in state) state[key] = fields[key]
    // Bots have their address in a second list.
    if (new_email !== undefined) state.realm_bots.update(user_id, { email: new_email })
    if (person.custom_profile_field !== undefined) {
      const { id, value, ...rendered } = person.custom_profile_field
      if (value === null) delete user.profile_data[id]
      else user.profile_data[id] = { value, ...rendered }
    }
    if (person.is_active !== undefined) {
      removeUser(state, user_id)
      state[person.is_active ? 'realm_users' : 'realm_non_active_users'].set(user)
    }
    if (person.role !== undefined) {
      Object.assign(user, {
        is_owner: person.role === 100,
        is_admin: person.role <= 200,
        is_guest: person.role === 600,
      })
      if (user_id === state.user_id) {
        const { is_owner, is_admin, is_guest } = user
        Object.assign(state, { is_owner, is_admin, is_guest, is_moderator: person.role <= 300 })
        updateOwnPermissions(state)
      }
    }
    // A client with `client_gravatar` computes the URL of a Gravatar from the real address.
    if (person.avatar_source === 'G' && registration.client_gravatar !== false && user.delivery_email !== null)
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
    const ids = new Set(fields.map((field: Json) => String(field.id)))
    for (const user of [...state.realm_users, ...state.realm_non_active_users])
      for (const id of Object.keys(user.profile_data ?? {})) if (!ids.has(id)) delete user.profile_data[id]
  },

  presence(state, { presences, email, user_id, presence }, registration) {
    if (presences) return Object.assign(state.presences, presences)
    const { pushable: _, ...aggregated } = presence.website
    state.presences[registration.slim_presence ? user_id : email] = { ...presence, aggregated }
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
}

/** The lists of users of the state. They are long and seldom change. */
export const USER_LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots']

function rename(entries: Json, from: string, to: string) {
  if (!(from in entries)) return
  entries[to] = entries[from]
  if (to !== from) delete entries[from]
}

function removeUser(state: Json, user_id: number) {
  for (const list of ['realm_users', 'realm_non_active_users']) state[list].remove(user_id)
}

/** Returns the placeholder that older clients show for a user whom they cannot see. */
const inaccessibleUser = (state: Json, user_id: number, full_name: string) => ({
  user_id,
  full_name,
  email: `user${user_id}@${new URL(state.realm_url).hostname}`,
  delivery_email: null,
  date_joined: '1970-01-01T00:00:00+00:00',
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
