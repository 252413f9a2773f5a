import * as alertWordEvents from '../domain/alert-words/events'
import * as attachmentEvents from '../domain/attachments/events'
import * as botEvents from '../domain/bots/events'
import * as channelFolderEvents from '../domain/channel-folders/events'
import * as channelEvents from '../domain/channels/events'
import * as channelGroupEvents from '../domain/default-channels/group-events'
import * as deletionEvents from '../domain/deletion/events'
import * as domainEvents from '../domain/domains/events'
import * as draftEvents from '../domain/drafts/events'
import * as editEvents from '../domain/edits/events'
import * as emojiEvents from '../domain/emoji/events'
import * as exportEvents from '../domain/exports/events'
import * as flagEvents from '../domain/flags/events'
import * as groupAbilities from '../domain/groups/abilities'
import * as groupEvents from '../domain/groups/events'
import * as invitationEvents from '../domain/invitations/events'
import * as linkifierEvents from '../domain/linkifiers/events'
import * as mutedUserEvents from '../domain/muted-users/events'
import * as navigationViewEvents from '../domain/navigation-views/events'
import * as noticeEvents from '../domain/notices/events'
import * as onboardingEvents from '../domain/onboarding/events'
import * as elsewhere from '../domain/organization/elsewhere'
import * as organizationEvents from '../domain/organization/events'
import * as playgroundEvents from '../domain/playgrounds/events'
import * as presenceEvents from '../domain/presence/events'
import * as profileFieldEvents from '../domain/profile-fields/events'
import * as pushDeviceEvents from '../domain/push-devices/events'
import * as reactionEvents from '../domain/reactions/events'
import * as markEvents from '../domain/marks/events'
import * as messageReaders from '../domain/reading/readers'
import * as realmPictureEvents from '../domain/realm-pictures/events'
import * as realmEvents from '../domain/realm/events'
import * as reminderEvents from '../domain/reminders/events'
import * as savedSnippetEvents from '../domain/saved-snippets/events'
import * as scheduledMessageEvents from '../domain/scheduled-messages/events'
import * as searchWords from '../domain/search/events'
import * as messageEvents from '../domain/sending/events'
import * as submessageEvents from '../domain/submessages/events'
import * as subscriptionAccess from '../domain/subscriptions/access'
import * as subscriptionEvents from '../domain/subscriptions/events'
import * as subscriptionState from '../domain/subscriptions/state'
import * as recentDirect from '../domain/topics/recent-direct'
import * as typingEvents from '../domain/typing/events'
import * as userSettingEvents from '../domain/user-settings/events'
import * as userStatusEvents from '../domain/user-status/events'
import * as userTopicEvents from '../domain/user-topics/events'
import * as userEvents from '../domain/users/events'
import * as userState from '../domain/users/state'

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
]
