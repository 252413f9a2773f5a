import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import type { Route } from '../routes/route'
import { mayEdit } from '../store/may-write'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'

const forms = perClient(() => {
  const [edited, setEdited] = createSignal<ReadonlySet<number>>(new Set())
  const [saving, setSaving] = createSignal<ReadonlyMap<number, string>>(new Map())
  return { edited, setEdited, saving, setSaving, reasons: new Map<number, string>() }
})

/** Returns whether the form to edit a message is open. Several can be. */
export const isEditing = (client: Client, message_id: number): boolean => forms(client).edited().has(message_id)

export const startEditing = (client: Client, message_id: number) =>
  forms(client).setEdited((ids) => new Set([...ids, message_id]))

export const stopEditing = (client: Client, message_id: number) =>
  forms(client).setEdited((ids) => new Set([...ids].filter((id) => id !== message_id)))

/** Returns the newest message in a view that the user may edit, or undefined. */
export const lastOwnMessage = ({ store }: Client, route: Route): number | undefined =>
  store.windowOf(route).ids.findLast((id) => {
    const message = store.messages.get(id)
    return message !== undefined && mayEdit(store.state, message, Date.now() / 1000)
  })

/** What the user has written in the form, if the page closes before it is saved. */
const nameOf = ({ store }: Client, message_id: number) => `edit/${store.state.user_id}/${message_id}`
export const keptText = (client: Client, message_id: number): string | undefined =>
  client.environment.storage.getItem(nameOf(client, message_id)) ?? undefined
export const keepText = (client: Client, message_id: number, text: string) =>
  client.environment.storage.setItem(nameOf(client, message_id), text)
export const forgetText = (client: Client, message_id: number) =>
  client.environment.storage.removeItem(nameOf(client, message_id))

/** Returns the text that is on its way to the server. */
export const savingText = (client: Client, message_id: number): string | undefined =>
  forms(client).saving().get(message_id)

/** Returns why the server refused the last edit. */
export const refusalOf = (client: Client, message_id: number): string => forms(client).reasons.get(message_id) ?? ''

/** Shows the text at once, and saves it. If the server refuses it, the form opens again with the text and the reason. */
export async function saveEdit(client: Client, message_id: number, content: string): Promise<void> {
  const { reasons, setSaving } = forms(client)
  keepText(client, message_id, content)
  reasons.delete(message_id)
  setSaving((all) => new Map(all).set(message_id, content))
  stopEditing(client, message_id)
  try {
    await client.ask('PATCH /messages/:message_id', { message_id, content })
    forgetText(client, message_id)
  } catch (error) {
    reasons.set(message_id, error instanceof Refusal ? error.message : words.unreachable)
    startEditing(client, message_id)
  }
  setSaving((all) => new Map([...all].filter(([id]) => id !== message_id)))
}
