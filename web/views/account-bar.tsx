import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Refusal } from '../wire/requests'
import { openOverlay } from '../base/overlay'
import type { Draft } from '../sync/stored-drafts'
import { words } from '../words/en'

/** Who is logged in, with the way to the settings and out. */
export function AccountBar() {
  const client = useClient()
  const { hrefOf, isAt } = client
  return (
    <footer class="account">
      <button
        class="act name"
        dir="auto"
        aria-haspopup="dialog"
        onClick={() => openOverlay(client, { kind: 'status' })}
      >
        {ownName(client)}
      </button>
      <span class="account-acts">
        <a
          class="act"
          href={hrefOf({ view: 'settings', section: '' })}
          aria-current={isAt({ view: 'settings', section: '' }) ? 'page' : undefined}
        >
          {words.settings}
        </a>
        <button class="act" onClick={() => void logOutSafely(client)}>
          {words.logOut}
        </button>
      </span>
    </footer>
  )
}

const ownName = ({ store, watch }: Client): string => {
  watch('people')
  return store.state.full_name
}

/** Logs out. If that would delete what the user wrote, asks first. */
async function logOutSafely(client: Client) {
  await client.drafts.store()
  if (client.outbox.all().length === 0 && !client.drafts.all().some(isOnlyHere)) return logOut(client)
  client.setNotice({ text: words.logOutDeletes, action: { label: words.logOutAnyway, run: () => void logOut(client) } })
}

const isOnlyHere = ({ text, isChanged }: Draft) => isChanged && text.trim() !== ''

async function logOut(client: Client) {
  const { ask, connection, report } = client
  connection.forget()
  try {
    await ask('POST site:/json/logout')
  } catch (error) {
    // Otherwise the session has ended already.
    if (!(error instanceof Refusal && error.status === 401)) {
      report(error)
      return connection.start()
    }
  }
  await import('../notify/log-out').then(({ forgetAll }) => forgetAll(client)).catch(() => {})
  connection.loggedOut()
}
