import { expect, test } from 'vitest'
import { channelPermissions } from '../../src/domain/channels/channels/permissions'
import { groupPermissions } from '../../src/domain/people/groups/permissions'
import { AUDIT_KINDS } from '../../src/domain/realm/audit-log/kinds'
import { PERMISSIONS_FOR_OWNERS, realmPermissions } from '../../src/domain/realm/settings/permissions'
import { changeableSettings } from '../../src/domain/realm/settings/settings'
import { FOR_OWNERS, REALM_PERMISSIONS, REALM_SETTINGS } from '../../web/settings/organization/realm-settings'
import { organizationWords } from '../../web/words/en-organization'
import { channelPermissionWords, groupPermissionWords, realmPermissionWords } from '../../web/words/en-permissions'
import { realmSettingWords } from '../../web/words/en-realm-settings'

const lines: Record<string, { usual: unknown }> = Object.assign({}, ...Object.values(REALM_SETTINGS))
// The ways to log in have a part of their own, because the deployment decides which there are.
const { authentication_methods: _, ...settings } = changeableSettings

test('the web client shows each setting of the organization, with the value of a new organization', () => {
  const initial = Object.entries(settings).map(([name, setting]) => [name, setting.initial])
  const inClient = Object.keys(settings).map((name) => [name, lines[name]?.usual])
  expect(Object.fromEntries(inClient)).toEqual(Object.fromEntries(initial))
  expect(Object.keys(realmSettingWords).sort()).toEqual(Object.keys(lines).sort())
})

test('the web client shows each permission of the organization, of channels and of groups', () => {
  expect(Object.values(REALM_PERMISSIONS).flat().sort()).toEqual(Object.keys(realmPermissions).sort())
  expect(Object.keys(realmPermissionWords).sort()).toEqual(Object.keys(realmPermissions).sort())
  expect(Object.keys(channelPermissionWords).sort()).toEqual(Object.keys(channelPermissions).sort())
  expect(Object.keys(groupPermissionWords).sort()).toEqual(Object.keys(groupPermissions).sort())
})

test('the web client knows what only owners can change', () => {
  const forOwners = Object.entries(changeableSettings).flatMap(([name, { changedBy }]) =>
    changedBy === 'owners' ? [name] : [],
  )
  const names = new Set<string>([...Object.keys(changeableSettings), ...Object.keys(realmPermissions)])
  const inClient = [...FOR_OWNERS].filter((name) => names.has(name))
  expect(inClient.sort()).toEqual([...forOwners, ...PERMISSIONS_FOR_OWNERS].sort())
})

test('each setting and permission has one sentence', () => {
  const all = { ...realmSettingWords, ...realmPermissionWords, ...channelPermissionWords, ...groupPermissionWords }
  for (const { name, text } of Object.values(all)) expect(text, name).toMatch(/\.$/)
})

test('the audit log of the web client has a name for each kind of entry', () => {
  expect(Object.keys(organizationWords.kinds)).toEqual(expect.arrayContaining(Object.keys(AUDIT_KINDS)))
})
