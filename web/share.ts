import { createEffect, createRoot } from 'solid-js'
import type { Client } from './client/client'
import { keyOfRoute, type Writable } from './routes/route'

const MAX_CHARACTERS = 10_000

/** Another app shares a text or a link with the installed client: the user chooses a conversation, whose draft receives it. */
export function receiveShared(client: Client): void {
  const text = sharedText(new URLSearchParams(location.search))
  if (location.search !== '') globalThis.history.replaceState(undefined, '', `${location.pathname}${location.hash}`)
  if (text === '') return
  createRoot((dispose) => {
    client.signal.addEventListener('abort', dispose)
    createEffect(() => {
      if (!client.isReady()) return
      client.choosePlace((to) => {
        if (to.view === 'channel' || to.view === 'topic' || to.view === 'direct') append(client, to, text)
        client.go(to)
      })
      queueMicrotask(dispose)
    })
  })
}

function append({ drafts }: Client, to: Writable, text: string): void {
  const before = drafts.read(keyOfRoute(to))?.text ?? ''
  const next = before.trim() === '' ? text : `${before}\n${text}`
  drafts.write(to, { text: next, caret: next.length })
}

/** Returns what the other app sent. Many apps write the link into the text too. */
function sharedText(query: URLSearchParams): string {
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join('\n')
  const read = (name: string) => query.get(name)?.trim() ?? ''
  const [title, text, url] = [read('title'), read('text'), read('url')]
  const body = text.includes(url) ? text : join(text, url)
  return (body.includes(title) ? body : join(title, body)).slice(0, MAX_CHARACTERS)
}
