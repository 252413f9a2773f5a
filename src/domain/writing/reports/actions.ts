import type { MessageBody, Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import { invalidMessage } from '../../messages/message-index/rules'
import { postBotMessage } from '../bot-messages/actions'
import { referenceTo } from '../bot-messages/names'
import { messageVisibleTo } from '../../messages/access/access'
import { settingsOf } from '../../realm/settings/storage'
import { stillLetIn } from '../../people/users/keys'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { noModerationChannel, refusalOfReport, reportText, topicAbout, type Report } from './rules'

/**
 * Somebody tells those who moderate of a message that they can read. They are shown what it says, whether or not they could
 * read it themselves: that is for whoever reports it to decide. Its words may have to be fetched first, so all is asked again.
 */
export async function reportMessage(realm: Realm, reporter: User, message_id: number, report: Report): Promise<void> {
  refuse(realm, reporter, message_id, report)
  const body = await realm.bodies.loadOne(message_id)
  realm.transaction(() => post(realm, stillLetIn(realm, reporter.user_id), { message_id, body }, report))
}

function refuse(realm: Realm, reporter: User, message_id: number, report: Report) {
  const message = messageVisibleTo(realm, reporter, message_id)
  const channel = findChannel(realm, settingsOf(realm).moderation_request_channel_id)
  if (channel === undefined || channel.is_archived) throw noModerationChannel({})
  const refusal = refusalOfReport(report)
  if (refusal) throw refusal
  return { message, channel }
}

type Reported = { message_id: number; body: MessageBody | undefined }

function post(realm: Realm, reporter: User, { message_id, body }: Reported, report: Report): void {
  const { message, channel } = refuse(realm, reporter, message_id, report)
  if (body === undefined) throw invalidMessage({})
  const author = maybeUser(realm, message.sender_id)!
  const words = reportText({ reporter, author, target: referenceTo(realm, message) }, report, body.content)
  postBotMessage(realm, reporter, { channel, topic: topicAbout(author) }, words)
}
