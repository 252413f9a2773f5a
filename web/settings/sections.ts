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
import { allowedSectionIds } from './section-ids'
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
  automations: lazyView(async () => (await import('./automations/automations')).Automations),
  services: lazyView(async () => (await import('./services')).Services),
  saved: Saved,
  data: OwnData,
  ...(language !== 'en' && { translation: lazyView(async () => (await import('./translation')).Translation) }),
}

// The sections are made once: the open one is drawn anew when its object changes.
const PERSONAL = Object.entries(VIEWS).map(([id, view]): Section => {
  return { id, group: 'personal', title: words.sections[id] ?? id, view }
})

const ORGANIZATION = Object.entries(organizationSections).map(([id, title]): Section => {
  const view = lazyView(async () => (await import('./organization/views')).VIEWS[id]!)
  return { id, group: 'organization', title, view }
})

/** Returns the sections that the user can open. */
export const allowedSections = (client: Client): Section[] => {
  const allowed = new Set(allowedSectionIds(client))
  return [...PERSONAL, ...ORGANIZATION].filter(({ id }) => allowed.has(id))
}
