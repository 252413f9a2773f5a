import * as webhookWork from '../domain/accounts/outgoing-webhooks/due-work'
import * as channelActivity from '../domain/writing/channel-activity/due-work'
import * as retention from '../domain/writing/deletion/due-work'
import * as exportWork from '../domain/organization/exports/due-work'
import * as fileWork from '../domain/realm/files/due-work'
import * as mailWork from '../domain/accounts/mail/due-work'
import * as deactivationWork from '../domain/organization/realms/deactivation'
import * as presenceWork from '../domain/people/presence/due-work'
import * as pushWork from '../domain/writing/push/due-work'
import * as registrationWork from '../domain/organization/event-queues/due-work'
import * as reminderWork from '../domain/writing/reminders/due-work'
import * as resumableUploadWork from '../domain/files/uploads/due-work'
import * as scheduledWork from '../domain/writing/scheduled-messages/due-work'
import * as unclaimedFiles from '../domain/writing/unreferenced-files/due-work'

/** Everything that is done in due time. */
export const done = [
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
  exportWork,
  mailWork,
]
