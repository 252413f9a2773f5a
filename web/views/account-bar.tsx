import { connection, hrefOf, isAt, report, store } from '../app'
import { ask, Refusal } from '../wire/requests'
import { openOverlay } from '../overlays/overlay'
import { words } from '../words/en'
import { watch } from './watched'

/** Who is logged in, with the way to the settings and out. */
export function AccountBar() {
  return (
    <footer class="account">
      <button class="act name" dir="auto" aria-haspopup="dialog" onClick={() => openOverlay({ kind: 'status' })}>
        {ownName()}
      </button>
      <a
        class="act"
        href={hrefOf({ view: 'settings', section: '' })}
        aria-current={isAt({ view: 'settings', section: '' }) ? 'page' : undefined}
      >
        {words.settings}
      </a>
      <button class="act" onClick={() => void logOut()}>
        {words.logOut}
      </button>
    </footer>
  )
}

const ownName = (): string => {
  watch('people')
  return store.state.full_name
}

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
  await import('../notify/push').then(({ forgetPush }) => forgetPush()).catch(() => {})
  connection.loggedOut()
}
