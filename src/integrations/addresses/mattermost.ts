import { many, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { mattermostMarkdown } from '../wording/chat-dialects'
import { attachmentText, wholeAttachment, type AttachmentStyle } from '../wording/slack-attachments'
import { joined, wholeBlockText } from '../wording/slack-blocks'
import { atMost, jsonOrField, messageIn } from './parts'

const mattermostMessage = one({
  channel: maybe(text),
  text: maybe(text),
  attachments: maybe(many(wholeAttachment)),
  props: maybe(one({ card: maybe(text) })),
})

const STYLE: AttachmentStyle = { markdown: mattermostMarkdown, plain: (text) => text, block: wholeBlockText }

/** Accepts what programs send to incoming webhooks of Mattermost. */
export const mattermostAddress = integration({
  title: 'Mattermost',
  reads: jsonOrField('payload'),
  isQuietAboutBodies: true,
  events: {
    message: on(mattermostMessage, (message) => {
      const attachments = atMost(100, 'attachments', message.attachments)
      const parts = [message.text ?? '', message.props?.card ?? ''].map(mattermostMarkdown)
      return messageIn(message.channel, joined([...parts, ...attachments.map((part) => attachmentText(part, STYLE))]))
    }),
  },
})
