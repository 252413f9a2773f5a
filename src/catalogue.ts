/* oxlint-disable max-lines -- a list of everything is as long as everything is */
import { methodOf, type AnyEndpoint, type Concepts, type Route } from './api/endpoint'
import { isAudience, isEvent, nameOfKind, type AnyAudienceKind, type AnyEventKind } from './events/event'
import type { AnyDueWork } from './events/due-work'
import type { AnyStateSlice } from './events/state-slice'
import type { Acquaintance, Adornment, Introduction } from './realm'
import type { D1Table } from './store/d1-tables'
import * as accounts from './domain/accounts/endpoints'
import * as alertWords from './domain/alert-words/endpoints'
import * as alertWordEvents from './domain/alert-words/events'
import * as attachmentsHeld from './domain/attachments/adornment'
import * as attachments from './domain/attachments/endpoints'
import * as attachmentEvents from './domain/attachments/events'
import * as files from './domain/attachments/serving-endpoints'
import * as avatars from './domain/avatars/endpoints'
import * as bots from './domain/bots/endpoints'
import * as webhookWork from './domain/bots/due-work'
import * as botEvents from './domain/bots/events'
import * as channelActivity from './domain/channel-activity/due-work'
import * as channelFolders from './domain/channel-folders/endpoints'
import * as channelFolderEvents from './domain/channel-folders/events'
import * as channels from './domain/channels/endpoints'
import * as channelEvents from './domain/channels/events'
import * as defaultChannels from './domain/default-channels/endpoints'
import * as channelGroups from './domain/default-channels/group-endpoints'
import * as channelGroupEvents from './domain/default-channels/group-events'
import * as retention from './domain/deletion/due-work'
import * as deletion from './domain/deletion/endpoints'
import * as deletionEvents from './domain/deletion/events'
import * as domains from './domain/domains/endpoints'
import * as domainEvents from './domain/domains/events'
import * as drafts from './domain/drafts/endpoints'
import * as draftEvents from './domain/drafts/events'
import * as emoji from './domain/emoji/endpoints'
import * as emojiEvents from './domain/emoji/events'
import * as fileWork from './domain/files/due-work'
import * as edits from './domain/edits/endpoints'
import * as editEvents from './domain/edits/events'
import * as pictures from './domain/files/picture-endpoints'
import * as flags from './domain/flags/endpoints'
import * as flagEvents from './domain/flags/events'
import * as groupAbilities from './domain/groups/abilities'
import * as groups from './domain/groups/endpoints'
import * as groupEvents from './domain/groups/events'
import * as linkifiers from './domain/linkifiers/endpoints'
import * as linkifierEvents from './domain/linkifiers/events'
import * as emailChanges from './domain/email-changes/endpoints'
import * as forgottenPasswords from './domain/forgotten-passwords/endpoints'
import * as invitations from './domain/invitations/endpoints'
import * as invitationEvents from './domain/invitations/events'
import * as signUp from './domain/sign-up/endpoints'
import * as mailWork from './domain/mail/due-work'
import * as mail from './domain/mail/endpoints'
import * as messageAccess from './domain/messages/access'
import * as messages from './domain/messages/endpoints'
import * as fetching from './domain/messages/fetch-endpoints'
import * as searching from './domain/messages/search-inner'
import * as messageEvents from './domain/messages/events'
import * as recentDirect from './domain/messages/recent-direct'
import { messagesInD1 } from './domain/messages/bodies-in-d1'
import { oldVersionsInD1 } from './domain/messages/old-versions-in-d1'
import * as navigationViews from './domain/navigation-views/endpoints'
import * as navigationViewEvents from './domain/navigation-views/events'
import * as onboarding from './domain/onboarding/endpoints'
import * as onboardingEvents from './domain/onboarding/events'
import * as mutedUsers from './domain/muted-users/endpoints'
import * as mutedUserEvents from './domain/muted-users/events'
import * as noticeEvents from './domain/notices/events'
import * as organization from './domain/organization/endpoints'
import * as organizationEvents from './domain/organization/events'
import * as deactivationWork from './domain/organization/deactivation'
import * as organizationDeactivation from './domain/organization/deactivation-endpoints'
import * as elsewhere from './domain/organization/elsewhere'
import * as server from './domain/organization/server-endpoints'
import * as organizationSettings from './domain/organization/settings-endpoints'
import * as playgrounds from './domain/playgrounds/endpoints'
import * as playgroundEvents from './domain/playgrounds/events'
import * as profileFields from './domain/profile-fields/endpoints'
import * as profileFieldEvents from './domain/profile-fields/events'
import * as presenceWork from './domain/presence/due-work'
import * as presence from './domain/presence/endpoints'
import * as presenceEvents from './domain/presence/events'
import * as presenceIntroduction from './domain/presence/introduction'
import * as pushWork from './domain/push/due-work'
import * as push from './domain/push/endpoints'
import * as pushDevices from './domain/push-devices/endpoints'
import * as pushDeviceEvents from './domain/push-devices/events'
import * as reactionsShown from './domain/reactions/adornment'
import * as reactions from './domain/reactions/endpoints'
import * as reactionEvents from './domain/reactions/events'
import * as readReceipts from './domain/read-receipts/endpoints'
import * as reports from './domain/reports/endpoints'
import * as realmEvents from './domain/realm/events'
import * as realmPictures from './domain/realm-pictures/endpoints'
import * as realmPictureEvents from './domain/realm-pictures/events'
import * as registrationWork from './domain/registration/due-work'
import * as registration from './domain/registration/endpoints'
import * as reminderWork from './domain/reminders/due-work'
import * as reminders from './domain/reminders/endpoints'
import * as reminderEvents from './domain/reminders/events'
import * as resumableUploadWork from './domain/resumable-uploads/due-work'
import * as resumableUploads from './domain/resumable-uploads/endpoints'
import * as savedSnippets from './domain/saved-snippets/endpoints'
import * as savedSnippetEvents from './domain/saved-snippets/events'
import * as scheduledWork from './domain/scheduled-messages/due-work'
import * as scheduledMessages from './domain/scheduled-messages/endpoints'
import * as scheduledMessageEvents from './domain/scheduled-messages/events'
import * as submessagesShown from './domain/submessages/adornment'
import * as submessages from './domain/submessages/endpoints'
import * as submessageEvents from './domain/submessages/events'
import * as channelAcquaintance from './domain/subscriptions/acquaintance'
import * as conversationAcquaintance from './domain/topics/acquaintance'
import * as statusIntroduction from './domain/user-status/introduction'
import * as subscriptionAccess from './domain/subscriptions/access'
import * as subscriptions from './domain/subscriptions/endpoints'
import * as subscriptionEvents from './domain/subscriptions/events'
import * as topics from './domain/topics/endpoints'
import * as typing from './domain/typing/endpoints'
import * as typingEvents from './domain/typing/events'
import * as unclaimedFiles from './domain/unclaimed-files/due-work'
import * as commands from './domain/user-settings/command-endpoints'
import * as userSettings from './domain/user-settings/endpoints'
import * as userSettingEvents from './domain/user-settings/events'
import * as userStatus from './domain/user-status/endpoints'
import * as userStatusEvents from './domain/user-status/events'
import * as userTopics from './domain/user-topics/endpoints'
import * as userTopicEvents from './domain/user-topics/events'
import * as users from './domain/users/endpoints'
import * as userEvents from './domain/users/events'
import * as login from './domain/users/login'
import * as tokenLogin from './domain/users/token-login'
import { usersInD1 } from './domain/users/profile-in-d1'

export { nameOfRealm } from './domain/realm/storage'
export { authenticate } from './domain/users/keys'
export { relyingOn } from './domain/linkifiers/current-markdown'
export { migrations } from '../migrations/realm/list'

/** Everything that can be asked, announced, registered for and done in due time: each concept once. */
const asked = {
  login,
  tokenLogin,
  users,
  accounts,
  profileFields,
  bots,
  userSettings,
  commands,
  groups,
  channels,
  defaultChannels,
  channelGroups,
  subscriptions,
  channelFolders,
  topics,
  userTopics,
  messages,
  fetching,
  searching,
  attachments,
  resumableUploads,
  files,
  pictures,
  avatars,
  realmPictures,
  emoji,
  flags,
  reactions,
  submessages,
  deletion,
  edits,
  readReceipts,
  reports,
  typing,
  drafts,
  scheduledMessages,
  reminders,
  savedSnippets,
  navigationViews,
  onboarding,
  alertWords,
  userStatus,
  presence,
  mutedUsers,
  pushDevices,
  push,
  linkifiers,
  playgrounds,
  registration,
  organization,
  organizationSettings,
  organizationDeactivation,
  server,
  domains,
  mail,
  invitations,
  signUp,
  emailChanges,
  forgottenPasswords,
}
const announced = [
  realmEvents,
  userEvents,
  groupEvents,
  userSettingEvents,
  groupAbilities,
  channelEvents,
  subscriptionAccess,
  subscriptionEvents,
  channelFolderEvents,
  userTopicEvents,
  messageAccess,
  messageEvents,
  recentDirect,
  noticeEvents,
  attachmentEvents,
  emojiEvents,
  realmPictureEvents,
  flagEvents,
  reactionEvents,
  submessageEvents,
  deletionEvents,
  editEvents,
  typingEvents,
  draftEvents,
  scheduledMessageEvents,
  reminderEvents,
  savedSnippetEvents,
  navigationViewEvents,
  onboardingEvents,
  channelGroupEvents,
  alertWordEvents,
  userStatusEvents,
  profileFieldEvents,
  presenceEvents,
  botEvents,
  mutedUserEvents,
  pushDeviceEvents,
  linkifierEvents,
  playgroundEvents,
  organizationEvents,
  elsewhere,
  domainEvents,
  invitationEvents,
]
const done = [
  webhookWork,
  presenceWork,
  unclaimedFiles,
  pushWork,
  fileWork,
  resumableUploadWork,
  scheduledWork,
  reminderWork,
  channelActivity,
  retention,
  registrationWork,
  deactivationWork,
  mailWork,
]
const shown = [reactionsShown, submessagesShown, attachmentsHeld]
const met = [channelAcquaintance, conversationAcquaintance, statusIntroduction, presenceIntroduction]

const declared = (modules: readonly object[]): unknown[] => modules.flatMap((module) => Object.values(module))
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'route' in value && 'caller' in value
const isSlice = (value: unknown): value is AnyStateSlice =>
  typeof value === 'object' && value !== null && 'fetchedFor' in value && 'read' in value

const isAdornment = (value: unknown): value is Adornment =>
  typeof value === 'object' && value !== null && 'adorns' in value

const isAcquaintance = (value: unknown): value is Acquaintance =>
  typeof value === 'object' && value !== null && 'acquaints' in value
const isIntroduction = (value: unknown): value is Introduction =>
  typeof value === 'object' && value !== null && 'introduces' in value

const isDueWork = (value: unknown): value is AnyDueWork =>
  typeof value === 'object' && value !== null && 'ring' in value

/** In the order in which paths are matched: what is named comes before what fits any name. */
export const endpoints: readonly AnyEndpoint[] = declared(Object.values(asked))
  .filter(isEndpoint)
  .sort((a, b) => specificity(b.route) - specificity(a.route))

/** In the order in which people read about them, but for what no request reaches. */
export const concepts: Concepts = new Map(
  Object.entries(asked).flatMap(([name, module]) => {
    const published = declared([module])
      .filter(isEndpoint)
      .filter((endpoint) => methodOf(endpoint) !== 'INNER')
    return published.length > 0 ? [[name, published]] : []
  }),
)

export const eventKinds: ReadonlyMap<string, AnyEventKind> = new Map(
  declared(announced)
    .filter(isEvent)
    .map(({ kind }) => [nameOfKind(kind), kind]),
)
export const audienceKinds: ReadonlyMap<string, AnyAudienceKind> = new Map(
  declared(announced)
    .filter(isAudience)
    .map(({ kind }) => [kind.name, kind]),
)
const slices: readonly AnyStateSlice[] = declared(announced).filter(isSlice)
const adornments: readonly Adornment[] = declared(shown).filter(isAdornment)
const acquaintances: readonly Acquaintance[] = declared(met).filter(isAcquaintance)
const introductions: readonly Introduction[] = declared(met).filter(isIntroduction)
/** What concepts add to what others do, as the realm's handle carries it. */
export const declaredForRealms = { slices, adornments, acquaintances, introductions }
export const allDueWork: readonly AnyDueWork[] = declared(done).filter(isDueWork)
export const d1Tables: readonly D1Table[] = [usersInD1, messagesInD1, oldVersionsInD1]

const byRoute = new Map(endpoints.map((endpoint) => [endpoint.route, endpoint]))

export function endpointOf(route: Route): AnyEndpoint {
  const endpoint = byRoute.get(route)
  if (endpoint === undefined) throw new Error(`No endpoint ${route}`)
  return endpoint
}

// Fewer holes in a path first; among equals, the hole that only takes a number.
function specificity(route: Route): number {
  const segments = route.split('/')
  return (
    -segments.filter((segment) => segment.startsWith(':')).length * 2 - (/:\w+(?<!_id)(?:\/|$)/.test(route) ? 1 : 0)
  )
}
