import { createEffect, createRoot } from 'solid-js'
import type { Client } from '../client/client'
import { waitingChanges } from './waiting-changes'

const MAX_TEXTS = 100
const MAX_CHARACTERS = 200_000

type Text = readonly [message_id: number, text: string]

const nameOf = ({ store }: Client) => `texts/${store.state.user_id}`

function storedTexts(client: Client): Text[] {
  const texts: Text[] | null = JSON.parse(client.environment.storage.getItem(nameOf(client)) ?? 'null')
  return texts ?? []
}

/** Keeps the Markdown of an own message, so that the user can edit it without the server. */
export function rememberText(client: Client, message_id: number, text: string): void {
  const others = storedTexts(client).filter(([id]) => id !== message_id)
  let characters = 0
  const kept = [...others, [message_id, text] as const]
    .slice(-MAX_TEXTS)
    .reverse()
    .filter(([, { length }]) => (characters += length) <= MAX_CHARACTERS)
  client.environment.storage.setItem(nameOf(client), JSON.stringify(kept.reverse()))
}

/** Returns the Markdown of an own message, if it was written or edited here lately. An edit that waits is its text already. */
export function rememberedText(client: Client, message_id: number): string | undefined {
  const edit = waitingChanges(client).find((change) => change.kind === 'edit' && change.message_id === message_id)
  if (edit?.kind === 'edit') return edit.content
  return storedTexts(client).find(([id]) => id === message_id)?.[1]
}

/** Remembers what the user sends in this tab. */
export function rememberOwnTexts(client: Client): void {
  const { onEvents, outbox, signal, watch } = client
  const sent = new Map<string, string>()
  onEvents.add((events) => {
    for (const event of events) {
      const text = event.type === 'message' ? sent.get(event.local_message_id ?? '') : undefined
      if (event.type === 'message' && text !== undefined) rememberText(client, event.message.id, text)
    }
  })
  createRoot((dispose) => {
    signal.addEventListener('abort', dispose)
    createEffect(() => {
      watch('outbox')
      for (const { local_id, content } of outbox.all()) sent.set(local_id, content)
      for (const local_id of [...sent.keys()].slice(0, -MAX_TEXTS)) sent.delete(local_id)
    })
  })
}
