import { badRequest } from '../../api/errors'
import type { MessageBody, Realm } from '../../realm'
import { messageVisibleTo } from '../reading/access'
import { settingsOf } from '../realm/storage'
import { topicShown } from '../topics/rules'
import type { User } from '../users/user'
import { historiesOf, type Histories } from './histories'

export const historyDisabled = badRequest(() => 'Message edit history is disabled in this organization')

/** A message with all that became of it, as far as the realm knows. */
export type Told = Histories & {
  message: { id: number; sender_id: number; sent_at: number; topic: string }
  body: MessageBody | undefined
}

/** Whoever may read a message may know what became of it, where the realm shows that at all. */
export function historyFor(realm: Realm, reader: User, id: number, knowsEmptyTopic: boolean): Told {
  const { sender_id, sent_at, conversation, moves } = messageVisibleTo(realm, reader, id)
  if (settingsOf(realm).message_edit_history_visibility_policy === 'none') throw historyDisabled({})
  const topic = conversation.topic === null ? '' : topicShown(conversation.topic, knowsEmptyTopic)
  return {
    message: { id, sender_id, sent_at, topic },
    body: realm.bodies.atHand([id]).get(id),
    ...historiesOf(realm, [{ id, moves }], knowsEmptyTopic),
  }
}
