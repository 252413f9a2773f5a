import { trustedTypes } from './look/trusted-types'

/** The address is a constant, so no text of a user can become a script. */
const policy = trustedTypes.createPolicy('service-worker', { createScriptURL: (url) => url })

const CHECK_MILLISECONDS = 3600_000

/** Installs the worker that keeps the files of the client. `updated` is called when the files of a newer build are there. */
export async function keepShell(updated: () => void): Promise<void> {
  // Over plain HTTP, browsers have no service worker.
  const { serviceWorker } = navigator
  if (serviceWorker === undefined) return
  let isFirst = serviceWorker.controller === null
  let isUpdated = false
  serviceWorker.addEventListener('controllerchange', () => {
    isUpdated = !isFirst
    isFirst = false
    if (isUpdated) updated()
  })
  document.addEventListener('visibilitychange', () => {
    if (isUpdated && document.hidden && !isWriting()) location.reload()
  })
  try {
    const registration = await serviceWorker.register(policy.createScriptURL('/service-worker.js'))
    setInterval(() => void registration?.update().catch(() => {}), CHECK_MILLISECONDS)
  } catch {
    // The next start tries again. The client works without the worker.
  }
}

/** Returns whether a field has text. Drafts survive a reload, but the text of a dialog or of an edited message does not. */
const isWriting = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')].some(
    ({ type, value }) => !['checkbox', 'radio'].includes(type) && value.trim() !== '',
  )
