import { badRequest, type ApiError } from '../../../api/errors'
import { linkToMessage, withQuote, type MessageReference } from '../bot-messages/quote-rules'
import { silentMention, quoteBlock } from '../bot-messages/rules'
import { truncateTopicName } from '../../channels/topics/rules'

export const REPORT_TYPES = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const
type ReportType = (typeof REPORT_TYPES)[number]
export const MAX_REPORT_DESCRIPTION_LENGTH = 1000

export const noModerationChannel = badRequest(
  () => 'Moderation request channel must be specified to enable message reporting.',
)
export const reportNeedsDescription = badRequest(() => 'A description is needed for reports of this type.')

const REASONS: Record<ReportType, string> = {
  spam: 'spam',
  harassment: 'harassment',
  inappropriate: 'inappropriate content',
  norms: 'a violation of community norms',
  other: 'another reason',
}

export type Report = { report_type: ReportType; description: string }

export const refusalOfReport = ({ report_type, description }: Report): ApiError | undefined =>
  report_type === 'other' && description === '' ? reportNeedsDescription({}) : undefined

type NamedUser = { user_id: number; full_name: string }

/** Returns the topic for all reports of messages by one user. */
export const topicAbout = ({ user_id, full_name }: NamedUser): string =>
  truncateTopicName(`Reports of user ${user_id}: ${full_name}`)

type ReportedMessage = { reporter: NamedUser; author: NamedUser; message: MessageReference }

/** Returns the bot message for the moderators. */
export function reportText(
  { reporter, author, message }: ReportedMessage,
  { report_type, description }: Report,
  content: string,
): string {
  const summary = `${silentMention(reporter)} reported ${linkToMessage(message)} by ${silentMention(author)} for ${REASONS[report_type]}.`
  const text = description === '' ? summary : `${summary} In their words:\n\n${quoteBlock(description)}`
  return withQuote(`${text}\n\nThe message:`, content)
}
