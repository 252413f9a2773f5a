import { anything, many, maybe, one, text } from '../fields'
import { integration, on, type Delivery, type RawBody } from '../integration'
import { formField, json } from '../read-body'
import { attachment, attachmentText } from '../wording/slack-attachments'
import { blockText, joined } from '../wording/slack-blocks'
import { slackMarkdown } from '../wording/slack-markup'

const read = (body: RawBody, delivery: Delivery): unknown =>
  body.content_type.startsWith('application/json') ? json(body) : formField('payload')(body, delivery)

const slackMessage = one({
  channel: maybe(text),
  text: maybe(text),
  icon_emoji: maybe(text),
  blocks: maybe(many(anything)),
  attachments: maybe(many(attachment)),
})

/** Accepts what a program sends to Slack: text, blocks and attachments. */
export const slackIncoming = integration({
  title: 'SlackIncoming',
  display_name: 'Slack-compatible webhook',
  category: 'meta',
  setup: 'Any program that sends to Slack: enter this address as its webhook URL.',
  reads: read,
  options: ['payload'],
  isQuietAboutBodies: true,
  events: {
    message: on(slackMessage, ({ channel, text, icon_emoji, blocks, attachments }) => {
      const parts = joined([
        ...(blocks ?? []).map(blockText),
        ...(attachments ?? []).map((part) => attachmentText(part)),
      ])
      const content = parts || (text ? `${icon_emoji ? `${icon_emoji} ` : ''}${slackMarkdown(text)}` : '')
      if (content === '') return undefined
      return { topic: channel?.replace(/^[#@]/, '') || '(no topic)', content }
    }),
  },
})
