import { drafts, setNotice, store } from '../app'
import { keyOfRoute } from '../routes/route'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { ask, Refusal } from '../wire/requests'
import { laterWords } from '../words/en-later'
import { forgetText, keptText, stopEditing } from '../base/editing'

/** If a message was deleted while its text was edited, the text becomes the draft of its conversation. */
export async function rescueText(message: Message): Promise<void> {
  const text = keptText(message.id)
  if (text === undefined || !(await isDeleted(message.id))) return
  stopEditing(message.id)
  forgetText(message.id)
  const conversation = conversationOf(message, store.state.user_id)
  const before = drafts.read(keyOfRoute(conversation))?.text ?? ''
  const all = before.trim() === '' ? text : `${before}\n\n${text}`
  drafts.write(conversation, { text: all, caret: all.length })
  setNotice({ text: laterWords.editedWasDeleted })
}

async function isDeleted(id: number): Promise<boolean> {
  try {
    await ask(`GET /messages/${id}`)
    return false
  } catch (error) {
    return error instanceof Refusal && error.status === 400
  }
}
