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

/** All that sending to ids may be refused for, now or later. */
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
