// The parts of the catalogue of each language.

import type { appWords } from './en-apps'
import type { assistWords } from './en-assist'
import type { automationWords } from './en-automations'
import type { botWords } from './en-bots'
import type { callWords } from './en-calls'
import type { channelEmailWords } from './en-channel-email'
import type { channelWords } from './en-channels'
import type { commandWords } from './en-commands'
import type { directoryWords } from './en-directory'
import type { discoveryWords } from './en-discovery'
import type { folderWords } from './en-folders'
import type { formatWords } from './en-format'
import type { formattingWords } from './en-formatting'
import type { gifWords } from './en-gifs'
import type { guestWords } from './en-guests'
import type { importWords } from './en-import'
import type { integrationWords } from './en-integrations'
import type { keyWords } from './en-keys'
import type { laterWords } from './en-later'
import type { loginWords } from './en-login'
import type { mailWords } from './en-mail'
import type { mediaWords } from './en-media'
import type { words as notifyWords } from './en-notify'
import type { modelWords } from './en-model'
import type { organizationWords } from './en-organization'
import type { overlayWords } from './en-overlays'
import type { realmPermissionWords, channelPermissionWords, groupPermissionWords } from './en-permissions'
import type { providerWords } from './en-providers'
import type { realmSettingWords } from './en-realm-settings'
import type { refusalCodes, refusalTexts } from './en-refusals'
import type { safetyWords } from './en-safety'
import type { searchWords } from './en-search'
import type { organizationSections } from './en-sections'
import type { serviceWords } from './en-services'
import type { settingsWords } from './en-settings'
import type { talkWords } from './en-talk'
import type { taskWords } from './en-tasks'
import type { translationWords } from './en-translation'
import type { usageWords } from './en-usage'
import type { userSettingWords } from './en-user-settings'
import type { voiceWords } from './en-voice'
import type { whatIfWords } from './en-what-if'
import type { words } from './en'

/** What the first view needs. */
export type First = { loginWords: typeof loginWords; words: typeof words }

/** What views need that load later. */
export type Rest = {
  appWords: typeof appWords
  assistWords: typeof assistWords
  automationWords: typeof automationWords
  botWords: typeof botWords
  callWords: typeof callWords
  channelEmailWords: typeof channelEmailWords
  channelWords: typeof channelWords
  commandWords: typeof commandWords
  directoryWords: typeof directoryWords
  discoveryWords: typeof discoveryWords
  folderWords: typeof folderWords
  formatWords: typeof formatWords
  formattingWords: typeof formattingWords
  gifWords: typeof gifWords
  guestWords: typeof guestWords
  importWords: typeof importWords
  integrationWords: typeof integrationWords
  keyWords: typeof keyWords
  laterWords: typeof laterWords
  mailWords: typeof mailWords
  mediaWords: typeof mediaWords
  notifyWords: typeof notifyWords
  modelWords: typeof modelWords
  organizationWords: typeof organizationWords
  overlayWords: typeof overlayWords
  realmPermissionWords: typeof realmPermissionWords
  channelPermissionWords: typeof channelPermissionWords
  groupPermissionWords: typeof groupPermissionWords
  providerWords: typeof providerWords
  realmSettingWords: typeof realmSettingWords
  refusalCodes: typeof refusalCodes
  refusalTexts: typeof refusalTexts
  safetyWords: typeof safetyWords
  searchWords: typeof searchWords
  organizationSections: typeof organizationSections
  serviceWords: typeof serviceWords
  settingsWords: typeof settingsWords
  talkWords: typeof talkWords
  taskWords: typeof taskWords
  translationWords: typeof translationWords
  usageWords: typeof usageWords
  userSettingWords: typeof userSettingWords
  voiceWords: typeof voiceWords
  whatIfWords: typeof whatIfWords
}
