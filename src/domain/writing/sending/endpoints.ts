import * as v from 'valibot'
import { missingParameter } from '../../../api/decode'
import { alias, boolean, integer, list, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { parseMarkdown } from '../../../markdown/parse'
import { channelNamedDoesNotExist } from '../../channels/channels/rules'
import { missingTopic } from '../../channels/topics/rules'
import { VISIBILITY_POLICIES } from '../../channels/user-topics/rules'
import { normalizeContent } from '../../messages/message-index/rules'
import { buttonsParam } from '../../messages/submessages/widget'
import { botOf } from '../../people/bots/storage'
import { anyUser, anyUserOrWebhook } from '../../people/users/callers'
import { MAX_CONTENT_ACCEPTED, MAX_RECIPIENTS } from '../../realm/settings/limits'
import { markdownTooLarge, MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { ownUrl } from '../../realm/settings/own-url'
import { sendChannelMessage, sendDirectMessage, type SendResult } from './actions'
import { sendingErrors } from './errors'
import { messageLinks } from './message-links'
import { renderForAuthor } from './render'
import { invalidRecipientEmail, recipientsMixed } from './rules'

// The event of the message contains the two ids until all queues have received it.
const MAX_ECHO_ID_LENGTH = 100
const MAX_RECIPIENTS_LENGTH = 5000
const echoId = text(MAX_ECHO_ID_LENGTH)

const CLIENT_ID_LENGTH = 32

/** 128 random bits. Eight days long, the sender's next message under the same id is the same message. */
const clientId = v.pipe(text(CLIENT_ID_LENGTH), v.regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits'))

export const sendMessage = endpoint.decision({
  route: 'POST /messages',
  summary: 'Send a message to a channel, or directly to users.',
  agentScopes: ['messages:write'],
  sharesCommit: true,
  caller: anyUserOrWebhook,
  params: {
    type: oneOf(['direct', 'channel', 'stream', 'private']),
    to: optional(
      v.union([integer(), list(v.union([integer(), shortText()]), MAX_RECIPIENTS), text(MAX_RECIPIENTS_LENGTH)]),
    ),
    content: text(MAX_CONTENT_ACCEPTED),
    topic: alias(optional(shortText()), 'subject'),
    queue_id: optional(echoId),
    local_id: optional(echoId),
    parley_client_id: optional(clientId),
    read_by_sender: optional(boolean()),
    widget_content: optional(buttonsParam),
  },
  returns: {
    id: v.number(),
    message_url: v.string(),
    message_link: v.string(),
    automatic_new_visibility_policy: v.optional(v.picklist(VISIBILITY_POLICIES)),
  },
  errors: [...sendingErrors, missingParameter, channelNamedDoesNotExist, recipientsMixed, invalidRecipientEmail],
  prepare: (edge, params) => {
    const content = normalizeContent(params.content)
    return { content, ...parseMarkdown(content, edge.assumeMarkdownSettings(), MESSAGE_LIMITS) }
  },
  decide: (realm, actor, { type, to, topic, queue_id, local_id, parley_client_id, widget_content, ...content }) => {
    const echo = queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : undefined
    const message = { ...content, widget: widget_content, echo, client_id: parley_client_id }
    const isDirect = type === 'direct' || type === 'private'
    // A bot may have a default channel.
    const recipients = to ?? (isDirect ? null : botOf(realm, actor.user_id).default_sending_stream)
    if (recipients === null) throw missingParameter({ var_name: 'to' })
    if (isDirect) return withLinks(realm, sendDirectMessage(realm, actor, { ...message, to: recipients }))
    if (topic === undefined) throw missingTopic({})
    return withLinks(realm, sendChannelMessage(realm, actor, { ...message, to: recipients, topic }))
  },
})

const withLinks = (realm: ReadOnlyRealm, { sentTo, ...sent }: SendResult) => ({
  ...sent,
  ...messageLinks(ownUrl(realm), sent.id, sentTo),
})

export const renderMessage = endpoint.decision({
  route: 'POST /messages/render',
  summary: 'Render Markdown as in a message. Nothing is sent.',
  caller: anyUser,
  params: { content: text(MAX_CONTENT_ACCEPTED) },
  returns: { rendered: v.string() },
  errors: [markdownTooLarge],
  prepare: (edge, { content }) => ({
    template: parseMarkdown(normalizeContent(content), edge.assumeMarkdownSettings(), MESSAGE_LIMITS).template,
  }),
  decide: (realm, actor, { template }) => ({ rendered: renderForAuthor(realm, actor, template).html }),
})
