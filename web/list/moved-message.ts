import type { Client } from '../client/client'
import { keyOfRoute } from '../routes/route'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'

/** Opens a message in the conversation in which it is now. The address of the link does not stay in the history. */
export async function openWhereItIs({ history, hrefOf, store }: Client, id: number, key: string): Promise<void> {
  const [message]: Message[] = await history.byIds([id])
  if (message === undefined) return
  const to = { ...conversationOf(message, store.state.user_id), near: id }
  if (keyOfRoute(to) === key) return
  globalThis.history.replaceState(undefined, '', hrefOf(to))
  globalThis.dispatchEvent(new HashChangeEvent('hashchange'))
}
