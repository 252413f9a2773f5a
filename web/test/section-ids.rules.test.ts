import { expect, test, vi } from 'vitest'

// Tests of one process share modules, and one of them puts another language in place of the English texts.
vi.resetModules()
const { parseRoute } = await import('../routes/route')
const { sectionIdOf, titleOfSection } = await import('../settings/section-ids')

const titleAt = (hash: string) => {
  const route = parseRoute(hash)
  return route?.view === 'settings' ? titleOfSection(sectionIdOf(route.section)) : undefined
}

// From the help of Zulip, which other texts have copied.
test.each([
  ['#settings/profile', 'Profile'],
  ['#settings/account-and-privacy', 'Account and safety'],
  ['#settings/preferences', 'Preferences'],
  ['#settings/notifications', 'Notifications'],
  ['#settings/your-bots', 'Bots'],
  ['#settings/alert-words', 'Alert words'],
  ['#settings/uploaded-files', 'Uploaded files'],
  ['#settings/topics', 'Muted people and topics'],
  ['#settings/muted-users', 'Muted people and topics'],
  ['#organization', 'Name and pictures'],
  ['#organization/organization-profile', 'Name and pictures'],
  ['#organization/organization-settings', 'Rules'],
  ['#organization/organization-permissions', 'Permissions'],
  ['#organization/organization-level-user-defaults', 'Default preferences'],
  ['#organization/emoji-settings', 'Emoji'],
  ['#organization/auth-methods', 'Name and pictures'],
  ['#organization/users', 'People'],
  ['#organization/users/active', 'People'],
  ['#organization/users/deactivated', 'People'],
  ['#organization/users/invitations', 'Invitations'],
  ['#organization/bot-list-admin', 'People'],
  ['#organization/channel-folders', 'Channel folders'],
  ['#organization/default-channels-list', 'Default channels'],
  ['#organization/linkifier-settings', 'Links in text'],
  ['#organization/playground-settings', 'Code playgrounds'],
  ['#organization/profile-field-settings', 'Profile fields'],
  ['#organization/data-exports-admin', 'Exports'],
])('%s opens %s', (hash, title) => expect(titleAt(hash)).toBe(title))

test('an address that names no section is not taken for another one', () => {
  expect(sectionIdOf('organization/no-such-section')).toBe('organization/no-such-section')
  expect(sectionIdOf('settings')).toBe('settings')
})
