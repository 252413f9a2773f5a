import type { Component } from 'solid-js'
import type { Client } from '../client/client'
import { lazyView } from '../parts/lazy'
import { organizationSections } from '../words/en-sections'
import { settingsWords as words } from '../words/en-settings'
import { language } from '../words/language'
import { Account } from './account'
import { AlertWords } from './alert-words'
import { Bots } from './bots'
import { Muted } from './muted'
import { Notifications } from './notifications'
import { OwnData } from './own-data'
import { Preferences } from './preferences'
import { Profile } from './profile'
import { Saved } from './saved'
import { Uploads } from './uploads'

export type Section = { id: string; group: 'personal' | 'organization'; title: string; view: Component }

export const FIRST_SECTION = 'profile'

const VIEWS: Record<string, Component> = {
  profile: Profile,
  account: Account,
  preferences: Preferences,
  notifications: Notifications,
  'alert-words': AlertWords,
  muted: Muted,
  uploads: Uploads,
  bots: Bots,
  services: lazyView(async () => (await import('./services')).Services),
  saved: Saved,
  data: OwnData,
  ...(language !== 'en' && { translation: lazyView(async () => (await import('./translation')).Translation) }),
}

// The sections are made once: the open one is drawn anew when its object changes.
const PERSONAL = Object.entries(VIEWS).map(([id, view]): Section => {
  return { id, group: 'personal', title: words.sections[id] ?? id, view }
})

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
  'organization/usage': 'is_owner',
}

const ORGANIZATION = Object.entries(organizationSections).map(([id, title]): Section => {
  const view = lazyView(async () => (await import('./organization/views')).VIEWS[id]!)
  return { id, group: 'organization', title, view }
})

/** Returns the sections that the user can open. */
export function allowedSections({ store, watch }: Client): Section[] {
  watch('people')
  // Guests have no keys of bots.
  if (store.state.is_guest) return PERSONAL.filter(({ id }) => id !== 'services')
  const isOpen = ({ id }: Section) => {
    const role = FOR_ROLES[id]
    return role === undefined || store.state[role] === true
  }
  return [...PERSONAL, ...ORGANIZATION.filter(isOpen)]
}
