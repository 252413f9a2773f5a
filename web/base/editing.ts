import { createSignal } from 'solid-js'
import { store } from '../app'
import type { Route } from '../routes/route'
import { mayEdit } from '../store/may-write'
import { ask, Refusal } from '../wire/requests'
import { words } from '../words/en'

const [edited, setEdited] = createSignal<ReadonlySet<number>>(new Set())

/** Returns whether the form to edit a message is open. Several can be. */
export const isEditing = (message_id: number): boolean => edited().has(message_id)

export const startEditing = (message_id: number) => setEdited((ids) => new Set([...ids, message_id]))

export const stopEditing = (message_id: number) =>
  setEdited((ids) => new Set([...ids].filter((id) => id !== message_id)))

/** Returns the newest message in a view that the user may edit, or undefined. */
export const lastOwnMessage = (route: Route): number | undefined =>
  store.windowOf(route).ids.findLast((id) => {
    const message = store.messages.get(id)
    return message !== undefined && mayEdit(store.state, message, Date.now() / 1000)
  })

/** What the user has written in the form, if the page closes before it is saved. */
const nameOf = (message_id: number) => `edit/${store.state.user_id}/${message_id}`
export const keptText = (message_id: number): string | undefined =>
  localStorage.getItem(nameOf(message_id)) ?? undefined
export const keepText = (message_id: number, text: string) => localStorage.setItem(nameOf(message_id), text)
export const forgetText = (message_id: number) => localStorage.removeItem(nameOf(message_id))

const [saving, setSaving] = createSignal<ReadonlyMap<number, string>>(new Map())
const reasons = new Map<number, string>()

/** Returns the text that is on its way to the server. */
export const savingText = (message_id: number): string | undefined => saving().get(message_id)

/** Returns why the server refused the last edit. */
export const refusalOf = (message_id: number): string => reasons.get(message_id) ?? ''

/** Shows the text at once, and saves it. If the server refuses it, the form opens again with the text and the reason. */
export async function saveEdit(message_id: number, content: string): Promise<void> {
  keepText(message_id, content)
  reasons.delete(message_id)
  setSaving((all) => new Map(all).set(message_id, content))
  stopEditing(message_id)
  try {
    await ask(`PATCH /messages/${message_id}`, { content })
    forgetText(message_id)
  } catch (error) {
    reasons.set(message_id, error instanceof Refusal ? error.message : words.unreachable)
    startEditing(message_id)
  }
  setSaving((all) => new Map([...all].filter(([id]) => id !== message_id)))
}
