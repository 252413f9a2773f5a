import { setUpdated } from './app'
import { keepShell } from './keep-shell'
import { startNotifying } from './notify/start'
import { receiveShared } from './share'
import { recogniseGestures } from './touch/gestures'
import { stayAboveKeyboard } from './touch/keyboard'

// What the first view does not need.

void keepShell(() => setUpdated(true))
startNotifying()
recogniseGestures()
stayAboveKeyboard()
receiveShared()
