import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { keyOfRoute } from '../routes/route'
import { conversationOf, type Conversation } from '../store/conversations'
import type { Message } from '../store/messages'

/**
 * The conversation that the composer of an interleaved view answers: that of the message with the focus. While the user
 * writes an answer, only a command such as `r` changes it. The text for each conversation is a draft of its own.
 */
export function createAnswer({ drafts, store }: Client) {
  const [to, setTo] = createSignal<Conversation | undefined>(undefined, { equals: isSame })
  const isWriting = () => {
    const current = to()
    return current !== undefined && (drafts.read(keyOfRoute(current))?.text ?? '').trim() !== ''
  }
  const replyTo = (message: Message) => void setTo(conversationOf(message, store.state.user_id))
  return {
    to,
    replyTo,
    /** The focus moved to a message. */
    chose(message: Message) {
      if (!isWriting()) replyTo(message)
    },
  }
}

const isSame = (a: Conversation | undefined, b: Conversation | undefined) =>
  a !== undefined && b !== undefined && keyOfRoute(a) === keyOfRoute(b)
