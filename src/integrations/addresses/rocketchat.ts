import { many, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { rocketchatMarkdown } from '../wording/chat-dialects'
import { attachmentText, wholeAttachment, type AttachmentStyle } from '../wording/slack-attachments'
import { joined, wholeBlockText } from '../wording/slack-blocks'
import { atMost, jsonOrField, messageIn } from './parts'

const rocketchatMessage = one({
  channel: maybe(text),
  text: maybe(text),
  attachments: maybe(many(wholeAttachment)),
})

const STYLE: AttachmentStyle = { markdown: rocketchatMarkdown, plain: (text) => text, block: wholeBlockText }

/** Accepts what programs send to incoming integrations of Rocket.Chat. */
export const rocketchatAddress = integration({
  title: 'Rocket.Chat',
  reads: jsonOrField('payload'),
  isQuietAboutBodies: true,
  events: {
    message: on(rocketchatMessage, (message) => {
      const attachments = atMost(100, 'attachments', message.attachments)
      const own = rocketchatMarkdown(message.text ?? '')
      return messageIn(message.channel, joined([own, ...attachments.map((part) => attachmentText(part, STYLE))]))
    }),
  },
})
