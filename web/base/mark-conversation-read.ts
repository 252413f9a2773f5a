import { report, setNotice } from '../app'
import { ask } from '../wire/requests'
import { words } from '../words/en'

/** Marks the messages of a conversation as read, and offers to take it back. */
export function markConversationRead(ids: readonly number[]): void {
  const messages = [...ids]
  const flag = (op: 'add' | 'remove') => ask('POST /messages/flags', { messages, op, flag: 'read' }).catch(report)
  void flag('add')
  setNotice({ text: words.markedRead(messages.length), undo: () => void flag('remove') })
}
