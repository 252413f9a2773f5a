import * as accounts from '../domain/accounts/endpoints'
import * as rights from '../domain/accounts/rights-endpoints'
import * as alertWords from '../domain/alert-words/endpoints'
import * as attachments from '../domain/attachments/endpoints'
import * as files from '../domain/attachments/serving-endpoints'
import * as avatars from '../domain/avatars/endpoints'
import * as botAccounts from '../domain/bots/account-endpoints'
import * as bots from '../domain/bots/endpoints'
import * as channelFolders from '../domain/channel-folders/endpoints'
import * as channelAddress from '../domain/channels/address-endpoints'
import * as channels from '../domain/channels/endpoints'
import * as defaultChannels from '../domain/default-channels/endpoints'
import * as channelGroups from '../domain/default-channels/group-endpoints'
import * as deletion from '../domain/deletion/endpoints'
import * as domains from '../domain/domains/endpoints'
import * as drafts from '../domain/drafts/endpoints'
import * as edits from '../domain/edits/endpoints'
import * as emailChanges from '../domain/email-changes/endpoints'
import * as emoji from '../domain/emoji/endpoints'
import * as dataExports from '../domain/exports/endpoints'
import * as fetching from '../domain/fetching/endpoints'
import * as pictures from '../domain/files/picture-endpoints'
import * as flags from '../domain/flags/endpoints'
import * as forgottenPasswords from '../domain/forgotten-passwords/endpoints'
import * as groups from '../domain/groups/endpoints'
import * as invitations from '../domain/invitations/endpoints'
import * as linkifiers from '../domain/linkifiers/endpoints'
import * as mail from '../domain/mail/endpoints'
import * as messageHistory from '../domain/message-history/endpoints'
import * as mutedUsers from '../domain/muted-users/endpoints'
import * as navigationViews from '../domain/navigation-views/endpoints'
import * as onboarding from '../domain/onboarding/endpoints'
import * as organizationDeactivation from '../domain/organization/deactivation-endpoints'
import * as organization from '../domain/organization/endpoints'
import * as server from '../domain/organization/server-endpoints'
import * as videoCalls from '../domain/organization/video-call-endpoints'
import * as organizationSettings from '../domain/organization/settings-endpoints'
import * as outbox from '../domain/outbox/endpoints'
import * as playgrounds from '../domain/playgrounds/endpoints'
import * as presence from '../domain/presence/endpoints'
import * as profileFields from '../domain/profile-fields/endpoints'
import * as pushDevices from '../domain/push-devices/endpoints'
import * as push from '../domain/push/endpoints'
import * as reactions from '../domain/reactions/endpoints'
import * as readReceipts from '../domain/read-receipts/endpoints'
import * as realmPictures from '../domain/realm-pictures/endpoints'
import * as registration from '../domain/registration/endpoints'
import * as reminders from '../domain/reminders/endpoints'
import * as reports from '../domain/reports/endpoints'
import * as resumableUploads from '../domain/resumable-uploads/endpoints'
import * as piecesUploaded from '../domain/resumable-uploads/inner'
import * as savedSnippets from '../domain/saved-snippets/endpoints'
import * as scheduledMessages from '../domain/scheduled-messages/endpoints'
import * as searching from '../domain/search/inner'
import * as messages from '../domain/sending/endpoints'
import * as signUp from '../domain/sign-up/endpoints'
import * as submessages from '../domain/submessages/endpoints'
import * as subscriptions from '../domain/subscriptions/endpoints'
import * as topics from '../domain/topics/endpoints'
import * as typing from '../domain/typing/endpoints'
import * as commands from '../domain/user-settings/command-endpoints'
import * as userSettings from '../domain/user-settings/endpoints'
import * as userStatus from '../domain/user-status/endpoints'
import * as userTopics from '../domain/user-topics/endpoints'
import * as users from '../domain/users/endpoints'
import * as login from '../domain/users/login'
import * as tokenLogin from '../domain/users/token-login'

/** Everything that can be asked, in the order in which people read about it. */
export const asked = {
  login,
  tokenLogin,
  users,
  accounts,
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
  resumableUploads,
  piecesUploaded,
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
  outbox,
  domains,
  mail,
  invitations,
  signUp,
  emailChanges,
  forgottenPasswords,
}
