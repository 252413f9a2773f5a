import { channelDoesNotExist } from '../../channels/channels/rules'
import {
  missingTopic,
  invalidCharacterInTopic,
  generalChatNotAllowed,
  onlyGeneralChatAllowed,
} from '../../channels/topics/rules'
import { messageEmpty, messageHasNullBytes } from '../../messages/message-index/rules'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import {
  channelWildcardNotAllowed,
  topicWildcardNotAllowed,
  groupMentionNotAllowed,
  notPermittedToPost,
  notPermittedToCreateTopics,
  notAuthorizedToSend,
  oneChannelExpected,
  messageWithoutRecipients,
  invalidRecipientId,
  recipientDeactivated,
  recipientsHidden,
  directMessagesDisabled,
  noUserCanAuthorize,
  notPermittedToInitiate,
} from './rules'

/** The errors of a message whose recipients are given by id, whether it is sent now or later. */
export const sendingErrors = [
  markdownTooLarge,
  channelDoesNotExist,
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
  notPermittedToCreateTopics,
  notAuthorizedToSend,
  oneChannelExpected,
  messageWithoutRecipients,
  invalidRecipientId,
  recipientDeactivated,
  recipientsHidden,
  directMessagesDisabled,
  noUserCanAuthorize,
  notPermittedToInitiate,
]
