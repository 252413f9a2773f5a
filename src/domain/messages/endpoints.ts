import * as v from 'valibot'
import { alias, boolean, integer, list, oneOf, optional, text } from '../../api/params'
import { endpoint } from '../../edge'
import { parseMarkdown } from '../../markdown/parse'
import { channelDoesNotExist, channelNamedDoesNotExist } from '../channels/rules'
import { generalChatNotAllowed, invalidCharacterInTopic, missingTopic, onlyGeneralChatAllowed } from '../topics/rules'
import { VISIBILITY_POLICIES } from '../user-topics/rules'
import { anyUser, anyUserOrWebhook } from '../users/callers'
import { buttonsParam } from '../widgets/widget'
import { renderAsSeen } from './mentions'
import {
  channelWildcardNotAllowed,
  contentKept,
  directMessagesDisabled,
  groupMentionNotAllowed,
  invalidRecipientEmail,
  invalidRecipientId,
  mayNotInitiate,
  messageEmpty,
  messageHasNullBytes,
  messageWithoutRecipients,
  nobodyMayAuthorize,
  notAuthorizedToSend,
  notPermittedToPost,
  oneChannelExpected,
  recipientDeactivated,
  recipientsMixed,
  topicWildcardNotAllowed,
} from './rules'
import { sendDirectly, sendToChannel } from './send'

export const sendMessage = endpoint({
  route: 'POST /messages',
  summary: 'Send a message to a channel, or to people.',
  caller: anyUserOrWebhook,
  params: {
    type: oneOf(['direct', 'channel', 'stream', 'private']),
    to: v.union([integer(), list(v.union([integer(), text()])), text()]),
    content: text(),
    topic: alias(optional(text()), 'subject'),
    queue_id: optional(text()),
    local_id: optional(text()),
    read_by_sender: optional(boolean()),
    widget_content: optional(buttonsParam),
  },
  returns: { id: v.number(), automatic_new_visibility_policy: v.optional(v.picklist(VISIBILITY_POLICIES)) },
  errors: [
    channelDoesNotExist,
    channelNamedDoesNotExist,
    channelWildcardNotAllowed,
    topicWildcardNotAllowed,
    groupMentionNotAllowed,
    messageEmpty,
    messageHasNullBytes,
    missingTopic,
    invalidCharacterInTopic,
    generalChatNotAllowed,
    onlyGeneralChatAllowed,
    notPermittedToPost,
    notAuthorizedToSend,
    oneChannelExpected,
    messageWithoutRecipients,
    recipientsMixed,
    invalidRecipientEmail,
    invalidRecipientId,
    recipientDeactivated,
    directMessagesDisabled,
    nobodyMayAuthorize,
    mayNotInitiate,
  ],
  prepare: (edge, params) => {
    const content = contentKept(params.content)
    return { content, ...parseMarkdown(content, edge.markdown) }
  },
  decide: (realm, actor, { type, to, topic, queue_id, local_id, widget_content, ...said }) => {
    const draft = { ...said, widget: widget_content }
    const echo = queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : undefined
    if (type === 'direct' || type === 'private') return { id: sendDirectly(realm, actor, { ...draft, to, echo }) }
    if (topic === undefined) throw missingTopic({})
    return sendToChannel(realm, actor, { ...draft, to, topic, echo })
  },
})

export const renderMessage = endpoint({
  route: 'POST /messages/render',
  summary: 'How a message would look. Nothing is sent.',
  caller: anyUser,
  params: { content: text() },
  returns: { rendered: v.string() },
  errors: [],
  prepare: (edge, { content }) => ({ template: parseMarkdown(contentKept(content), edge.markdown).template }),
  decide: (realm, actor, { template }) => ({ rendered: renderAsSeen(realm, actor, template).html }),
})
