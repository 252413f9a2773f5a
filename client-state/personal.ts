import type { ClientState } from './client-state'
import type { Reducers } from './reducer'

/** Events that only one user receives: settings, drafts, reminders and the like. */
export const personalReducers = {
  'user_settings/update'(state, { property, value, server_report_message_types: reasons }) {
    Object.assign(state.user_settings, { [property]: value })
    if (reasons) state.server_report_message_types = reasons
    // No event says that the drafts are deleted.
    if (property === 'enable_drafts_synchronization' && value === false) state.drafts = []
  },

  update_display_settings(state, { setting_name, setting }) {
    Object.assign(state, { [setting_name]: setting })
  },

  update_global_notifications(state, { notification_name, setting }) {
    Object.assign(state, { [notification_name]: setting })
  },

  'drafts/add'(state, { drafts }) {
    state.drafts.push(...drafts)
    sortDrafts(state)
  },

  'drafts/update'(state, { draft }) {
    state.drafts = [...state.drafts.filter(({ id }) => id !== draft.id), draft]
    sortDrafts(state)
  },

  'drafts/remove'(state, { draft_id }) {
    state.drafts = state.drafts.filter((draft) => draft.id !== draft_id)
  },

  'scheduled_messages/add'(state, { scheduled_messages }) {
    state.scheduled_messages.push(...scheduled_messages)
    sortScheduled(state)
  },

  'scheduled_messages/update'(state, { scheduled_message }) {
    const others = state.scheduled_messages.filter(
      (message) => message.scheduled_message_id !== scheduled_message.scheduled_message_id,
    )
    state.scheduled_messages = [...others, scheduled_message]
    sortScheduled(state)
  },

  'scheduled_messages/remove'(state, { scheduled_message_id }) {
    state.scheduled_messages = state.scheduled_messages.filter(
      (message) => message.scheduled_message_id !== scheduled_message_id,
    )
  },

  'reminders/add'(state, { reminders }) {
    state.reminders.push(...reminders)
    state.reminders.sort(
      (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.reminder_id - b.reminder_id,
    )
  },

  'reminders/remove'(state, { reminder_id }) {
    state.reminders = state.reminders.filter((reminder) => reminder.reminder_id !== reminder_id)
  },

  parley_automations(state, { parley_automations }) {
    state.parley_automations = parley_automations
  },

  'navigation_view/add'(state, { navigation_view }) {
    const views = [...state.navigation_views, navigation_view]
    state.navigation_views = views.sort((a, b) => (a.fragment < b.fragment ? -1 : 1))
  },

  'navigation_view/update'(state, { fragment, data }) {
    const view = state.navigation_views.find((each) => each.fragment === fragment)
    if (view) Object.assign(view, data)
  },

  'navigation_view/remove'(state, { fragment }) {
    state.navigation_views = state.navigation_views.filter((view) => view.fragment !== fragment)
  },

  has_zoom_token(state, { value }) {
    state.has_zoom_token = value
  },

  onboarding_steps(state, { onboarding_steps }) {
    state.onboarding_steps = onboarding_steps
  },

  'saved_snippets/add'(state, { saved_snippet }) {
    state.saved_snippets.push(saved_snippet)
  },

  'saved_snippets/update'(state, { saved_snippet }) {
    state.saved_snippets = state.saved_snippets.map((snippet) =>
      snippet.id === saved_snippet.id ? saved_snippet : snippet,
    )
  },

  'saved_snippets/remove'(state, { saved_snippet_id }) {
    state.saved_snippets = state.saved_snippets.filter((snippet) => snippet.id !== saved_snippet_id)
  },

  alert_words(state, { alert_words }) {
    state.alert_words = alert_words
  },

  muted_users(state, { muted_users }) {
    state.muted_users = muted_users
  },

  push_device(state, { push_account_id, status, error_code }) {
    state.push_devices[push_account_id] = { status, error_code }
  },

  'device/add'(state, { device_id }) {
    state.devices[device_id] = {
      push_key_id: null,
      push_token_id: null,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: null,
      push_registration_error_code: null,
    }
  },

  'device/update'(state, { device_id, type: _type, op: _op, id: _id, ...fields }) {
    const device = state.devices[device_id]
    if (device) Object.assign(device, fields)
  },

  'device/remove'(state, { device_id }) {
    delete state.devices[device_id]
  },
} satisfies Partial<Reducers>

// The draft that was edited last comes first.
const sortDrafts = (state: ClientState) => state.drafts.sort((a, b) => b.timestamp - a.timestamp || b.id - a.id)

// The message that is sent next comes first.
const sortScheduled = (state: ClientState) =>
  state.scheduled_messages.sort(
    (a, b) =>
      a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp ||
      a.scheduled_message_id - b.scheduled_message_id,
  )
