import { badRequest, type ApiError } from '../../../api/errors'
import type { BotWords } from '../../../pages/words/bots-en'
import { linkToMessage, withQuote, type MessageReference } from '../bot-messages/quote-rules'
import { silentMention, quoteBlock } from '../bot-messages/rules'
import type { REPORT_TYPES } from '../../people/user-settings/report-types'
import { truncateTopicName } from '../../channels/topics/rules'

export const MAX_REPORT_DESCRIPTION_LENGTH = 1000

export const noModerationChannel = badRequest(
  () => 'Moderation request channel must be specified to enable message reporting.',
)
export const reportNeedsDescription = badRequest(() => 'A description is needed for reports of this type.')

export type Report = { report_type: (typeof REPORT_TYPES)[number]; description: string }

export const refusalOfReport = ({ report_type, description }: Report): ApiError | undefined =>
  report_type === 'other' && description === '' ? reportNeedsDescription({}) : undefined

type NamedUser = { user_id: number; full_name: string }

/** Returns the topic for all reports of messages by one user. */
export const topicAbout = (words: BotWords, { user_id, full_name }: NamedUser): string =>
  truncateTopicName(words.topics.reports(user_id, full_name))

type ReportedMessage = { reporter: NamedUser; author: NamedUser; message: MessageReference }

/** Returns the bot message for the moderators. */
export function reportText(
  words: BotWords,
  { reporter, author, message }: ReportedMessage,
  { report_type, description }: Report,
  content: string,
): string {
  const { summary, reasons, words: theirWords, message: theMessage } = words.report
  const link = linkToMessage(words, message)
  const first = summary(silentMention(reporter), link, silentMention(author), reasons[report_type])
  const text = description === '' ? first : `${first} ${theirWords}\n\n${quoteBlock(description)}`
  return withQuote(`${text}\n\n${theMessage}`, content)
}
