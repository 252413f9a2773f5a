import * as alertWordEvents from '../domain/people/alert-words/events'
import * as attachmentEvents from '../domain/files/attachments/events'
import * as botEvents from '../domain/people/bots/events'
import * as channelFolderEvents from '../domain/management/channel-folders/events'
import * as channelEvents from '../domain/channels/channels/events'
import * as channelGroupEvents from '../domain/management/default-channels/group-events'
import * as deletionEvents from '../domain/writing/deletion/events'
import * as domainEvents from '../domain/accounts/email-domains/events'
import * as draftEvents from '../domain/writing/drafts/events'
import * as editEvents from '../domain/writing/editing/events'
import * as emojiEvents from '../domain/customization/emoji/events'
import * as exportEvents from '../domain/organization/exports/events'
import * as flagEvents from '../domain/messages/read-state/events'
import * as groupAbilities from '../domain/people/groups/abilities'
import * as groupEvents from '../domain/people/groups/events'
import * as invitationEvents from '../domain/accounts/invitations/events'
import * as consentEvents from '../domain/accounts/export-consent/events'
import * as linkifierEvents from '../domain/customization/linkifiers/events'
import * as mutedUserEvents from '../domain/people/muted-users/events'
import * as navigationViewEvents from '../domain/personal/navigation-views/events'
import * as noticeEvents from '../domain/writing/bot-messages/events'
import * as onboardingEvents from '../domain/personal/onboarding/events'
import * as elsewhere from '../domain/organization/settings/elsewhere'
import * as organizationEvents from '../domain/organization/settings/events'
import * as playgroundEvents from '../domain/customization/playgrounds/events'
import * as presenceEvents from '../domain/people/presence/events'
import * as profileFieldEvents from '../domain/accounts/profile-fields/events'
import * as pushDeviceEvents from '../domain/people/push-devices/events'
import * as reactionEvents from '../domain/writing/reactions/events'
import * as markEvents from '../domain/messages/flag-sets/events'
import * as messageReaders from '../domain/messages/access/readers'
import * as realmPictureEvents from '../domain/customization/realm-pictures/events'
import * as realmEvents from '../domain/realm/settings/events'
import * as reminderEvents from '../domain/writing/reminders/events'
import * as savedSnippetEvents from '../domain/personal/saved-snippets/events'
import * as scheduledMessageEvents from '../domain/writing/scheduled-messages/events'
import * as searchWords from '../domain/messages/search/events'
import * as messageEvents from '../domain/writing/sending/events'
import * as submessageEvents from '../domain/messages/submessages/events'
import * as subscriptionAccess from '../domain/channels/subscriptions/access'
import * as subscriptionEvents from '../domain/channels/subscriptions/events'
import * as subscriptionState from '../domain/channels/subscriptions/state'
import * as recentDirect from '../domain/channels/topics/recent-direct'
import * as typingEvents from '../domain/writing/typing/events'
import * as userSettingEvents from '../domain/people/user-settings/events'
import * as userStatusEvents from '../domain/personal/user-status/events'
import * as userTopicEvents from '../domain/channels/user-topics/events'
import * as userEvents from '../domain/people/users/events'
import * as userState from '../domain/people/users/state'

/** Everything that is announced, to whom, and what /register says of it. */
export const announced = [
  realmEvents,
  userEvents,
  userState,
  groupEvents,
  userSettingEvents,
  groupAbilities,
  channelEvents,
  subscriptionAccess,
  subscriptionEvents,
  subscriptionState,
  channelFolderEvents,
  userTopicEvents,
  messageReaders,
  messageEvents,
  searchWords,
  recentDirect,
  noticeEvents,
  attachmentEvents,
  emojiEvents,
  realmPictureEvents,
  markEvents,
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
  exportEvents,
  consentEvents,
]
