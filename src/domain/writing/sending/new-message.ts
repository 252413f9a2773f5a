import type { MessageReferences } from '../../../markdown/message-references'
import type { Template } from '../../../markdown/template'
import type { Widget } from '../../messages/submessages/widget'
import type { User } from '../../people/users/user'
import type { RequestedRecipients } from './recipients'
import type { SentFacts } from './sent-facts'

/** What somebody wants said, and where; its Markdown was parsed at the edge. */
export type NewMessage = {
  to: RequestedRecipients
  /** Only for a channel; a message without one is direct. */
  topic?: string
  content: string
  template: Template
  references: MessageReferences
  read_by_sender?: boolean
  /** Beside the words, where these do not ask for one themselves. */
  widget?: Widget
  /** Whose sight of channels and groups decides which names mean something, if not the sender's. */
  mentions_resolved_for?: User
  echo?: SentFacts['echo']
  unread_only_for?: SentFacts['unread_only_for']
}
