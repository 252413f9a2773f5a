import { realmPermissionWords } from '../../words/en-permissions'
import { realmSettingWords } from '../../words/en-realm-settings'
import { REALM_PERMISSIONS, REALM_SETTINGS } from './realm-settings'

const names: Record<string, { name: string }> = { ...realmSettingWords, ...realmPermissionWords }

/** Each setting of the organization by its words, and the section that has it. */
export function organizationSettingNames(): { section: string; name: string }[] {
  const { identity, ...rules } = REALM_SETTINGS
  const inSection = (section: string, settings: readonly string[]) =>
    settings.map((setting) => ({ section: `organization/${section}`, name: names[setting]?.name ?? setting }))
  return [
    ...inSection('profile', Object.keys(identity)),
    ...inSection(
      'settings',
      Object.values(rules).flatMap((part) => Object.keys(part)),
    ),
    ...inSection('permissions', Object.values(REALM_PERMISSIONS).flat()),
  ]
}
