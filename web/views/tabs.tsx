import { useClient } from '../client/use-client'
import type { Route } from '../routes/route'
import { words } from '../words/en'
import { Count } from './inbox'

/** On phones, the tabs replace the rail. The last one opens it. */
export function Tabs(props: { openRail: () => void; isRailOpen: boolean }) {
  const { hrefOf, isAt, unread } = useClient()
  const current = (to: Route) => (isAt(to) && !props.isRailOpen ? 'page' : undefined)
  return (
    <nav class="tabs" aria-label={words.tabs}>
      <a href={hrefOf({ view: 'inbox' })} aria-current={current({ view: 'inbox' })}>
        {words.inbox}
        <Count count={unread().total} />
      </a>
      <a href={hrefOf({ view: 'recent' })} aria-current={current({ view: 'recent' })}>
        {words.tab.recent}
      </a>
      <a href={hrefOf({ view: 'direct-messages' })} aria-current={current({ view: 'direct-messages' })}>
        {words.tab.direct}
        <Count count={unread().direct} />
      </a>
      <a href={hrefOf({ view: 'search', terms: [] })} aria-current={current({ view: 'search', terms: [] })}>
        {words.search}
      </a>
      <button aria-expanded={props.isRailOpen} onClick={() => props.openRail()}>
        {words.channels}
      </button>
    </nav>
  )
}
