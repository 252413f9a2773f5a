import type { MessageBody, Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { findChannel } from '../../channels/channels/storage'
import { getVisibleMessage } from '../../messages/access/access'
import type { IndexedMessage } from '../../messages/message-index/message'
import { invalidMessage } from '../../messages/message-index/rules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { postBotMessage } from '../bot-messages/actions'
import { referenceTo } from '../bot-messages/names'
import { wordsOf } from '../bot-messages/words'
import { noModerationChannel, refusalOfReport, reportText, topicAbout, type Report } from './rules'
import { getActiveUser } from '../../people/users/authentication'

/**
 * Posts a report of a message in the moderation channel. Throws if the reporter cannot read the message. The report quotes
 * the message, also if the moderators could not read it: that is the decision of the reporter. The body may have to be read
 * from D1, so all conditions are checked again after that.
 */
export async function reportMessage(realm: Realm, reporter: User, message_id: number, report: Report): Promise<void> {
  requireReportable(realm, reporter, message_id, report)
  const body = await realm.bodies.loadOne(message_id)
  realm.transaction(() => post(realm, getActiveUser(realm, reporter.user_id), { message_id, body }, report))
}

/** Returns the message and the moderation channel. Throws if the report is not possible. */
function requireReportable(
  realm: Realm,
  reporter: User,
  message_id: number,
  report: Report,
): { message: IndexedMessage; channel: Channel } {
  const message = getVisibleMessage(realm, reporter, message_id)
  const channel = findChannel(realm, settingsOf(realm).moderation_request_channel_id)
  if (channel === undefined || channel.is_archived) throw noModerationChannel({})
  const refusal = refusalOfReport(report)
  if (refusal) throw refusal
  return { message, channel }
}

type LoadedMessage = { message_id: number; body: MessageBody | undefined }

function post(realm: Realm, reporter: User, { message_id, body }: LoadedMessage, report: Report): void {
  const { message, channel } = requireReportable(realm, reporter, message_id, report)
  if (body === undefined) throw invalidMessage({})
  const author = findUser(realm, message.sender_id)!
  const words = wordsOf(realm)
  const text = reportText(words, { reporter, author, message: referenceTo(realm, message) }, report, body.content)
  postBotMessage(realm, reporter, { channel, topic: topicAbout(words, author) }, text)
}
