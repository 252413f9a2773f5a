import { createEffect, createRoot, onCleanup } from 'solid-js'
import type { Client } from './client/client'
import { keepShell } from './keep-shell'
import { startNotifying } from './notify/start'
import { receiveShared } from './share'
import { stayAboveKeyboard } from './touch/keyboard'
import { restLoaded } from './words/language'

const NEXT_MILLISECONDS = 2000

/** What the user opens with a key, and the field for a new topic. */
const loadNext = async () => {
  await restLoaded
  const files = [import('./compose/topic-field'), import('./views/switcher')]
  await Promise.all(files).catch(() => {})
}

/** Starts what the first view of the page does not need. */
export function startLater(client: Client): void {
  void keepShell(() => client.setUpdated(true))
  startNotifying(client)
  // Without a touch screen there are no gestures.
  if (navigator.maxTouchPoints > 0)
    void import('./touch/gestures').then(({ recogniseGestures }) => recogniseGestures(client)).catch(() => {})
  stayAboveKeyboard()
  receiveShared(client)
  // Ctrl-K answers within a frame, also the first time. The first conversation comes before it.
  createRoot((dispose) => {
    client.signal.addEventListener('abort', dispose)
    createEffect(() => {
      if (!client.isReady()) return
      const timer = setTimeout(() => void loadNext(), NEXT_MILLISECONDS)
      onCleanup(() => clearTimeout(timer))
    })
  })
  // English users read the server's own texts.
  void restLoaded?.then(() => import('./words/refusals')).then(({ showTranslatedRefusals }) => showTranslatedRefusals())
}
