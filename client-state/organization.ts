import type { Reducers } from './reducer'
import { updateRealm } from './realm-settings'

/** Events about the organization and the server. */
export const organizationReducers = {
  heartbeat() {},

  restart(state, { type: _, id: __, ...server }) {
    Object.assign(state, server)
  },

  'realm_emoji/update'(state, { realm_emoji }) {
    state.realm_emoji = realm_emoji
  },

  'realm_emoji/add'(state, { emoji }) {
    state.realm_emoji = { ...state.realm_emoji, [emoji.id]: emoji }
  },

  'realm_emoji/update_one'(state, { emoji_id, data }) {
    const emoji = state.realm_emoji[emoji_id]
    if (emoji) state.realm_emoji = { ...state.realm_emoji, [emoji_id]: { ...emoji, ...data } }
  },

  'realm_user_settings_defaults/update'(state, { property, value }) {
    Object.assign(state.realm_user_settings_defaults, { [property]: value })
    if (property === 'enable_drafts_synchronization' && value === false) state.drafts = []
  },

  'realm/update'(state, { property, value }) {
    updateRealm(state, { [property]: value })
  },

  'realm/deactivated'() {},

  // Invitations are fetched from their own endpoint.
  invites_changed() {},

  // Exports and the users' consent are fetched from their own endpoints.
  realm_export() {},

  realm_export_consent() {},

  'realm/update_dict'(state, { data }) {
    updateRealm(state, data)
  },

  'realm_domains/add'(state, { realm_domain }) {
    state.realm_domains.push(realm_domain)
  },

  'realm_domains/change'(state, { realm_domain }) {
    const current = state.realm_domains.find(({ domain }) => domain === realm_domain.domain)
    if (current) Object.assign(current, realm_domain)
  },

  'realm_domains/remove'(state, { domain }) {
    state.realm_domains = state.realm_domains.filter((row) => row.domain !== domain)
  },

  realm_linkifiers(state, { realm_linkifiers }) {
    state.realm_linkifiers = realm_linkifiers
  },

  parley_providers(state, { parley_providers }) {
    state.parley_providers = parley_providers
  },
  parley_commands(state, { parley_commands }) {
    state.parley_commands = parley_commands
  },

  realm_playgrounds(state, { realm_playgrounds }) {
    state.realm_playgrounds = realm_playgrounds
  },
} satisfies Partial<Reducers>
