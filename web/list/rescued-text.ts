import type { Client } from '../client/client'
import { keyOfRoute } from '../routes/route'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { Refusal } from '../wire/requests'
import { laterWords } from '../words/en-later'
import { forgetText, keptText } from '../base/edited-text'
import { stopEditing } from '../base/editing'

/** If a message was deleted while its text was edited, the text becomes the draft of its conversation. */
export async function rescueText(client: Client, message: Message): Promise<void> {
  const text = keptText(client, message.id)
  if (text === undefined || !(await isDeleted(client, message.id))) return
  stopEditing(client, message.id)
  forgetText(client, message.id)
  const conversation = conversationOf(message, client.store.state.user_id)
  const before = client.drafts.read(keyOfRoute(conversation))?.text ?? ''
  const all = before.trim() === '' ? text : `${before}\n\n${text}`
  client.drafts.write(conversation, { text: all, caret: all.length })
  client.setNotice({ text: laterWords.editedWasDeleted })
}

async function isDeleted({ ask }: Client, id: number): Promise<boolean> {
  try {
    await ask('GET /messages/:message_id', { message_id: id })
    return false
  } catch (error) {
    return error instanceof Refusal && error.status === 400
  }
}
