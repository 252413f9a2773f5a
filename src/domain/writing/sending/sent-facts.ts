import type { MessageBody } from '../../../realm'
import type { MessageFacts } from '../../messages/wire-format/message'

/** A message at the time when it was sent. The event of each recipient is computed from it. */
export type SentFacts = {
  message: MessageFacts
  body: MessageBody
  mentioned: number[] // by name or by a group
  channel_wildcard: boolean
  topic_wildcard: number[] | null // the participants of the topic; null: the message has no topic wildcard
  alerted?: number[] // users whose alert words match; absent: none
  read_by: number[]
  programs?: number[] // bots that receive it without a subscription, because it mentions them; absent: none
  unread_only_for?: number[] // the message is read for all other recipients; absent: it is unread for all
  echo?: { queue_id: string; local_id: string } // the client that sent the message shows it under this id already
}
