import { anything, many, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { attachmentText, wholeAttachment, type AttachmentStyle } from '../wording/slack-attachments'
import { controlsText, readControls } from '../wording/slack-controls'
import { joined, onlyInSlackText, wholeBlockText } from '../wording/slack-blocks'
import { slackMarkdown, unescaped } from '../wording/slack-markup'
import { atMost, jsonOrField, messageIn } from './parts'

const slackMessage = one({
  channel: maybe(text),
  text: maybe(text),
  blocks: maybe(many(anything)),
  attachments: maybe(many(wholeAttachment)),
})

const STYLE: AttachmentStyle = { markdown: slackMarkdown, plain: unescaped, block: wholeBlockText }

/** Accepts what programs send to incoming webhooks of Slack. The text of a message with blocks is only for notifications there. */
export const slackAddress = integration({
  title: 'Slack',
  reads: jsonOrField('payload'),
  isQuietAboutBodies: true,
  events: {
    message: on(slackMessage, (message, { receivesPresses }) => {
      const blocks = atMost(50, 'blocks', message.blocks)
      const attachments = atMost(100, 'attachments', message.attachments)
      const blocksOfAttachments = attachments.flatMap((part) => atMost(50, 'blocks', part.blocks))
      const own = joined(blocks.map(wholeBlockText)) || slackMarkdown(message.text ?? '')
      const parts = attachments.map((part) => attachmentText(part, STYLE))
      const all = [...blocks, ...blocksOfAttachments]
      const { rows, drawn } = receivesPresses ? readControls(all) : { rows: [], drawn: undefined }
      const content = joined([own, ...parts, onlyInSlackText(all, drawn), controlsText(rows)])
      return { ...messageIn(message.channel, content), ...(rows.length > 0 ? { controls: rows } : {}) }
    }),
  },
})
