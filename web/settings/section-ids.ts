import type { Client } from '../client/client'
import { organizationSections } from '../words/en-sections'
import { settingsWords as words } from '../words/en-settings'
import { language } from '../words/language'

/** Sections of the organization that not everyone can open. */
const FOR_ROLES: Record<string, 'is_admin' | 'is_owner'> = {
  'organization/new-users': 'is_admin',
  'organization/folders': 'is_admin',
  'organization/archived-channels': 'is_admin',
  'organization/default-channels': 'is_admin',
  'organization/linkifiers': 'is_admin',
  'organization/playgrounds': 'is_admin',
  'organization/commands': 'is_admin',
  'organization/profile-fields': 'is_admin',
  'organization/domains': 'is_admin',
  'organization/exports': 'is_admin',
  'organization/mail': 'is_admin',
  'organization/providers': 'is_owner',
  'organization/directory': 'is_owner',
  'organization/import': 'is_owner',
  'organization/audit-log': 'is_owner',
  'organization/discovery': 'is_owner',
  'organization/usage': 'is_owner',
  'organization/model': 'is_owner',
  'organization/gifs': 'is_owner',
  'organization/automations': 'is_owner',
}

/** Returns the ids of the sections that the user can open. */
export function allowedSectionIds({ store, watch }: Client): string[] {
  watch('people')
  const hidden = new Set([
    // Guests have no keys of bots.
    ...(store.state.is_guest ? ['services'] : []),
    ...(language === 'en' ? ['translation'] : []),
  ])
  const personal = Object.keys(words.sections).filter((id) => !hidden.has(id))
  if (store.state.is_guest) return personal
  const isOpen = (id: string) => {
    const role = FOR_ROLES[id]
    return role === undefined || store.state[role] === true
  }
  return [...personal, ...Object.keys(organizationSections).filter(isOpen)]
}

/** The sections by their names in Zulip. Its help has links with them, and many programs and texts, to the key of the API above all. */
const ZULIP_NAMES: Record<string, string> = {
  'account-and-privacy': 'account',
  'your-bots': 'bots',
  'uploaded-files': 'uploads',
  topics: 'muted',
  'muted-users': 'muted',
  'organization/organization-profile': 'organization/profile',
  'organization/organization-settings': 'organization/settings',
  'organization/organization-permissions': 'organization/permissions',
  'organization/organization-level-user-defaults': 'organization/new-users',
  'organization/auth-methods': 'organization/profile',
  'organization/emoji-settings': 'organization/emoji',
  'organization/users/invitations': 'organization/invitations',
  'organization/bot-list-admin': 'organization/users',
  'organization/channel-folders': 'organization/folders',
  'organization/default-channels-list': 'organization/default-channels',
  'organization/linkifier-settings': 'organization/linkifiers',
  'organization/playground-settings': 'organization/playgrounds',
  'organization/profile-field-settings': 'organization/profile-fields',
  'organization/data-exports-admin': 'organization/exports',
}

/** Returns the id of the section of an address. */
export const sectionIdOf = (address: string): string =>
  ZULIP_NAMES[address] ?? address.replace(/^((?:organization\/)?[^/]*).*/, '$1')

/** Returns the title of a section. */
export const titleOfSection = (id: string): string => words.sections[id] ?? organizationSections[id] ?? id
