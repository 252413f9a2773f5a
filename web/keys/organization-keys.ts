import type { Binding } from './keymap'

/** Keys that the keymap has while the client shows several organizations. Browsers change their tabs with digits, so these are none. */
export const ORGANIZATION_KEYS: Binding[] = [
  { command: 'previousOrganization', keys: ['Alt-PageUp'], isGlobal: true },
  { command: 'nextOrganization', keys: ['Alt-PageDown'], isGlobal: true },
]
