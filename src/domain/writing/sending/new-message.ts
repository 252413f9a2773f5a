import type { MessageReferences } from '../../../markdown/message-references'
import type { Template } from '../../../markdown/template'
import type { ControlRow } from '../../../integrations/controls'
import type { Widget } from '../../messages/submessages/widget'
import type { User } from '../../people/users/user'
import type { RequestedRecipients } from './recipients'
import type { SentFacts } from './sent-facts'

/** A message that a user or the server wants to send. Its Markdown is parsed already. */
export type NewMessage = {
  to: RequestedRecipients
  topic?: string // absent: a direct message
  content: string
  template: Template
  references: MessageReferences
  read_by_sender?: boolean
  widget?: Widget // absent: the content may ask for one
  /** The buttons, menus and fields of a program that receives presses. */
  controls?: readonly ControlRow[]
  /** Mentions are resolved among the users, channels and groups that this user can see. Absent: the sender. */
  mentions_resolved_for?: User
  echo?: SentFacts['echo']
  /** The id under which the client sends this message, however often it repeats the request. */
  client_id?: string
  unread_only_for?: SentFacts['unread_only_for']
}
