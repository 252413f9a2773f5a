import { integration, on, type Delivery, type RawBody } from '../integration'
import { formField, json } from '../read-body'
import { attachmentText, blockText, joined, slackMessage } from '../wording/slack-blocks'
import { slackMarkdown } from '../wording/slack-markup'

const read = (body: RawBody, delivery: Delivery): unknown =>
  body.content_type.startsWith('application/json') ? json(body) : formField('payload')(body, delivery)

/** Accepts what a program sends to Slack: text, blocks and attachments. */
export const slackIncoming = integration({
  title: 'SlackIncoming',
  reads: read,
  options: ['payload'],
  isQuietAboutBodies: true,
  events: {
    message: on(slackMessage, ({ channel, text, icon_emoji, blocks, attachments }) => {
      const parts = joined([...(blocks ?? []).map(blockText), ...(attachments ?? []).map(attachmentText)])
      const content = parts || (text ? `${icon_emoji ? `${icon_emoji} ` : ''}${slackMarkdown(text)}` : '')
      if (content === '') return undefined
      return { topic: channel?.replace(/^[#@]/, '') || '(no topic)', content }
    }),
  },
})
