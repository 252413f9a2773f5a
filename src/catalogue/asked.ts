import * as accounts from '../domain/accounts/users/endpoints'
import * as rights from '../domain/accounts/users/rights-endpoints'
import * as accountCreation from '../domain/accounts/sign-up/account-endpoints'
import * as deactivation from '../domain/accounts/deactivation/endpoints'
import * as consents from '../domain/accounts/export-consent/endpoints'
import * as uploadForms from '../domain/files/uploads/form-endpoints'
import * as flagsInNarrow from '../domain/messages/flags-in-narrow/endpoints'
import * as alertWords from '../domain/people/alert-words/endpoints'
import * as attachments from '../domain/files/attachments/endpoints'
import * as files from '../domain/files/attachments/serving-endpoints'
import * as avatars from '../domain/accounts/avatars/endpoints'
import * as botAccounts from '../domain/accounts/bots/account-endpoints'
import * as bots from '../domain/accounts/bots/endpoints'
import * as channelFolders from '../domain/management/channel-folders/endpoints'
import * as channelAddress from '../domain/management/channels/address-endpoints'
import * as channels from '../domain/management/channels/endpoints'
import * as defaultChannels from '../domain/management/default-channels/endpoints'
import * as channelGroups from '../domain/management/default-channels/group-endpoints'
import * as deletion from '../domain/writing/deletion/endpoints'
import * as domains from '../domain/accounts/email-domains/endpoints'
import * as drafts from '../domain/writing/drafts/endpoints'
import * as edits from '../domain/writing/editing/endpoints'
import * as emailChanges from '../domain/accounts/email-changes/endpoints'
import * as emoji from '../domain/customization/emoji/endpoints'
import * as dataExports from '../domain/organization/exports/endpoints'
import * as fetching from '../domain/messages/fetching/endpoints'
import * as pictures from '../domain/customization/pictures/endpoints'
import * as flags from '../domain/messages/read-state/endpoints'
import * as forgottenPasswords from '../domain/accounts/password-reset/endpoints'
import * as groups from '../domain/management/groups/endpoints'
import * as invitations from '../domain/accounts/invitations/endpoints'
import * as linkifiers from '../domain/customization/linkifiers/endpoints'
import * as mail from '../domain/accounts/mail/endpoints'
import * as messageHistory from '../domain/messages/history/endpoints'
import * as mutedUsers from '../domain/personal/muting/endpoints'
import * as navigationViews from '../domain/personal/navigation-views/endpoints'
import * as onboarding from '../domain/personal/onboarding/endpoints'
import * as organizationDeactivation from '../domain/organization/realms/deactivation-endpoints'
import * as organization from '../domain/organization/realms/endpoints'
import * as server from '../domain/organization/realms/server-endpoints'
import * as videoCalls from '../domain/organization/settings/video-call-endpoints'
import * as organizationSettings from '../domain/organization/settings/settings-endpoints'
import * as outbox from '../domain/organization/outbox/endpoints'
import * as playgrounds from '../domain/customization/playgrounds/endpoints'
import * as presence from '../domain/people/presence/endpoints'
import * as profileFields from '../domain/accounts/profile-fields/endpoints'
import * as pushDevices from '../domain/people/push-devices/endpoints'
import * as push from '../domain/writing/push/endpoints'
import * as reactions from '../domain/writing/reactions/endpoints'
import * as readReceipts from '../domain/messages/read-receipts/endpoints'
import * as realmPictures from '../domain/customization/realm-pictures/endpoints'
import * as registration from '../domain/organization/event-queues/endpoints'
import * as reminders from '../domain/writing/reminders/endpoints'
import * as reports from '../domain/writing/reports/endpoints'
import * as resumableUploads from '../domain/files/uploads/endpoints'
import * as piecesUploaded from '../domain/files/uploads/inner'
import * as savedSnippets from '../domain/personal/saved-snippets/endpoints'
import * as scheduledMessages from '../domain/writing/scheduled-messages/endpoints'
import * as searching from '../domain/messages/search/inner'
import * as messages from '../domain/writing/sending/endpoints'
import * as signUp from '../domain/accounts/sign-up/endpoints'
import * as submessages from '../domain/messages/submessages/endpoints'
import * as subscriptions from '../domain/management/subscriptions/endpoints'
import * as topics from '../domain/messages/known-topics/endpoints'
import * as typing from '../domain/writing/typing/endpoints'
import * as commands from '../domain/people/user-settings/command-endpoints'
import * as userSettings from '../domain/accounts/own-settings/endpoints'
import * as userStatus from '../domain/personal/user-status/endpoints'
import * as userTopics from '../domain/personal/muting/topic-endpoints'
import * as users from '../domain/people/users/endpoints'
import * as login from '../domain/accounts/sign-in/login'
import * as tokenLogin from '../domain/accounts/sign-in/token-login'

/** Everything that can be asked, in the order in which people read about it. */
export const asked = {
  login,
  tokenLogin,
  users,
  accounts,
  accountCreation,
  deactivation,
  rights,
  profileFields,
  botAccounts,
  bots,
  userSettings,
  commands,
  groups,
  channels,
  channelAddress,
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
  uploadForms,
  resumableUploads,
  piecesUploaded,
  files,
  pictures,
  avatars,
  realmPictures,
  emoji,
  flags,
  flagsInNarrow,
  reactions,
  submessages,
  deletion,
  edits,
  messageHistory,
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
  videoCalls,
  dataExports,
  consents,
  outbox,
  domains,
  mail,
  invitations,
  signUp,
  emailChanges,
  forgottenPasswords,
}
