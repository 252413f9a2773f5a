import * as v from 'valibot'
import { alias, boolean, integer, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { parseMarkdown } from '../../../markdown/parse'
import { invalidChannelId } from '../../channels/channels/rules'
import { generalChatNotAllowed, invalidCharacterInTopic, onlyGeneralChatAllowed } from '../../channels/topics/rules'
import { attachmentShape } from '../../files/attachments/attachment'
import { tokenOfPath } from '../../files/attachments/rules'
import { invalidMessage, messageHasNullBytes } from '../../messages/message-index/rules'
import { anyUser } from '../../people/users/callers'
import { MAX_CONTENT_ACCEPTED } from '../../realm/settings/limits'
import { markdownTooLarge, MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { isInScheduledMessage } from '../scheduled-messages/storage'
import {
  channelWildcardNotAllowed,
  groupMentionNotAllowed,
  notAuthorizedToSend,
  notPermittedToPost,
  notPermittedToCreateTopics,
  topicWildcardNotAllowed,
} from '../sending/rules'
import { editMessage } from './actions'
import {
  directCannotMove,
  directHasNoTopic,
  generalChatCannotBeResolved,
  notPermittedToMove,
  notPermittedToResolve,
  PROPAGATE_MODES,
  propagateModeWithoutMove,
  tooLateForChannel,
  tooLateForTopic,
  topicTooOld,
  contentAndChannelChanged,
} from './move-rules'
import {
  contentAfterEdit,
  contentChangedMeanwhile,
  editingTurnedOff,
  editLimitPassed,
  nothingToChange,
  notPermittedToEdit,
  widgetsCannotBeEdited,
} from './rules'

export const updateMessage = endpoint.decision({
  route: 'PATCH /messages/:message_id',
  summary: 'Edit a message, or move it and other messages of its topic to another topic or channel.',
  agentScopes: ['messages:write'],
  caller: anyUser,
  params: {
    message_id: integer(),
    topic: alias(optional(shortText()), 'subject'),
    stream_id: optional(integer()),
    propagate_mode: optional(oneOf(PROPAGATE_MODES), 'change_one'),
    send_notification_to_old_thread: optional(boolean(), false),
    send_notification_to_new_thread: optional(boolean(), true),
    content: optional(text(MAX_CONTENT_ACCEPTED)),
    prev_content_sha256: optional(shortText()),
  },
  returns: { detached_uploads: v.array(attachmentShape) },
  errors: [
    invalidMessage,
    nothingToChange,
    editingTurnedOff,
    notPermittedToEdit,
    editLimitPassed,
    widgetsCannotBeEdited,
    contentChangedMeanwhile,
    directCannotMove,
    directHasNoTopic,
    contentAndChannelChanged,
    propagateModeWithoutMove,
    invalidChannelId,
    invalidCharacterInTopic,
    generalChatNotAllowed,
    onlyGeneralChatAllowed,
    generalChatCannotBeResolved,
    notPermittedToResolve,
    notPermittedToMove,
    notPermittedToPost,
    notPermittedToCreateTopics,
    notAuthorizedToSend,
    topicTooOld,
    tooLateForTopic,
    tooLateForChannel,
    messageHasNullBytes,
    markdownTooLarge,
    groupMentionNotAllowed,
    channelWildcardNotAllowed,
    topicWildcardNotAllowed,
  ],
  prepare: (edge, params) => {
    if (params.content === undefined) return {}
    const content = contentAfterEdit(params.content)
    return { newContent: { content, ...parseMarkdown(content, edge.assumeMarkdownSettings(), MESSAGE_LIMITS) } }
  },
  decide: async (realm, actor, edit) => {
    const detached = await editMessage(realm, actor, edit)
    return {
      detached_uploads: detached.filter(({ path_id }) => !isInScheduledMessage(realm.sql, tokenOfPath(path_id))),
    }
  },
})
