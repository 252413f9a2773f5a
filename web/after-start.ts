import { setUpdated } from './app'
import { keepShell } from './keep-shell'
import { startNotifying } from './notify/start'
import { receiveShared } from './share'
import { recogniseGestures } from './touch/gestures'
import { stayAboveKeyboard } from './touch/keyboard'
import { restLoaded } from './words/language'

// What the first view does not need.

void keepShell(() => setUpdated(true))
startNotifying()
recogniseGestures()
stayAboveKeyboard()
receiveShared()
// Ctrl-K answers within a frame, also the first time.
void Promise.resolve(restLoaded).then(() => import('./views/switcher'))
// English users read the server's own texts.
void restLoaded?.then(() => import('./words/refusals')).then(({ showTranslatedRefusals }) => showTranslatedRefusals())
