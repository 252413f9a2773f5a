import type { Json } from '../person'
import type { Appliers } from './appliers'
import { applyToRealm } from './realm'

/** The organization as a whole, and the server. */
export const organizationEvents: Appliers = {
  heartbeat() {},

  restart(state, { type: _, id: __, ...server }) {
    Object.assign(state, server)
  },

  'realm_emoji/update'(state, { realm_emoji }) {
    state.realm_emoji = realm_emoji
  },

  'realm_user_settings_defaults/update'(state, { property, value }) {
    state.realm_user_settings_defaults[property] = value
    if (property === 'enable_drafts_synchronization' && value === false) state.drafts = []
  },

  'realm/update'(state, { property, value }) {
    applyToRealm(state, { [property]: value })
  },

  'realm/deactivated'() {},

  // Who shows invitations asks for them: they are no part of the state.
  invites_changed() {},

  // Who takes the organization's data along, and whose, is asked for and not registered for.
  realm_export() {},

  realm_export_consent() {},

  'realm/update_dict'(state, { data }) {
    applyToRealm(state, data)
  },

  'realm_domains/add'(state, { realm_domain }) {
    state.realm_domains.push(realm_domain)
  },

  'realm_domains/change'(state, { realm_domain }) {
    const known = state.realm_domains.find((each: Json) => each.domain === realm_domain.domain)
    Object.assign(known, realm_domain)
  },

  'realm_domains/remove'(state, { domain }) {
    state.realm_domains = state.realm_domains.filter((each: Json) => each.domain !== domain)
  },

  realm_linkifiers(state, { realm_linkifiers }) {
    state.realm_linkifiers = realm_linkifiers
  },

  realm_playgrounds(state, { realm_playgrounds }) {
    state.realm_playgrounds = realm_playgrounds
  },
}
