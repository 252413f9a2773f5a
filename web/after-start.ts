import { createEffect, createRoot } from 'solid-js'
import { isReady, setUpdated } from './app'
import { keepShell } from './keep-shell'
import { startNotifying } from './notify/start'
import { receiveShared } from './share'
import { stayAboveKeyboard } from './touch/keyboard'
import { restLoaded } from './words/language'

// What the first view does not need.

const SWITCHER_MILLISECONDS = 2000

const loadSwitcher = async () => {
  await restLoaded
  await import('./views/switcher').catch(() => {})
}

void keepShell(() => setUpdated(true))
startNotifying()
// Without a touch screen there are no gestures.
if (navigator.maxTouchPoints > 0)
  void import('./touch/gestures').then(({ recogniseGestures }) => recogniseGestures()).catch(() => {})
stayAboveKeyboard()
receiveShared()
// Ctrl-K answers within a frame, also the first time. The first conversation comes before it.
createRoot(() => createEffect(() => isReady() && setTimeout(() => void loadSwitcher(), SWITCHER_MILLISECONDS)))
// English users read the server's own texts.
void restLoaded?.then(() => import('./words/refusals')).then(({ showTranslatedRefusals }) => showTranslatedRefusals())
