// The sections of the settings of the organization, in their order.

import { translated } from './translated'

export const organizationSections: Record<string, string> = translated('organizationSections', {
  'organization/profile': 'Name and pictures',
  'organization/settings': 'Rules',
  'organization/permissions': 'Permissions',
  'organization/users': 'People',
  'organization/invitations': 'Invitations',
  'organization/groups': 'Groups',
  'organization/folders': 'Channel folders',
  'organization/archived-channels': 'Archived channels',
  'organization/default-channels': 'Default channels',
  'organization/new-users': 'Default preferences',
  'organization/emoji': 'Emoji',
  'organization/linkifiers': 'Links in text',
  'organization/playgrounds': 'Code playgrounds',
  'organization/commands': 'Slash commands',
  'organization/automations': 'Automations',
  'organization/model': 'Language model',
  'organization/gifs': 'GIFs and stickers',
  'organization/profile-fields': 'Profile fields',
  'organization/domains': 'Allowed domains',
  'organization/providers': 'Identity providers',
  'organization/directory': 'Directory',
  'organization/exports': 'Exports',
  'organization/import': 'Import',
  'organization/mail': 'Emails',
  'organization/audit-log': 'Audit log',
  'organization/discovery': 'Holds and searches',
  'organization/usage': 'Usage and cost',
})
