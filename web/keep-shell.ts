import { OWN_SCRIPT, setFindNewerBuild } from './wire/newer-build'
import { trustedTypes } from './look/trusted-types'
import { language } from './words/language'

/** The language is one that the client has, so no text of a user can become a script. */
const policy = trustedTypes.createPolicy('service-worker', { createScriptURL: (url) => url })

const CHECK_MILLISECONDS = 3600_000

let registration: ServiceWorkerRegistration | undefined
let isUpdated = false
let found = () => {}

/** Installs the worker that keeps the files of the client. `updated` is called once when a newer build is there. */
export async function keepShell(updated: () => void): Promise<void> {
  found = () => {
    if (!isUpdated) updated()
    isUpdated = true
    reloadIfIdle()
  }
  document.addEventListener('visibilitychange', reloadIfIdle)
  setFindNewerBuild(findNewerBuild)
  // Over plain HTTP, browsers have no service worker.
  const { serviceWorker } = navigator
  const address = () => serviceWorker?.controller?.scriptURL
  let before = address()
  serviceWorker?.addEventListener('controllerchange', () => {
    // The worker of another language has another address, and may be of the same build.
    if (address() === before) found()
    before = address()
  })
  await install()
  setInterval(() => void findNewerBuild(), CHECK_MILLISECONDS)
}

/** Does nothing if the worker is there. If it could not be installed, the next call tries again: the client works without it. */
async function install() {
  const url = policy.createScriptURL(`/service-worker.js?${language}`)
  registration = await navigator.serviceWorker?.register(url).catch(() => undefined)
}

/** A deployment cuts all connections, so each new connection asks. */
async function findNewerBuild(): Promise<void> {
  if (isUpdated) return
  try {
    await install()
    await registration?.update()
    // The worker of a newer build tells when it is there. It may have started this page, because the server could not be reached.
    if (registration?.installing) return
    const page = await (await fetch('/', { cache: 'no-cache' })).text()
    if (page.includes('/assets/') && !page.includes(OWN_SCRIPT)) found()
  } catch {
    // Without the network, there is nothing newer.
  }
}

function reloadIfIdle() {
  if (isUpdated && document.hidden && !isWriting()) location.reload()
}

/** Returns whether a field has text. Drafts survive a reload, but the text of a dialog or of an edited message does not. */
const isWriting = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')].some(
    ({ type, value }) => !['checkbox', 'radio'].includes(type) && value.trim() !== '',
  )
