import type { Client } from '../client/client'
import { allowedSectionIds, titleOfSection } from '../settings/section-ids'
import { NOTIFICATIONS, PREFERENCES } from '../settings/user-settings'
import type { Destination } from '../store/destinations'
import { words } from '../words/en'
import { userSettingWords } from '../words/en-user-settings'

/** The sections of the settings, and each personal setting by its words. A setting opens its section. */
export function settingChoices(client: Client): Destination[] {
  const sections = allowedSectionIds(client).map((id) => destination(id, titleOfSection(id), words.settings))
  return [...sections, ...settingsIn('preferences', PREFERENCES), ...settingsIn('notifications', NOTIFICATIONS)]
}

/** Returns each setting of the organization by its name. Only administrators can change them, so other users load no names. */
export async function organizationSettingChoices({ store }: Client): Promise<Destination[]> {
  if (!store.state.is_admin) return []
  const { organizationSettingNames } = await import('../settings/organization/setting-names')
  return organizationSettingNames().map(({ section, name }) => destination(section, name, titleOfSection(section)))
}

const names: Record<string, { name: string }> = userSettingWords

const destination = (section: string, name: string, detail: string): Destination => ({
  route: { view: 'settings', section },
  name,
  detail,
})

const settingsIn = (section: string, parts: Record<string, Record<string, unknown>>): Destination[] =>
  Object.values(parts)
    .flatMap((lines) => Object.keys(lines))
    .map((name) => destination(section, names[name]?.name ?? name, titleOfSection(section)))
