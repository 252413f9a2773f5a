import type { Component } from 'solid-js'
import { lazyView } from '../../parts/lazy'
import { Discovery } from '../discovery/discovery'
import { ArchivedChannels } from './archived-channels'
import { Commands } from './commands'
import { DefaultChannels } from './default-channels'
import { ChannelFolders } from './folders'
import { Directory } from './directory'
import { Emoji } from './emoji'
import { Gifs } from './gifs'
import { Groups } from './groups'
import { Import } from './import'
import { Invitations } from './invitations'
import { Linkifiers } from './linkifiers'
import { Mail } from './mail'
import { LanguageModel } from './language-model'
import { NewUsers } from './new-users'
import { People } from './people'
import { Playgrounds } from './playgrounds'
import { ProfileFields } from './profile-fields'
import { OrganizationProfile } from './profile'
import { Providers } from './providers'
import { AuditLog } from './audit-log'
import { Domains, Exports } from './records'
import { Permissions, Rules } from './rules'
import { Usage } from './usage'

/** The sections of the organization. Their code loads when the first one opens. */
export const VIEWS: Record<string, Component> = {
  'organization/profile': OrganizationProfile,
  'organization/settings': Rules,
  'organization/permissions': Permissions,
  'organization/users': People,
  'organization/invitations': Invitations,
  'organization/groups': Groups,
  'organization/folders': ChannelFolders,
  'organization/archived-channels': ArchivedChannels,
  'organization/default-channels': DefaultChannels,
  'organization/new-users': NewUsers,
  'organization/emoji': Emoji,
  'organization/linkifiers': Linkifiers,
  'organization/playgrounds': Playgrounds,
  'organization/commands': Commands,
  'organization/automations': lazyView(async () => (await import('../automations/all-automations')).AllAutomations),
  'organization/model': LanguageModel,
  'organization/gifs': Gifs,
  'organization/profile-fields': ProfileFields,
  'organization/domains': Domains,
  'organization/providers': Providers,
  'organization/directory': Directory,
  'organization/exports': Exports,
  'organization/import': Import,
  'organization/mail': Mail,
  'organization/audit-log': AuditLog,
  'organization/discovery': Discovery,
  'organization/usage': Usage,
}
