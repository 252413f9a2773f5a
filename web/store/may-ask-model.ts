import type { OwnState } from '../wire/own-state'
import { isLinkGuest } from './may-write'
import { hasPermission } from './viewer'

/** Returns whether the model of the organization also writes down speech. */
export const mayTranscribe = (state: OwnState): boolean =>
  mayAskModel(state) &&
  (state.realm_parley_language_model === 'platform' || state.realm_parley_speech_model_name !== '')

/** Returns whether the client offers the user what a language model writes. Guests of links may not ask it. */
export const mayAskModel = (state: OwnState): boolean =>
  !isLinkGuest(state) &&
  state.realm_parley_language_model !== 'none' &&
  !state.user_settings.hide_ai_features &&
  hasPermission(state, 'can_summarize_topics_group')
