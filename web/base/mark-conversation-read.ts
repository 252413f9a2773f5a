import type { Client } from '../client/client'
import { words } from '../words/en'

/** Marks the messages of a conversation as read, and offers to take it back. */
export function markConversationRead({ ask, report, setNotice }: Client, ids: readonly number[]): void {
  const messages = [...ids]
  const flag = (op: 'add' | 'remove') => ask('POST /messages/flags', { messages, op, flag: 'read' }).catch(report)
  void flag('add')
  setNotice({ text: words.markedRead(messages.length), undo: () => void flag('remove') })
}
