import type { MessageBody } from '../../../realm'
import type { MessageFacts } from '../../messages/wire-format/message'

/** A message as it was when it was sent: what any recipient's copy is made from. */
export type SentFacts = {
  message: MessageFacts
  body: MessageBody
  /** Named, by themselves or by way of a group. */
  mentioned: number[]
  channel_wildcard: boolean
  topic_wildcard: number[] | null // the topic's participants, who are called by it; null: nobody is
  /** Whose alert words are in it; absent: nobody's. */
  alerted?: number[]
  read_by: number[]
  /** Only they are to read it; to all others it comes as read. Absent: everyone is. */
  unread_only_for?: number[]
  /** The client that sent it knows it already, under this id. */
  echo?: { queue_id: string; local_id: string }
}
