import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import type { Route } from '../routes/route'
import { mayEdit } from '../store/may-write'

/** The forms that are open, and the texts that are on their way. */
export const editForms = perClient(() => {
  const [edited, setEdited] = createSignal<ReadonlySet<number>>(new Set())
  const [saving, setSaving] = createSignal<ReadonlyMap<number, string>>(new Map())
  return { edited, setEdited, saving, setSaving, reasons: new Map<number, string>() }
})

/** Returns whether the form to edit a message is open. Several can be. */
export const isEditing = (client: Client, message_id: number): boolean => editForms(client).edited().has(message_id)

export const startEditing = (client: Client, message_id: number) =>
  editForms(client).setEdited((ids) => new Set([...ids, message_id]))

export const stopEditing = (client: Client, message_id: number) =>
  editForms(client).setEdited((ids) => new Set([...ids].filter((id) => id !== message_id)))

/** Returns the newest message in a view that the user may edit, or undefined. */
export const lastOwnMessage = ({ store, now }: Client, route: Route): number | undefined =>
  store.windowOf(route).ids.findLast((id) => {
    const message = store.messages.get(id)
    return message !== undefined && mayEdit(store.state, message, now())
  })

/** Returns the text that is on its way to the server. */
export const savingText = (client: Client, message_id: number): string | undefined =>
  editForms(client).saving().get(message_id)
