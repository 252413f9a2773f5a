import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import type { Route } from '../routes/route'
import { words } from '../words/en'
import { Count } from './inbox'

/** On phones, the tabs replace the rail. The one in the middle opens it. */
export function Tabs(props: { openRail: () => void; isRailOpen: boolean }) {
  const { hrefOf, isAt, unread } = useClient()
  const current = (to: Route) => (isAt(to) && !props.isRailOpen ? 'page' : undefined)
  return (
    <nav class="tabs" aria-label={words.tabs}>
      <a href={hrefOf({ view: 'inbox' })} aria-current={current({ view: 'inbox' })}>
        <Icon name="inbox" />
        <span>{words.inbox}</span>
        <Count count={unread().total} />
      </a>
      <a href={hrefOf({ view: 'direct-messages' })} aria-current={current({ view: 'direct-messages' })}>
        <Icon name="direct" />
        <span>{words.tab.direct}</span>
        <Count count={unread().direct} />
      </a>
      <button aria-expanded={props.isRailOpen} onClick={() => props.openRail()}>
        <Icon name="channels" />
        <span>{words.channels}</span>
      </button>
      <a href={hrefOf({ view: 'search', terms: [] })} aria-current={current({ view: 'search', terms: [] })}>
        <Icon name="search" />
        <span>{words.search}</span>
      </a>
      <a href={hrefOf({ view: 'settings', section: '' })} aria-current={current({ view: 'settings', section: '' })}>
        <Icon name="person" />
        <span>{words.tab.you}</span>
      </a>
    </nav>
  )
}
