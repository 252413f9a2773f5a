import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Avatar } from '../parts/avatar'
import { Icon } from '../parts/icon'
import { openOverlay } from '../base/overlay'
import { words } from '../words/en'

/** Who is logged in, with the way to the settings. The way out is there. */
export function AccountBar() {
  const client = useClient()
  const { hrefOf, isAt } = client
  return (
    <footer class="account">
      <button
        class="act self"
        dir="auto"
        aria-haspopup="dialog"
        onClick={() => openOverlay(client, { kind: 'status' })}
      >
        <Avatar user_id={client.store.state.user_id} />
        <span class="name">{ownName(client)}</span>
      </button>
      <a
        class="ib"
        aria-label={words.settings}
        href={hrefOf({ view: 'settings', section: '' })}
        aria-current={isAt({ view: 'settings', section: '' }) ? 'page' : undefined}
      >
        <Icon name="settings" />
      </a>
    </footer>
  )
}

const ownName = ({ store, watch }: Client): string => {
  watch('people')
  return store.state.full_name
}
