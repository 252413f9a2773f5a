import * as webhookWork from '../domain/bots/due-work'
import * as channelActivity from '../domain/channel-activity/due-work'
import * as retention from '../domain/deletion/due-work'
import * as exportWork from '../domain/exports/due-work'
import * as fileWork from '../domain/files/due-work'
import * as mailWork from '../domain/mail/due-work'
import * as deactivationWork from '../domain/organization/deactivation'
import * as presenceWork from '../domain/presence/due-work'
import * as pushWork from '../domain/push/due-work'
import * as registrationWork from '../domain/registration/due-work'
import * as reminderWork from '../domain/reminders/due-work'
import * as resumableUploadWork from '../domain/resumable-uploads/due-work'
import * as scheduledWork from '../domain/scheduled-messages/due-work'
import * as unclaimedFiles from '../domain/unclaimed-files/due-work'

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
