import { createEffect, createRoot, onCleanup } from 'solid-js'
import { eraseKept } from './cache/erase-kept'
import type { Client } from './client/client'
import { watchCalls } from './calls/watch'
import { savedEdit } from './base/edited-text'
import { rememberOwnTexts } from './base/own-texts'
import { startKeepingChanges } from './base/waiting-changes'
import { takeDrops } from './compose/drop-zone'
import { keepShell } from './keep-shell'
import { holdTyping } from './keys/type-ahead'
import { PLAN_NOTICE } from './notify/offer'
import { startNotifying } from './notify/start'
import { receiveShared } from './share'
import { stayAboveKeyboard } from './touch/keyboard'
import { followPanes } from './views/panes'
import { followRail } from './views/rail-acts'
import type { ReadKept } from './sync/history'
import { createTyping } from './sync/typing'
import { restLoaded } from './words/language'
import { markGuests } from './views/guest-marks'
import './look/print.css'

const NEXT_MILLISECONDS = 2000
const MILLISECONDS_BEFORE_PROPOSAL = 3000
const MILLISECONDS_BEFORE_KEEPING = 1000

/** What the user opens with a key, and the field for a new topic. */
const loadNext = async () => {
  await restLoaded
  const files = [import('./compose/to-line'), import('./views/switcher')]
  await Promise.all(files).catch(() => {})
}

function startTyping(client: Client): void {
  const { ask, onEvents, setTyping, signal, store, touch } = client
  const typing = createTyping({ ask, signal, state: () => store.state, changed: (key) => touch([`typing:${key}`]) })
  onEvents.add((events) => typing.receive(events))
  setTyping(typing)
}

/** Keeps messages in this browser from soon after the first view on. Without a network, they are read at once. */
function keepMessages(client: Client): void {
  const { history, report, signal } = client
  let loading: Promise<ReadKept> | undefined
  const load = () => (loading ??= import('./base/kept-history').then(({ keepHistory }) => keepHistory(client)))
  history.setKept(async (route, params, isUnreachable) =>
    loading !== undefined || isUnreachable ? (await load())(route, params, isUnreachable) : undefined,
  )
  createRoot((dispose) => {
    signal.addEventListener('abort', dispose)
    createEffect(() => {
      // Also if the session ended while this browser was closed.
      if (client.status() === 'loggedOut' && loading === undefined) eraseKept(client.environment.name)
      if (!client.isReady()) return
      const timer = setTimeout(() => void load().catch(report), MILLISECONDS_BEFORE_KEEPING)
      onCleanup(() => clearTimeout(timer))
    })
  })
}

/** Few users have several organizations. Returns whether the script was loaded, for the next call. */
function loadOrganizations(client: Client, isLoaded = false): boolean {
  if (isLoaded || !client.isReady() || client.environment.storage.getItem('organizations') === null) return isLoaded
  void import('./views/organizations').then(({ showOrganizations }) => showOrganizations(client)).catch(client.report)
  return true
}

/** Starts what the first view of the page does not need. */
export function startLater(client: Client): void {
  void keepShell(() => client.setUpdated(true))
  const bridge = globalThis.window.electron_bridge
  const desktop = bridge && import('./views/desktop').then(({ startDesktop }) => startDesktop(client, bridge))
  holdTyping(client.signal)
  startTyping(client)
  startKeepingChanges(client, (message_id, text) => savedEdit(client, message_id, text))
  rememberOwnTexts(client)
  startNotifying(client, desktop && ((content) => void desktop.then((show) => show(content), client.report)))
  // Without a touch screen there are no gestures.
  if (navigator.maxTouchPoints > 0)
    void import('./touch/gestures').then(({ recogniseGestures }) => recogniseGestures(client)).catch(() => {})
  takeDrops(client)
  stayAboveKeyboard()
  receiveShared(client)
  watchCalls(client)
  followPanes(client)
  followRail(client)
  keepMessages(client)
  void Promise.resolve(restLoaded).then(() => markGuests(client))
  // Ctrl-K answers within a frame, also the first time. The first conversation comes before it.
  createRoot((dispose) => {
    client.signal.addEventListener('abort', dispose)
    createEffect(() => {
      client.watch('settings')
      // Before the first state, reading it throws, and the effects below would not run.
      if (!client.isCaughtUp()) return
      const { is_admin, realm_push_notifications_enabled: isOn } = client.store.state
      // Only organizations with phones need the script.
      if (is_admin && (isOn || client.environment.storage.getItem(PLAN_NOTICE) !== null))
        void import('./notify/plan').then(({ showPlanNotice }) => showPlanNotice(client)).catch(() => {})
    })
    let hasOwnKeys = false
    createEffect(() => {
      client.watch('settings')
      if (!client.isCaughtUp()) return
      const { parley_keys } = client.store.state.user_settings
      hasOwnKeys ||= parley_keys !== ''
      if (hasOwnKeys)
        void import('./keys/own-keys')
          .then(({ applyKeys, parseKeys }) => applyKeys(parseKeys(parley_keys)))
          .catch(() => {})
    })
    createEffect(() => {
      if (!client.isCaughtUp()) return
      // The first view comes first.
      const propose = () => import('./views/suggest-timezone').then(({ suggestTimezone }) => suggestTimezone(client))
      const timer = setTimeout(() => void propose().catch(client.report), MILLISECONDS_BEFORE_PROPOSAL)
      onCleanup(() => clearTimeout(timer))
    })
    createEffect<boolean>((isLoaded) => loadOrganizations(client, isLoaded))
    createEffect(() => {
      if (!client.isReady()) return
      const timer = setTimeout(() => void loadNext(), NEXT_MILLISECONDS)
      onCleanup(() => clearTimeout(timer))
    })
  })
  // English users read the server's own texts.
  void restLoaded
    ?.then(() => import('./words/refusals'))
    .then(({ showTranslatedRefusals }) => showTranslatedRefusals())
    .catch(() => {})
  // Seen in a profile of the browser, and by tests.
  performance.mark('started')
}
