import type { Client } from '../client/client'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { editForms, startEditing, stopEditing } from './editing'
import { rememberText } from './own-texts'
import { keepChange } from './waiting-changes'

/** What the user has written in the form, if the page closes before it is saved. */
const nameOf = ({ store }: Client, message_id: number) => `edit/${store.state.user_id}/${message_id}`
export const keptText = (client: Client, message_id: number): string | undefined =>
  client.environment.storage.getItem(nameOf(client, message_id)) ?? undefined
export const keepText = (client: Client, message_id: number, text: string) =>
  client.environment.storage.setItem(nameOf(client, message_id), text)
export const forgetText = (client: Client, message_id: number) =>
  client.environment.storage.removeItem(nameOf(client, message_id))

/** Returns why the server refused the last edit. */
export const refusalOf = (client: Client, message_id: number): string => editForms(client).reasons.get(message_id) ?? ''

/** The server has the text. */
export function savedEdit(client: Client, message_id: number, text: string): void {
  forgetText(client, message_id)
  rememberText(client, message_id, text)
}

type Edit = { message_id: number; content: string; before: string }

/**
 * Shows the text at once, and saves it. If the server refuses it, the form opens again with the text and the reason. If it cannot be
 * reached, the edit waits.
 */
export async function saveEdit(client: Client, { message_id, content, before }: Edit): Promise<void> {
  const { reasons, setSaving } = editForms(client)
  keepText(client, message_id, content)
  reasons.delete(message_id)
  setSaving((all) => new Map(all).set(message_id, content))
  stopEditing(client, message_id)
  const waits = () => keepChange(client, { kind: 'edit', message_id, content, before })
  if (!navigator.onLine && waits()) return
  try {
    await client.ask('PATCH /messages/:message_id', { message_id, content })
    savedEdit(client, message_id, content)
  } catch (error) {
    const isRefused = error instanceof Refusal
    if (!isRefused && waits()) return
    reasons.set(message_id, isRefused ? error.message : words.unreachable)
    startEditing(client, message_id)
  }
  setSaving((all) => new Map([...all].filter(([id]) => id !== message_id)))
}
