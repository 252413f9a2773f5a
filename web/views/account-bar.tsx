import { connection, drafts, hrefOf, isAt, outbox, report, setNotice, store } from '../app'
import { ask, Refusal } from '../wire/requests'
import { openOverlay } from '../base/overlay'
import type { Draft } from '../sync/stored-drafts'
import { words } from '../words/en'
import { watch } from '../watched'

/** Who is logged in, with the way to the settings and out. */
export function AccountBar() {
  return (
    <footer class="account">
      <button class="act name" dir="auto" aria-haspopup="dialog" onClick={() => openOverlay({ kind: 'status' })}>
        {ownName()}
      </button>
      <span class="account-acts">
        <a
          class="act"
          href={hrefOf({ view: 'settings', section: '' })}
          aria-current={isAt({ view: 'settings', section: '' }) ? 'page' : undefined}
        >
          {words.settings}
        </a>
        <button class="act" onClick={() => void logOutSafely()}>
          {words.logOut}
        </button>
      </span>
    </footer>
  )
}

const ownName = (): string => {
  watch('people')
  return store.state.full_name
}

/** Logs out. If that would delete what the user wrote, asks first. */
async function logOutSafely() {
  await drafts.store()
  if (outbox.all().length === 0 && !drafts.all().some(isOnlyHere)) return logOut()
  setNotice({ text: words.logOutDeletes, action: { label: words.logOutAnyway, run: () => void logOut() } })
}

const isOnlyHere = ({ text, isChanged }: Draft) => isChanged && text.trim() !== ''

async function logOut() {
  connection.forget()
  try {
    await ask('POST /logout')
  } catch (error) {
    // Otherwise the session has ended already.
    if (!(error instanceof Refusal && error.status === 401)) {
      report(error)
      return connection.start()
    }
  }
  await import('../notify/log-out').then(({ forgetAll }) => forgetAll()).catch(() => {})
  connection.loggedOut()
}
