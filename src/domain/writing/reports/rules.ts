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

type Person = { user_id: number; full_name: string }

/** Those who moderate talk about each person in one place. */
export const topicAbout = ({ user_id, full_name }: Person): string =>
  truncateTopicName(`Reports of user ${user_id}: ${full_name}`)

type Reported = { reporter: Person; author: Person; target: MessageReference }

/** What is told to those who moderate. */
export function reportText(
  { reporter, author, target }: Reported,
  { report_type, description }: Report,
  content: string,
): string {
  const why = `${silentMention(reporter)} reported ${linkToMessage(target)} by ${silentMention(author)} for ${REASONS[report_type]}.`
  const said = description === '' ? why : `${why} In their words:\n\n${quoteBlock(description)}`
  return withQuote(`${said}\n\nThe message:`, content)
}
